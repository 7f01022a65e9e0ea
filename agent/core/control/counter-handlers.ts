// What the window asks to enter and change patients and prescriptions: handed to the pharmacy API as it was typed, with the pharmacist's token.
import type { AgentHandlers } from '../../contract/agent-api.ts'
import type { patients } from '../../contract/patients.ts'
import { MAX_FOUND_DRUGS, type prescribing } from '../../contract/prescribing.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { PharmacyClient } from '../dispensing/pharmacy-client.ts'

interface CounterHandlersParts {
  readonly pharmacy: Pick<PharmacyClient, 'of'>
}

type PatientMethods = Exclude<keyof typeof patients, 'findPatient'>

export function counterHandlers(
  { pharmacy }: CounterHandlersParts,
  who: string,
): Pick<AgentHandlers, PatientMethods | keyof typeof prescribing> {
  const calls = pharmacy.of(who)
  return {
    enterPatient: async (body) => calls.call(pharmacyApi.createPatient, { ...NONE, body }),
    patient: async ({ patient: patientId }) =>
      calls.call(pharmacyApi.getPatient, { ...NONE, params: { patientId } }),
    changePatient: async ({ patient: patientId, version, ...body }) =>
      calls.call(pharmacyApi.putPatient, { ...NONE, params: { patientId }, body }, { version }),
    searchDrugs: async ({ text }) => {
      const query = { q: text, page: '1', pageSize: String(MAX_FOUND_DRUGS) }
      return (await calls.call(pharmacyApi.searchDrugs, { ...NONE, query })).items
    },
    findPack: async (body) => calls.call(pharmacyApi.findPack, { ...NONE, body }),
    prescription: async ({ prescription }) =>
      calls.call(pharmacyApi.getPrescription, { ...NONE, params: paramsOf(prescription) }),
    enterPrescription: async ({ patient: patientId, ...typed }) =>
      calls.call(pharmacyApi.createPrescription, { ...NONE, body: { patientId, ...typed } }),
    changePrescription: async ({ prescription, version, ...body }) =>
      calls.call(pharmacyApi.putPrescription, { ...NONE, params: paramsOf(prescription), body }, { version }),
    cancelPrescription: async ({ prescription, version }) =>
      calls.call(pharmacyApi.cancelPrescription, { ...NONE, params: paramsOf(prescription) }, { version }),
    dispensePrescription: async ({ prescription, version }) =>
      calls.call(pharmacyApi.dispensePrescription, { ...NONE, params: paramsOf(prescription) }, { version }),
  }
}

const NONE = { params: null, query: null, body: null }
const paramsOf = (prescriptionId: string) => ({ prescriptionId })
