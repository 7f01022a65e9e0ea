// Test support: pharmacists of several pharmacies, and what a pharmacy says of itself.
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { PatientFields } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import type { PrescriptionFields } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import type { PharmacyProfileFields } from '@pharmacy-relay/shared/api/pharmacy/profile.ts'
import { createApiClient } from '../../http/api-client.ts'
import type { TestPharmacyApi } from './test-pharmacy.ts'

export const PROFILE: PharmacyProfileFields = {
  name: 'Made-up Pharmacy',
  address: '1 Example Street',
  phone: null,
  country: 'TR',
  language: 'tr',
  timeZone: 'Europe/Istanbul',
}

/** A patient that does not exist. */
export const PATIENT: PatientFields = {
  name: 'Ayşe Çağlayan',
  phone: '0532 123 45 67',
  birthYear: 1970,
  flags: ['takes_warfarin'],
  smsConsent: false,
}

/** What is prescribed to a patient that does not exist. */
export const PRESCRIPTION: PrescriptionFields = {
  drugId: null,
  drug: 'Ibuprofen 400 mg',
  brand: null,
  directions: ['1 tablet in the morning', '1 tablet at night'],
  warnings: ['Take with food'],
  quantity: '20 tablets',
  prescriber: 'Dr. Made Up',
}

export interface TestPharmacist {
  readonly pharmacyId: number
  readonly token: string
  call<E extends Endpoint>(
    entry: E,
    input: Partial<EndpointCall<E>>,
    version?: number,
  ): Promise<EndpointResult<E>>
}

type Site = Pick<TestPharmacyApi, 'baseUrl' | 'tokens'>

/** Of a pharmacy without a profile. */
export async function pharmacistOf({ baseUrl, tokens }: Site, pharmacyId: number): Promise<TestPharmacist> {
  const token = await tokens.tokenFor('Pharmacist', { claims: { pharmacyId } })
  const client = createApiClient({ baseUrl, timeoutMs: 60_000, headers: () => Promise.resolve({}) })
  return {
    pharmacyId,
    token,
    call: (entry, input, version) =>
      client.call(entry, { params: null, query: null, body: null, ...input } as EndpointCall<typeof entry>, {
        token,
        ...(version === undefined ? {} : { version }),
      }),
  }
}

/** The same with a profile. */
export async function openedPharmacy(
  site: Site,
  pharmacyId: number,
  changes: Partial<PharmacyProfileFields> = {},
): Promise<TestPharmacist> {
  const pharmacist = await pharmacistOf(site, pharmacyId)
  await pharmacist.call(pharmacyApi.putPharmacyProfile, { body: { ...PROFILE, ...changes } }, 0)
  return pharmacist
}
