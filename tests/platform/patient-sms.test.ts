// Messages to patients: who gets one, when, once and no more.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { PATIENT } from '@pharmacy-relay/relay-server/pharmacy-api/test/tenants.ts'
import {
  problemOf,
  type TestPharmacyApi,
} from '@pharmacy-relay/relay-server/pharmacy-api/test/test-pharmacy.ts'
import {
  askFor,
  HOUR_MS,
  logOf,
  messagesTo,
  newPatient,
  newPharmacist,
  served,
  startPatientSmsScene,
  type PatientSmsScene,
} from './patient-sms-scene.ts'

/** Noon in Istanbul, and ten in the evening. */
const NOON = Date.UTC(2026, 10, 20, 9)
const EVENING = Date.UTC(2026, 10, 20, 19)

let scene: PatientSmsScene
beforeAll(async () => {
  scene = await startPatientSmsScene('patient_sms')
})
afterAll(() => scene.stop())
beforeEach(() => void (scene.provider.standIn.behaviour = 'accept'))

/** Moves the clock, looks, and waits for what that begins. */
async function pass(site: TestPharmacyApi, clock: SteppedClock, ms: number): Promise<void> {
  clock.stepMs(ms)
  await site.idle()
}

async function openedAt(wallMs: number) {
  const clock = new SteppedClock(wallMs)
  const site = await served(scene, { clock })
  const pharmacist = await newPharmacist(site)
  return { clock, site, pharmacist }
}

const change = async (
  pharmacist: Awaited<ReturnType<typeof newPharmacist>>,
  patient: Awaited<ReturnType<typeof newPatient>>,
  changes: { readonly smsConsent?: boolean; readonly phone?: string },
) => {
  const { name, phone, birthYear, flags, smsConsent, version, id } = patient
  const body = { name, phone, birthYear, flags, smsConsent, ...changes }
  return pharmacist.call(pharmacyApi.putPatient, { params: { patientId: id }, body }, version)
}
const reasonOf = async (call: Promise<unknown>) => (await problemOf(call)).reason?.code

describe('A message to a patient', () => {
  test('goes out by day in the language of the pharmacy, and neither text nor phone is in the database', async () => {
    const { site, pharmacist } = await openedAt(NOON)
    const patient = await newPatient(pharmacist)
    const asked = await askFor(pharmacist, patient)
    expect(asked).toMatchObject({ state: 'queued', reason: null, goesOutAt: new Date(NOON).toISOString() })
    await site.idle()
    expect(messagesTo(scene, patient)).toEqual([
      expect.stringMatching(
        /^Made-up Pharmacy: İlacınız hazır\. Açık: Pzt-Cum 09:00-18:00\. SMS iptali: https:\/\/panel\.example\/no-sms\/[0-9a-z]{16}$/,
      ),
    ])
    const token = messagesTo(scene, patient)[0]?.slice(-16) ?? ''
    const again = await askFor(pharmacist, patient, { requestId: asked.requestId })
    expect(again).toEqual({ ...asked, state: 'handed_over', goesOutAt: null })
    expect(await logOf(scene, pharmacist)).toMatchObject([
      { template: 'ready', state: 'handed_over', phoneTail: patient.phone.slice(-2), segments: 2 },
    ])
    const rows = await withConnection(scene.database.url, async (client) =>
      client.query('select m.*, l.* from "PatientMessages" m join "OptOutLinks" l using ("patientId")'),
    )
    expect(rows.rows.length).toBeGreaterThan(0)
    const kept = JSON.stringify([rows.rows, await logOf(scene, pharmacist)])
    for (const secret of ['İlacınız', PATIENT.name, patient.phone.slice(3), token])
      expect(kept).not.toContain(secret)
  })

  test('has the language that was asked for, and says when a closed pharmacy is open again', async () => {
    const { site, pharmacist } = await openedAt(NOON)
    const patient = await newPatient(pharmacist)
    const values = { date: '2026-11-30', opens: '08:30' }
    await askFor(pharmacist, patient, { template: 'closed', values, language: 'de' })
    await site.idle()
    expect(messagesTo(scene, patient)).toEqual([
      expect.stringMatching(
        /^Made-up Pharmacy: Wir haben zu\. Wieder offen Mo\., 30\. Nov\. 08:30\. SMS aus: https:/,
      ),
    ])
  })

  test('is refused without consent, and for a patient who is not the pharmacy’s; both are logged', async () => {
    const { site, pharmacist } = await openedAt(NOON)
    const other = await newPharmacist(site)
    const [silent, foreign] = [await newPatient(pharmacist, { smsConsent: false }), await newPatient(other)]
    expect(await reasonOf(askFor(pharmacist, silent))).toBe('patient_sms_no_consent')
    expect((await problemOf(askFor(pharmacist, foreign))).code).toBe('not_found')
    await site.idle()
    expect([...messagesTo(scene, silent), ...messagesTo(scene, foreign)]).toEqual([])
    expect(await logOf(scene, pharmacist)).toEqual([])
    const { items } = await pharmacist.call(pharmacyApi.listAccessLog, { query: {} })
    expect(items.map(({ act }) => act).slice(0, 2)).toEqual(['not_found', 'sms'])
  })

  test('pressed twenty times at once is one, and its request makes no other', async () => {
    const { site, pharmacist } = await openedAt(NOON)
    const [patient, other] = [await newPatient(pharmacist), await newPatient(pharmacist)]
    const requestId = randomUUID()
    const presses = Array.from({ length: 20 }, async () => askFor(pharmacist, patient, { requestId }))
    for (const answer of await Promise.all(presses)) expect(answer.requestId).toBe(requestId)
    expect(await reasonOf(askFor(pharmacist, other, { requestId }))).toBe('patient_sms_other_request')
    expect(await reasonOf(askFor(pharmacist, patient, { requestId, template: 'refill' }))).toBe(
      'patient_sms_other_request',
    )
    await site.idle()
    expect(messagesTo(scene, patient)).toHaveLength(1)
    expect(await logOf(scene, pharmacist)).toHaveLength(1)
  })

  test('is one a day, also of twenty requests at once, and the next day another may go', async () => {
    const { clock, site, pharmacist } = await openedAt(NOON)
    const patient = await newPatient(pharmacist)
    const all = await Promise.allSettled(Array.from({ length: 20 }, async () => askFor(pharmacist, patient)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await reasonOf(askFor(pharmacist, patient, { template: 'refill' }))).toBe('patient_sms_one_a_day')
    await site.idle()
    await pass(site, clock, 24 * HOUR_MS)
    await askFor(pharmacist, patient)
    await site.idle()
    expect(messagesTo(scene, patient)).toHaveLength(2)
  })

  test('is no more than a pharmacy may ask for on a day, and erasing patients makes no room', async () => {
    const clock = new SteppedClock(NOON)
    const site = await served(scene, { clock, perDay: 3 })
    const [pharmacist, other] = [await newPharmacist(site), await newPharmacist(site)]
    const patients = []
    for (let n = 0; n < 8; n += 1) patients.push(await newPatient(pharmacist))
    const all = await Promise.allSettled(patients.map(async (patient) => askFor(pharmacist, patient)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    await site.idle()
    for (const { id, version } of patients.slice(0, 7))
      await pharmacist.call(pharmacyApi.erasePatient, { params: { patientId: id } }, version)
    const last = await newPatient(pharmacist)
    const refused = await problemOf(askFor(pharmacist, last))
    expect([refused.code, refused.reason?.code]).toEqual(['rate_limited', 'patient_sms_too_many'])
    expect((await askFor(other, await newPatient(other))).state).toBe('queued')
    await pass(site, clock, 24 * HOUR_MS)
    expect((await askFor(pharmacist, last)).state).toBe('queued')
    await site.idle()
  })
})

describe('In the night', () => {
  test('a message waits for nine o’clock, over a restart, and one of two processes sends it', async () => {
    const { clock, site, pharmacist } = await openedAt(EVENING)
    const patient = await newPatient(pharmacist)
    expect((await askFor(pharmacist, patient)).goesOutAt).toBe('2026-11-21T06:00:00.000Z')
    await pass(site, clock, HOUR_MS)
    await site.stop()
    const both = [await served(scene, { clock }), await served(scene, { clock })]
    clock.stepMs(10 * HOUR_MS - 1_000)
    for (const one of both) await one.idle()
    expect(messagesTo(scene, patient)).toEqual([])
    clock.stepMs(60_000)
    for (const one of both) await one.idle()
    expect(messagesTo(scene, patient)).toHaveLength(1)
    clock.stepMs(HOUR_MS)
    for (const one of both) await one.idle()
    expect(messagesTo(scene, patient)).toHaveLength(1)
  })

  test.each([
    ['goes on', Date.UTC(2027, 2, 27, 22), '2027-03-28T07:00:00.000Z'],
    ['goes back', Date.UTC(2027, 9, 30, 22), '2027-10-31T08:00:00.000Z'],
  ])('that the clock %s it waits for nine o’clock there', async (_, wallMs, goesOutAt) => {
    const clock = new SteppedClock(wallMs)
    const site = await served(scene, { clock })
    const pharmacist = await newPharmacist(site, { timeZone: 'Europe/Berlin' })
    const patient = await newPatient(pharmacist)
    expect((await askFor(pharmacist, patient)).goesOutAt).toBe(goesOutAt)
    await pass(site, clock, Date.parse(goesOutAt) - wallMs - 1_000)
    expect(messagesTo(scene, patient)).toEqual([])
    await pass(site, clock, 60_000)
    expect(messagesTo(scene, patient)).toHaveLength(1)
  })

  test('consent that is taken back ends what waits, at once', async () => {
    const { clock, site, pharmacist } = await openedAt(EVENING)
    const patient = await newPatient(pharmacist)
    const { requestId } = await askFor(pharmacist, patient)
    await change(pharmacist, patient, { smsConsent: false })
    const ended = { state: 'suppressed', reason: 'no_consent' }
    expect(await logOf(scene, pharmacist)).toMatchObject([ended])
    expect(await askFor(pharmacist, patient, { requestId })).toEqual({ ...ended, requestId, goesOutAt: null })
    await pass(site, clock, 12 * HOUR_MS)
    expect(messagesTo(scene, patient)).toEqual([])
  })

  test('a message that waits follows its patient to another phone', async () => {
    const { clock, site, pharmacist } = await openedAt(EVENING)
    const patient = await newPatient(pharmacist)
    await askFor(pharmacist, patient)
    await change(pharmacist, patient, { phone: '+905399999917' })
    await pass(site, clock, 12 * HOUR_MS)
    expect(messagesTo(scene, patient)).toEqual([])
    expect(messagesTo(scene, { phone: '+905399999917' })).toHaveLength(1)
    expect(await logOf(scene, pharmacist)).toMatchObject([{ phoneTail: '17', state: 'handed_over' }])
  })

  test('nothing is sent that is late by more than a night', async () => {
    const { clock, site, pharmacist } = await openedAt(EVENING)
    const patient = await newPatient(pharmacist)
    await askFor(pharmacist, patient)
    await site.stop()
    clock.stepMs(40 * HOUR_MS)
    await (await served(scene, { clock })).idle()
    expect(messagesTo(scene, patient)).toEqual([])
    expect(await logOf(scene, pharmacist)).toMatchObject([{ state: 'suppressed', reason: 'too_late' }])
  })
})
