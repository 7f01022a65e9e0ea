// Test support: the valid calls of what belongs to one pharmacy, for the walk of the table.
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { WalkSite } from '../../http/table-walk.ts'
import { PATIENT, PROFILE } from './tenants.ts'
import type { TestPharmacyApi } from './test-pharmacy.ts'

const none = { params: null, query: null, body: null }

/** Of pharmacy 1, whose the tokens of the walk are. `site` is asked when a call is made. */
export function tenantCalls(site: () => TestPharmacyApi) {
  const profileVersion = async (): Promise<number> => {
    const profile = site().call(pharmacyApi.getPharmacyProfile, {}, 'Pharmacist')
    return profile.then(({ version }) => version).catch(() => 0)
  }
  let entered = 0
  const fields = () => ({ ...PATIENT, phone: `+90532${String((entered += 1)).padStart(7, '0')}` })
  const entering = async () => site().call(pharmacyApi.createPatient, { body: fields() }, 'Pharmacist')
  const patient = async () => {
    const { id, version } = await entering()
    return { params: { patientId: id }, version, outsiders: await outsiders() }
  }
  const outsiders = async () => {
    const token = await site().tokens.tokenFor('Pharmacist', { claims: { pharmacyId: 2 } })
    return [{ who: 'a pharmacist of another pharmacy', token, code: 'not_found' as const }]
  }
  return {
    searchPatients: () => ({ ...none, body: { phone: PATIENT.phone } }),
    createPatient: () => ({ ...none, body: fields() }),
    getPatient: async () => ({ ...none, ...(await patient()) }),
    putPatient: async () => ({ ...none, ...(await patient()), body: fields() }),
    erasePatient: async () => ({ ...none, ...(await patient()) }),
    listAccessLog: async () => ({
      ...none,
      query: { page: '1', pageSize: '50', patientId: (await entering()).id },
    }),
    getPharmacyProfile: () => none,
    putPharmacyProfile: async () => ({ ...none, body: PROFILE, version: await profileVersion() }),
  } satisfies Partial<WalkSite<typeof pharmacyApi>['calls']>
}
