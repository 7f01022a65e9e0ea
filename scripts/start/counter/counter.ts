// The counter of Central Pharmacy: what it says of itself, and patients with a prescription each, entered as its pharmacist would.
import { randomUUID } from 'node:crypto'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { signInAs, type SignedInApi } from '../demo-admin.ts'
import type { DemoUser } from '../demo-file.ts'
import { PATIENTS, PROFILE } from './made-up.ts'

const NONE = { params: null, query: null, body: null } as const

/**
 * What there is, in words. Patients are entered where nobody has ever looked at one: who was erased does not come back. What
 * goes wrong is said and keeps nothing else from starting.
 */
export async function demoCounter(gatewayUrl: string, pharmacist: DemoUser): Promise<string> {
  try {
    const { pharmacy } = await signInAs(gatewayUrl, pharmacist)
    await sayProfile(pharmacy)
    if (await wasUsed(pharmacy)) return 'patients      as they were'
    for (const one of PATIENTS) await enter(pharmacy, one)
    return `${String(PATIENTS.length)} patients    made for the demo`
  } catch (error) {
    return `The pharmacist's counter was left alone: ${error instanceof Error ? error.message : String(error)}`
  }
}

async function sayProfile(pharmacy: SignedInApi): Promise<void> {
  try {
    await pharmacy.call(pharmacyApi.getPharmacyProfile, NONE)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error
    await pharmacy.call(pharmacyApi.putPharmacyProfile, { ...NONE, body: PROFILE }, 0)
  }
}

async function wasUsed(pharmacy: SignedInApi): Promise<boolean> {
  const query = { page: '1', pageSize: '1' }
  return (await pharmacy.call(pharmacyApi.listAccessLog, { ...NONE, query })).total > 0
}

async function enter(
  pharmacy: SignedInApi,
  { patient, prescription: { listed, ...fields } }: (typeof PATIENTS)[number],
): Promise<void> {
  const { id: patientId } = await pharmacy.call(pharmacyApi.createPatient, { ...NONE, body: patient })
  const drugId = await listedDrug(pharmacy, listed)
  const body = { ...fields, drugId, patientId, requestId: randomUUID() }
  await pharmacy.call(pharmacyApi.createPrescription, { ...NONE, body })
}

/** Null where another list is there. */
async function listedDrug(pharmacy: SignedInApi, words: string): Promise<number | null> {
  const { items } = await pharmacy.call(pharmacyApi.searchDrugs, { ...NONE, query: { q: words } })
  return items.find(({ name }) => name.startsWith(words))?.id ?? null
}
