// From a prescription to its label over HTTP: checked by the pack, labelled once, what the printer made of it, changed meanwhile.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type {
  LabelOutcome,
  Prescription,
  PrescriptionFields,
} from '@pharmacy-relay/shared/api/pharmacy-prescriptions.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { withConnection } from '../../db/postgres-connection.ts'
import { tableList } from '../test/made-up-list.ts'
import { openedPharmacy, PATIENT, PRESCRIPTION, type TestPharmacist } from '../test/tenants.ts'
import {
  appliedImport,
  problemOf,
  serveTestPharmacy,
  startTestPharmacy,
  testKeys,
  type TestPharmacyApi,
} from '../test/test-pharmacy.ts'

const row = (code: string, name: string, substances: string) => [
  code,
  name,
  substances,
  'tablet',
  '',
  'Works',
  'yes',
]
const DRUGS = [
  row('1', 'DOLIPRANE 500 mg', 'PARACETAMOL'),
  row('2', 'DOLIPRANE 1 g', 'PARACETAMOL'),
  row('3', 'SPASFON', 'PHLOROGLUCINOL'),
]
const PACKS = [
  ['1', 'cip13', '3400949497294', '16 tablets'],
  ['2', 'pzn', '03752864', '8 tablets'],
  ['3', 'ndc11', '5555-1111-22', 'bottle'],
]
const scanOf = (day: string) => `]d2010340094949729417${day}10AB12`
const GOOD = scanOf('270500')
const MEDIA = { widthMm: 100, heightMm: 50, dpi: 203 } as const

/** An evening in UTC, the next day in Istanbul. */
const clock = new SteppedClock(Date.parse('2026-11-26T22:30:00.000Z'))
let site: TestPharmacyApi
let first: TestPharmacist
let second: TestPharmacist
let patientId: string
let drugId: number
beforeAll(async () => {
  site = await startTestPharmacy('prescriptions', { clock })
  await appliedImport(site, tableList('demo', { drugs: DRUGS, packs: PACKS }))
  first = await openedPharmacy(site, 1)
  second = await openedPharmacy(site, 2)
  patientId = (await first.call(pharmacyApi.createPatient, { body: PATIENT })).id
  drugId = (await first.call(pharmacyApi.searchDrugs, { query: { q: 'doliprane 500' } })).items[0]?.id ?? 0
})
afterAll(() => site.stop())

const enter = async (changes: Partial<PrescriptionFields> = {}, requestId: string = randomUUID()) =>
  first.call(pharmacyApi.createPrescription, {
    body: { ...PRESCRIPTION, drugId, ...changes, patientId, requestId },
  })
const read = async ({ id }: Pick<Prescription, 'id'>, pharmacist = first) =>
  pharmacist.call(pharmacyApi.getPrescription, { params: { prescriptionId: id } })
const check = async ({ id }: Pick<Prescription, 'id'>, scan: string) =>
  first.call(pharmacyApi.checkPack, { params: { prescriptionId: id }, body: { scan } })
const label = async ({ id }: Pick<Prescription, 'id'>, requestId: string = randomUUID()) =>
  first.call(pharmacyApi.requestLabel, { params: { prescriptionId: id }, body: { requestId, media: MEDIA } })
const step = async (entry: 'cancelPrescription' | 'dispensePrescription', { id, version }: Prescription) =>
  first.call(pharmacyApi[entry], { params: { prescriptionId: id } }, version)
const rewrite = async ({ id, version }: Prescription, changes: Partial<PrescriptionFields>) =>
  first.call(
    pharmacyApi.putPrescription,
    { params: { prescriptionId: id }, body: { ...PRESCRIPTION, drugId, ...changes } },
    version,
  )
const tell = async (
  { id }: { readonly id: string },
  outcome: Partial<LabelOutcome> & Pick<LabelOutcome, 'jobId'>,
) => {
  const body: LabelOutcome = {
    state: 'accepted',
    evidence: null,
    at: new Date(clock.wallMs()).toISOString(),
    ...outcome,
  }
  return first.call(pharmacyApi.putLabelOutcome, { params: { labelId: id }, body })
}
const reasonOf = async (call: Promise<unknown>) => (await problemOf(call)).reason?.code

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

describe('A label', () => {
  const labelled = async () => {
    const draft = await enter()
    await check(draft, GOOD)
    const requestId = randomUUID()
    return { draft, requestId, ...(await label(draft, requestId)) }
  }

  test('H14: asked for twice, at once and again, is one: the same answer to the same request, also on another day', async () => {
    const draft = await enter()
    await check(draft, GOOD)
    const requestId = randomUUID()
    const answers = await Promise.all([1, 2, 3, 4].map(async () => label(draft, requestId)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await first.call(
      pharmacyApi.putPharmacyProfile,
      { body: { ...(await profile()), address: '2 Moved Street' } },
      (await first.call(pharmacyApi.getPharmacyProfile, {})).version,
    )
    clock.stepMs(86_400_000)
    expect(await label(draft, requestId)).toEqual(answers[0])
    expect((await read(draft)).labels).toHaveLength(1)
    expect(await reasonOf(label(draft))).toBe('prescription_labelled')
  })
  const profile = async () => {
    const { version: _version, ...fields } = await first.call(pharmacyApi.getPharmacyProfile, {})
    return fields
  }

  test('H16: of a prescription that was changed while it waits is withdrawn: its job hears so, and the next label is another', async () => {
    const { draft, requestId, label: old } = await labelled()
    const jobId = randomUUID()
    expect(await tell(old, { jobId, state: 'waiting_for_printer' })).toMatchObject({ isWithdrawn: false })
    const changed = await rewrite(await read(draft), { directions: ['Changed'] })
    expect(changed).toMatchObject({
      state: 'draft',
      labels: [{ id: old.id, isWithdrawn: true, state: 'waiting_for_printer', jobId }],
    })
    expect(await tell(old, { jobId, state: 'cancelled' })).toMatchObject({
      isWithdrawn: true,
      state: 'cancelled',
    })
    // A computer that died between asking and printing asks again, and is told not to print it.
    expect((await label(draft, requestId)).label.isWithdrawn).toBe(true)
    await check(draft, GOOD)
    const next = await label(draft)
    expect([next.document.directions, next.label.n, next.label.isWithdrawn]).toEqual([['Changed'], 2, false])
    // The old one on paper says what the prescription no longer says.
    const late = randomUUID()
    await tell(old, { jobId: late, state: 'printed', evidence: 'L3' })
    expect(await reasonOf(step('dispensePrescription', await read(draft)))).toBe('label_not_on_paper')
  })

  test('has outcomes that never lead backwards, from its own job, told as often as one likes', async () => {
    const { label: made } = await labelled()
    const jobId = randomUUID()
    await tell(made, { jobId })
    await tell(made, { jobId, state: 'sending' })
    const sent = await tell(made, { jobId, state: 'sent_to_printer', evidence: 'L1' })
    expect(await tell(made, { jobId, state: 'sent_to_printer', evidence: 'L1' })).toEqual(sent)
    expect(await reasonOf(tell(made, { jobId, state: 'sending' }))).toBe('label_goes_backwards')
    expect(await reasonOf(tell(made, { jobId, state: 'sent_to_printer', evidence: null }))).toBe(
      'label_goes_backwards',
    )
    expect(await reasonOf(tell(made, { jobId: randomUUID(), state: 'printed' }))).toBe('label_of_other_job')
    await tell(made, { jobId, state: 'printed', evidence: 'L3' })
    expect(await reasonOf(tell(made, { jobId, state: 'failed' }))).toBe('label_goes_backwards')
    expect(await tell(made, { jobId, state: 'printed', evidence: 'L4' })).toMatchObject({ evidence: 'L4' })
  })

  test('that failed may be printed by a reprint, which is another job', async () => {
    const { label: made } = await labelled()
    await tell(made, { jobId: randomUUID(), state: 'failed' })
    const jobId = randomUUID()
    expect(await tell(made, { jobId, state: 'printed', evidence: 'L2' })).toMatchObject({
      state: 'printed',
      jobId,
    })
  })
})

test('H31: prescriptions stay readable when a list no longer has their drug', async () => {
  const draft = await enter()
  const drugs = DRUGS.filter(([code]) => code !== '1')
  await appliedImport(site, tableList('demo', { drugs, packs: PACKS.filter(([code]) => code !== '1') }), true)
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
