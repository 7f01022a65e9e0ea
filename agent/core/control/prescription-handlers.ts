// What the window asks of patients and prescriptions, for the user of this computer whose window it is.
import type { AgentHandlers } from '../../contract/agent-api.ts'
import type { prescriptions } from '../../contract/prescriptions.ts'
import type { PrescriptionDesk } from '../dispensing/prescription-desk.ts'
import type { JobAccess } from '../logging/job-access.ts'

export interface PrescriptionHandlersParts {
  readonly desk: PrescriptionDesk
  readonly access: JobAccess
}

export function prescriptionHandlers(
  { desk, access }: PrescriptionHandlersParts,
  who: string,
): Pick<AgentHandlers, keyof typeof prescriptions | 'findPatient'> {
  return {
    findPatient: async ({ phone }) => desk.findPatient(who, phone),
    prescriptions: async ({ patient }) => desk.prescriptionsOf(who, patient),
    checkPack: async ({ prescription, ...pack }) => desk.checkPack(who, prescription, pack),
    labelPreview: async ({ prescription }) => {
      const pictures = await desk.preview(who, prescription)
      return { pictures: pictures.map((picture) => picture.toString('base64')) }
    },
    printPrescription: async ({ prescription, ...asked }) => {
      const printed = await desk.print(who, prescription, asked)
      access(who, 'print', [printed.job])
      return printed
    },
  }
}
