// Retention at a real database: what is older than its country asks goes at night, and nothing else does.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { asKeeper } from '../tenants/tenant-transaction.queries.ts'
import { openedPharmacy, PATIENT, PRESCRIPTION, type TestPharmacist } from '../test/tenants.ts'
import { problemOf, startTestPharmacy } from '../test/test-pharmacy.ts'
import { RetentionText } from './retention-years.ts'

const YEAR_MS = 365.25 * 86_400_000
const clock = new SteppedClock(Date.parse('2026-11-26T22:30:00.000Z'))
const site = await startTestPharmacy('retention', { clock, retentionYears: new Map([['TR', 10]]) })
const turkish = await openedPharmacy(site, 1)
const french = await openedPharmacy(site, 2, { country: 'FR' })
afterAll(() => site.stop())

let phones = 0
const enterPatient = async (pharmacist: TestPharmacist) => {
  const phone = `+90532${String((phones += 1)).padStart(7, '0')}`
  return (await pharmacist.call(pharmacyApi.createPatient, { body: { ...PATIENT, phone } })).id
}
const prescribe = async (pharmacist: TestPharmacist, patientId: string) => {
  const body = { ...PRESCRIPTION, patientId, requestId: randomUUID() }
  return (await pharmacist.call(pharmacyApi.createPrescription, { body })).id
}
const age = async (table: 'PatientPhones' | 'PatientPrescriptions', id: string, years: number) => {
  const updatedAt = new Date(clock.wallMs() - years * YEAR_MS)
  await asKeeper(site.database.db, async (trx) =>
    trx.updateTable(table).set({ updatedAt }).where('id', '=', id).execute(),
  )
}
const isPatientThere = async (pharmacist: TestPharmacist, patientId: string) =>
  pharmacist.call(pharmacyApi.getPatient, { params: { patientId } }).then(
    () => true,
    () => false,
  )
const goneOf = async (pharmacist: TestPharmacist, id: string) =>
  (await problemOf(pharmacist.call(pharmacyApi.getPrescription, { params: { prescriptionId: id } }))).code

async function oldOne(pharmacist: TestPharmacist, years: number) {
  const patientId = await enterPatient(pharmacist)
  const id = await prescribe(pharmacist, patientId)
  await age('PatientPrescriptions', id, years)
  await age('PatientPhones', patientId, years)
  return { patientId, id }
}

test('at night goes what is older than the country of its pharmacy asks, and its patient with the last of it', async () => {
  const old = await oldOne(turkish, 10.1)
  const younger = await oldOne(turkish, 9.9)
  const elsewhere = await oldOne(french, 40)
  const again = await oldOne(turkish, 10.1)
  const newer = await prescribe(turkish, again.patientId)
  clock.stepMs(5 * 3_600_000)
  await until('the old patient is gone', async () => !(await isPatientThere(turkish, old.patientId)))
  expect(await goneOf(turkish, old.id)).toBe('not_found')
  expect(await goneOf(turkish, again.id)).toBe('not_found')
  const read = async (pharmacist: TestPharmacist, prescriptionId: string) =>
    (await pharmacist.call(pharmacyApi.getPrescription, { params: { prescriptionId } })).id
  expect(await read(turkish, younger.id)).toBe(younger.id)
  expect(await read(french, elsewhere.id)).toBe(elsewhere.id)
  expect(await read(turkish, newer)).toBe(newer)
  expect(await isPatientThere(turkish, again.patientId)).toBe(true)
})

describe('The setting', () => {
  test('names years by country; empty keeps everything', () => {
    expect([...RetentionText.parse('TR=10, DE=3')]).toEqual([
      ['TR', 10],
      ['DE', 3],
    ])
    expect(RetentionText.parse('').size).toBe(0)
  })

  test.each(['TR', 'tr=10', 'TR=0', 'TR=51', 'TR=1.5', 'TR=10,TR=11'])('%s is refused', (text) => {
    expect(RetentionText.safeParse(text).success).toBe(false)
  })
})
