// The works of the load: sign-ins, patients and their prescriptions, baskets and orders, support tickets, computers that are off a while.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { PATIENT, PRESCRIPTION, PROFILE } from '@pharmacy-relay/relay-server/pharmacy-api/test/tenants.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Devices } from './devices.ts'
import type { Work } from './life.ts'
import { ABSENT_MS, type Kind } from './pace.ts'
import type { Person } from './person.ts'

export interface People {
  readonly pharmacists: readonly Person[]
  readonly staff: readonly Person[]
  /** Pharmacies that tickets are about. */
  readonly customerIds: readonly number[]
  readonly productIds: readonly number[]
  readonly devices: Devices
  /** Ends the absences of computers early. */
  readonly ending: AbortSignal
}

const MEDIA = { widthMm: 100, heightMm: 50, dpi: 203 } as const
const ADDRESS = { name: 'A', line1: 'B', line2: '', postcode: '10115', city: 'C', country: 'DE' } as const
const of = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length]
  if (found === undefined) throw new Error('the list is empty')
  return found
}

/** Profile, first patient and address of each pharmacist. Throws ProblemError. */
export async function settledPeople(people: People): Promise<{ readonly addressIds: readonly number[] }> {
  const addressIds: number[] = []
  for (const pharmacist of people.pharmacists) {
    await pharmacist.call('Pharmacy', pharmacyApi.putPharmacyProfile, { body: PROFILE, version: 0 })
    addressIds.push((await pharmacist.call('Store', storeApi.createAddress, { body: ADDRESS })).id)
  }
  return { addressIds }
}

export function worksOf(people: People, addressIds: readonly number[]): Readonly<Record<Kind, Work>> {
  const patients = people.pharmacists.map(() => '')
  return {
    signIns: async (n) => of([...people.staff, ...people.pharmacists], n).signInAnew(n % 2 === 0),
    patients: async (n) => {
      const place = n % people.pharmacists.length
      patients[place] = await newPatient(of(people.pharmacists, place), n)
    },
    prescriptions: async (n) => {
      const place = n % people.pharmacists.length
      const pharmacist = of(people.pharmacists, place)
      patients[place] ||= await newPatient(pharmacist, 9_000_000 + place)
      await prescribe(pharmacist, patients[place])
    },
    // One half looks and the other orders: a basket that changes while it is ordered is refused, as it should be.
    baskets: async (n) => lookForSupplies(people, n * 2),
    orders: async (n) =>
      order(people, { n: n * 2 + 1, addressId: of(addressIds, n * 2 + 1), isCancelled: n % 2 === 0 }),
    tickets: async (n) => ticket(people, n),
    absences: async (n) => absence(people, n),
  }
}

/** `n`: of nobody else; the phone is made of it. */
async function newPatient(pharmacist: Person, n: number): Promise<string> {
  const body = { ...PATIENT, phone: `+90532${String(n).padStart(7, '0')}` }
  return (await pharmacist.call('Pharmacy', pharmacyApi.createPatient, { body })).id
}

async function prescribe(pharmacist: Person, patientId: string): Promise<void> {
  const body = { ...PRESCRIPTION, patientId, requestId: randomUUID() }
  const { id: prescriptionId } = await pharmacist.call('Pharmacy', pharmacyApi.createPrescription, { body })
  const params = { prescriptionId }
  const skipped = { skippedBecause: 'no_code' } as const
  await pharmacist.call('Pharmacy', pharmacyApi.checkPack, { params, body: skipped })
  const asked = { requestId: randomUUID(), media: MEDIA }
  const { label } = await pharmacist.call('Pharmacy', pharmacyApi.requestLabel, { params, body: asked })
  const at = new Date().toISOString()
  const outcome = { jobId: randomUUID(), state: 'printed', evidence: 'L3', at } as const
  const ofLabel = { params: { labelId: label.id }, body: outcome }
  await pharmacist.call('Pharmacy', pharmacyApi.putLabelOutcome, ofLabel)
  const { version } = await pharmacist.call('Pharmacy', pharmacyApi.getPrescription, { params })
  await pharmacist.call('Pharmacy', pharmacyApi.dispensePrescription, { params, version })
}

async function lookForSupplies({ pharmacists, productIds }: People, n: number): Promise<void> {
  const pharmacist = of(pharmacists, n)
  await pharmacist.call('Store', storeApi.findProducts, { query: { q: 'label' } })
  const params = { productId: String(of(productIds, n)) }
  const body = { quantity: 10, seq: Date.now() }
  await pharmacist.call('Store', storeApi.putCartLine, { params, body })
}

async function order(
  people: People,
  {
    n,
    addressId,
    isCancelled,
  }: { readonly n: number; readonly addressId: number; readonly isCancelled: boolean },
): Promise<void> {
  const pharmacist = of(people.pharmacists, n)
  await lookForSupplies(people, n)
  const { id, version, totals } = await pharmacist.call('Store', storeApi.getCart, {})
  const body = { cartId: id ?? '', cartVersion: version, totalSeenMinor: totals.totalMinor, addressId }
  const { number } = await pharmacist.call('Store', storeApi.placeOrder, {
    body,
    idempotencyKey: randomUUID(),
  })
  if (isCancelled) await pharmacist.call('Store', storeApi.cancelOwnOrder, { params: { number } })
}

async function ticket({ staff, customerIds }: People, n: number): Promise<void> {
  const person = of(staff, n)
  const body = {
    clientId: randomUUID(),
    customerId: of(customerIds, n),
    computerId: null,
    subject: 'No label comes out',
    priority: 2,
    isClaimed: true,
  }
  const { id } = await person.call('Store', storeApi.createSupportTask, { body })
  const params = { taskId: String(id) }
  for (const text of ['Is it switched on?', 'The light is red.', 'It prints again.']) {
    const message = { clientId: randomUUID(), text, isInternal: false, afterSeq: null }
    await person.call('Store', storeApi.sendTaskMessage, { params, body: message })
  }
  const { version } = await person.call('Store', storeApi.getSupportTask, { params })
  await person.call('Store', storeApi.resolveSupportTask, { params, body: { note: null }, version })
}

/** Not one that is off already: each comes again after all others. */
async function absence({ devices, ending }: People, n: number): Promise<void> {
  const device = n % devices.count
  await devices.turnOff(device)
  await delay(ABSENT_MS, null, { signal: ending }).catch(() => undefined)
  await devices.turnOn(device)
}
