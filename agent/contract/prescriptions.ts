// What the window asks of prescriptions and their labels for the pharmacist who is signed in. All of it is patient data.
import { z } from 'zod'
import { Scan } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import {
  pharmacyPrescriptionsApi,
  Prescription,
  PrescriptionLabel,
  ScanSkip,
} from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { endpoint } from './endpoint.ts'

/** Prescriptions of a patient in one answer, the newest of them. */
export const MAX_PRESCRIPTIONS = 20
/** Base64 of a PNG of black and white dots: 110 × 300 mm at 600 dpi have 2 MiB of them before it is packed. */
const MAX_PICTURE_CHARACTERS = 1_500_000

const OnePrescription = z.strictObject({ prescription: Uuid })
const ofTray = { door: 'tray' } as const

/** Each refuses with state_conflict (`not_signed_in`), and as the pharmacy API refuses or is away. */
export const prescriptions = {
  prescriptions: endpoint({
    ...ofTray,
    method: 'GET',
    path: '/v1/patients/{patient}/prescriptions',
    summary: 'his prescriptions, newest first',
    params: z.strictObject({ patient: Uuid }),
    reply: z.array(Prescription).max(MAX_PRESCRIPTIONS),
  }),
  /** `reason` says why a pack does not fit. */
  checkPack: endpoint({
    ...ofTray,
    method: 'POST',
    path: '/v1/prescriptions/{prescription}/pack-checks',
    summary: 'compare a pack with a prescription',
    params: z.union([
      OnePrescription.extend({ scan: Scan.shape.scan }),
      OnePrescription.extend({ skippedBecause: ScanSkip }),
    ]),
    reply: pharmacyPrescriptionsApi.checkPack.reply.schema,
  }),
  /**
   * A PNG of each label, in base64, with the dots that would be printed now. state_conflict without a role, invalid with a
   * reason of label-reason-codes.ts when it cannot be printed as it stands.
   */
  labelPreview: endpoint({
    ...ofTray,
    method: 'GET',
    path: '/v1/prescriptions/{prescription}/label',
    summary: 'its label as it will come out',
    params: OnePrescription,
    reply: z.strictObject({ pictures: z.array(z.base64().max(MAX_PICTURE_CHARACTERS)).min(1).max(4) }),
  }),
  /**
   * The same `requestId` once more makes no second label, also after a restart. state_conflict unless a pack was checked
   * (`prescription_not_checked`), when it was changed since (`label_withdrawn`), and without a role. `insteadOf`: its label
   * that is not there (isMissing); another is made in its place, unless one may be on paper (`prescription_labelled`).
   */
  printPrescription: endpoint({
    ...ofTray,
    method: 'POST',
    path: '/v1/prescriptions/{prescription}/labels',
    summary: 'print its label, {"requestId": "…"}',
    params: OnePrescription.extend({ requestId: Uuid, insteadOf: Uuid.optional() }),
    reply: z.strictObject({ label: PrescriptionLabel, job: PrintJob }),
  }),
}
