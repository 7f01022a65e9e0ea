// A prescription over HTTP, from the draft to the hand-over: by version, by pharmacy, and the pack that is compared with it.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { withConnection } from '../../db/postgres-connection.ts'
import { drugList, GOOD, MEDIA, openCounter, reasonOf, scanOf } from '../test/counter.ts'
import { PATIENT, PRESCRIPTION } from '../test/tenants.ts'
import { appliedImport, problemOf, serveTestPharmacy, testKeys } from '../test/test-pharmacy.ts'

const { site, clock, first, second, patientId, drugId, ...steps } = await openCounter('prescriptions')
const { enter, read, check, label, step, rewrite, tell } = steps
afterAll(() => site.stop())

describe('A prescription', () => {
  test('goes from draft by the pack to its label, and is handed over once that is at the printer', async () => {
    const draft = await enter()
    expect(draft).toMatchObject({
      state: 'draft',
      patientName: PATIENT.name,
      drug: PRESCRIPTION.drug,
      listedDrug: { name: 'DOLIPRANE 500 mg', withdrawnAt: null },
      check: null,
      labels: [],
    })
    expect(await reasonOf(label(draft))).toBe('prescription_not_checked')
    const { fits, reason, prescription: checked } = await check(draft, GOOD)
    expect([fits, reason, checked.state, checked.check]).toEqual([
      true,
      null,
      'checked',
      expect.objectContaining({ lot: 'AB12', expiry: '2027-05-31', skippedBecause: null }),
    ])
    const { label: made, document } = await label(draft)
    expect(document).toEqual({
      dispenseCode: draft.dispenseCode,
      language: 'tr',
      patient: PATIENT.name,
      drug: PRESCRIPTION.drug,
      brand: null,
      directions: PRESCRIPTION.directions,
      warnings: PRESCRIPTION.warnings,
      quantity: PRESCRIPTION.quantity,
      pharmacy: { name: 'Made-up Pharmacy', address: '1 Example Street', phone: null },
      // Of the pharmacy's own calendar.
      date: '2026-11-27',
    })
    const labelled = await read(draft)
    expect(labelled.state).toBe('labelled')
    expect(await reasonOf(step('dispensePrescription', labelled))).toBe('label_not_on_paper')
    const jobId = randomUUID()
    await tell(made, { jobId })
    expect(await reasonOf(step('dispensePrescription', labelled))).toBe('label_not_on_paper')
    await tell(made, { jobId, state: 'printed', evidence: 'L3' })
    const dispensed = await step('dispensePrescription', labelled)
    expect(dispensed).toMatchObject({
      state: 'dispensed',
      labels: [{ state: 'printed', evidence: 'L3', jobId, n: 1 }],
    })
    for (const later of [
      async () => rewrite(dispensed, {}),
      async () => step('cancelPrescription', dispensed),
      async () => check(dispensed, GOOD),
      async () => label(dispensed),
    ])
      expect(await reasonOf(later())).toBe('prescription_over')
    expect((await step('dispensePrescription', dispensed)).version).toBe(dispensed.version)
  })

  test('is changed by the version that was seen, is found by patient, state and code, and entered once for a request', async () => {
    const requestId = randomUUID()
    const [one, again] = await Promise.all([enter({}, requestId), enter({}, requestId)])
    expect(again.id).toBe(one.id)
    const changed = await rewrite(one, { directions: ['2 tablets at noon'] })
    expect(changed).toMatchObject({ directions: ['2 tablets at noon'], version: 2, state: 'draft' })
    expect((await problemOf(rewrite(one, {}))).code).toBe('version_stale')
    expect((await problemOf(step('cancelPrescription', one))).code).toBe('version_stale')
    const cancelled = await step('cancelPrescription', changed)
    expect(cancelled.state).toBe('cancelled')
    const { dispenseCode } = one
    const found = await first.call(pharmacyApi.listPrescriptions, {
      query: { dispenseCode, state: 'cancelled', patientId },
    })
    expect([found.total, found.items[0]?.id]).toEqual([1, one.id])
    expect((await problemOf(enter({ drugId: 999_999 }))).errors[0]?.path).toBe('body.drugId')
  })

  test('H18: of another pharmacy is nobody’s: not read, changed, checked, labelled or listed', async () => {
    const theirs = await enter()
    const params = { prescriptionId: theirs.id }
    const media = { requestId: randomUUID(), media: MEDIA }
    for (const tried of [
      async () => read(theirs, second),
      async () => second.call(pharmacyApi.putPrescription, { params, body: PRESCRIPTION }, 1),
      async () => second.call(pharmacyApi.cancelPrescription, { params }, 1),
      async () => second.call(pharmacyApi.dispensePrescription, { params }, 1),
      async () => second.call(pharmacyApi.checkPack, { params, body: { scan: GOOD } }),
      async () => second.call(pharmacyApi.requestLabel, { params, body: media }),
      async () =>
        second.call(pharmacyApi.createPrescription, {
          body: { ...PRESCRIPTION, patientId, requestId: randomUUID() },
        }),
    ])
      expect((await problemOf(tried())).code).toBe('not_found')
    expect((await second.call(pharmacyApi.listPrescriptions, { query: {} })).total).toBe(0)
    const { items } = await second.call(pharmacyApi.listAccessLog, { query: {} })
    expect(items.map(({ act }) => act)).toEqual(Array.from({ length: 7 }, () => 'not_found'))
    expect((await read(theirs)).version).toBe(theirs.version)
  })

  test('logs everybody who stands on a list, and a patient with one under way is not erased', async () => {
    const draft = await enter()
    await check(draft, GOOD)
    await first.call(pharmacyApi.listPrescriptions, { query: { patientId } })
    const [entry] = (await first.call(pharmacyApi.listAccessLog, { query: { patientId } })).items
    expect(entry?.act).toBe('list')
    const { version } = await first.call(pharmacyApi.getPatient, { params: { patientId } })
    expect(await reasonOf(first.call(pharmacyApi.erasePatient, { params: { patientId } }, version))).toBe(
      'patient_under_way',
    )
  })

  test('goes with its patient, and so do its labels', async () => {
    const other = await first.call(pharmacyApi.createPatient, {
      body: { ...PATIENT, phone: '+905329999999' },
    })
    const body = { ...PRESCRIPTION, drugId, patientId: other.id, requestId: randomUUID() }
    const made = await first.call(pharmacyApi.createPrescription, { body })
    await check(made, GOOD)
    const { label: printed } = await label(made)
    await step('cancelPrescription', await read(made))
    await first.call(pharmacyApi.erasePatient, { params: { patientId: other.id } }, other.version)
    expect((await problemOf(read(made))).code).toBe('not_found')
    expect((await problemOf(tell(printed, { jobId: randomUUID() }))).code).toBe('not_found')
  })
})

describe('A pack', () => {
  test('H36: of the wrong strength or another medicine leaves the draft a draft, and says why', async () => {
    const draft = await enter()
    const strength = await check(draft, '-03752864')
    expect([strength.fits, strength.reason?.code, strength.prescription.state]).toEqual([
      false,
      'pack_of_other_strength',
      'draft',
    ])
    expect(strength.scanned?.drug.name).toBe('DOLIPRANE 1 g')
    const other = await check(draft, '5555-1111-22')
    expect([other.fits, other.reason?.code]).toEqual([false, 'pack_of_other_drug'])
    expect(await reasonOf(label(draft))).toBe('prescription_not_checked')
    // One that fitted before counts no longer.
    expect((await check(draft, GOOD)).prescription.state).toBe('checked')
    expect((await check(draft, '-03752864')).prescription).toMatchObject({ state: 'draft', check: null })
  })

  test('H36: is skipped only with a reason, which stays with the prescription', async () => {
    const draft = await enter({ drugId: null })
    const params = { prescriptionId: draft.id }
    expect((await check(draft, GOOD)).reason?.code).toBe('pack_needs_listed_drug')
    const skip = async (body: object) =>
      first.call(pharmacyApi.checkPack, { params, body: body as { skippedBecause: 'other' } })
    for (const none of [{}, { skippedBecause: '' }, { skippedBecause: 'because' }])
      expect((await problemOf(skip(none))).code).toBe('invalid')
    const skipped = await skip({ skippedBecause: 'own_preparation' })
    expect(skipped).toMatchObject({ fits: true, scanned: null, prescription: { state: 'checked' } })
    expect((await read(draft)).check?.skippedBecause).toBe('own_preparation')
    expect((await label(draft)).label.state).toBe('requested')
  })

  test('H35: that is expired, or expires before the label, has no label; 00 is the last of its month, 31 February none', async () => {
    const draft = await enter()
    const expired = await check(draft, scanOf('261125'))
    expect([expired.fits, expired.reason?.code, expired.prescription.state]).toEqual([
      false,
      'pack_expired',
      'draft',
    ])
    expect((await problemOf(check(draft, scanOf('270231')))).code).toBe('invalid')
    expect((await check(draft, scanOf('261126'))).prescription.check?.expiry).toBe('2026-11-26')
    // It is the 27th where the pharmacy is.
    expect(await reasonOf(label(draft))).toBe('pack_expired')
    expect((await check(draft, GOOD)).prescription.check?.expiry).toBe('2027-05-31')
    await label(draft)
  })
})

test('H31: prescriptions stay readable when a list no longer has their drug', async () => {
  const draft = await enter()
  await appliedImport(site, drugList({ isLater: true }), true)
  const read31 = await read(draft)
  expect(read31.listedDrug).toEqual({ id: drugId, name: 'DOLIPRANE 500 mg', withdrawnAt: expect.any(String) })
  expect(read31.drug).toBe(PRESCRIPTION.drug)
})

test('H23: prescriptions and labels get new keys as well', async () => {
  const draft = await enter()
  const renewed = await serveTestPharmacy(site.database, site.tokens, { clock, keys: testKeys('2', '1') })
  try {
    const count = async () =>
      withConnection(site.database.url, async (client) => {
        const { rows } = await client.query<{ count: number }>(
          `select (select count(*) from "PatientPrescriptions" where "keyId" <> '2')::int
            + (select count(*) from "PrescriptionLabels" where "keyId" <> '2')::int as count`,
        )
        return rows[0]?.count
      })
    await until('nothing has the old key', async () => (await count()) === 0)
    const params = { prescriptionId: draft.id }
    const reread = await renewed.call(pharmacyApi.getPrescription, { params }, 'Pharmacist')
    expect(reread).toEqual({ ...draft, listedDrug: reread.listedDrug })
  } finally {
    await renewed.stop()
  }
})
