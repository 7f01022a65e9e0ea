// Messages to patients: who gets one, when, once and no more, and what is left of it when the patient is erased.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { PATIENT, pharmacistOf } from '@pharmacy-relay/relay-server/pharmacy-api/test/tenants.ts'
import {
  problemOf,
  type TestPharmacyApi,
} from '@pharmacy-relay/relay-server/pharmacy-api/test/test-pharmacy.ts'
import {
  askFor,
  handOverOf,
  HOUR_MS,
  logOf,
  messagesTo,
  newPatient,
  newPharmacist,
  OPEN,
  served,
  startPatientSmsScene,
  type PatientSmsScene,
} from './patient-sms-scene.ts'

/** Noon in Istanbul, and ten in the evening. */
const NOON = Date.UTC(2026, 10, 20, 9)
const EVENING = Date.UTC(2026, 10, 20, 19)
/** Longer than a process that hands over has for it. */
const LEASE_MS = 4 * 60_000

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
      'Made-up Pharmacy: İlacınız hazır. Açık: Pzt-Cum 09:00-18:00. İleti istemiyorsanız bize söyleyin.',
    ])
    const again = await askFor(pharmacist, patient, { requestId: asked.requestId })
    expect(again).toEqual({ ...asked, state: 'handed_over', goesOutAt: null })
    expect(await logOf(scene, pharmacist)).toMatchObject([
      { template: 'ready', state: 'handed_over', phoneTail: patient.phone.slice(-2), segments: 2 },
    ])
    const rows = await withConnection(scene.database.url, async (client) =>
      client.query('select * from "PatientMessages"'),
    )
    const kept = JSON.stringify([rows.rows, await logOf(scene, pharmacist)])
    for (const secret of ['İlacınız', PATIENT.name, patient.phone.slice(3)])
      expect(kept).not.toContain(secret)
  })

  test('has the language that was asked for, and says when a closed pharmacy is open again', async () => {
    const { site, pharmacist } = await openedAt(NOON)
    const patient = await newPatient(pharmacist)
    const values = { date: '2026-11-30', opens: '08:30' }
    await askFor(pharmacist, patient, { template: 'closed', values, language: 'de' })
    await site.idle()
    expect(messagesTo(scene, patient)).toEqual([
      'Made-up Pharmacy: Wir haben zu. Wieder offen Mo., 30. Nov. 08:30. Keine SMS mehr? Sagen Sie es uns.',
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

describe('Of a patient who is erased', () => {
  test('nothing that waits is sent, and the log forgets the number, also after a restore of yesterday', async () => {
    const { clock, site, pharmacist } = await openedAt(EVENING)
    const [early, late] = [await newPatient(pharmacist), await newPatient(pharmacist)]
    await askFor(pharmacist, late)
    await pass(site, clock, 12 * HOUR_MS)
    await askFor(pharmacist, early)
    await site.idle()
    const asOwner = async (text: string) =>
      withConnection(scene.database.url, async (client) => client.query(text))
    const waiting = await newPatient(pharmacist)
    await pass(site, clock, 12 * HOUR_MS)
    await askFor(pharmacist, waiting)
    const tables = ['PatientPhones', 'PatientMessages']
    for (const table of tables) await asOwner(`create table "old${table}" as select * from "${table}"`)
    for (const { id, version } of [early, late, waiting])
      await pharmacist.call(pharmacyApi.erasePatient, { params: { patientId: id } }, version)
    const forgotten = [
      { state: 'handed_over', phoneTail: '**', phoneHash: Buffer.alloc(0) },
      { state: 'handed_over', phoneTail: '**', phoneHash: Buffer.alloc(0) },
      { state: 'suppressed', reason: 'erased', phoneTail: '**', phoneHash: Buffer.alloc(0) },
    ]
    expect(await logOf(scene, pharmacist)).toMatchObject(forgotten)
    for (const table of tables)
      await asOwner(
        `insert into "${table}" select * from "old${table}" on conflict do nothing; drop table "old${table}"`,
      )
    expect((await logOf(scene, pharmacist)).map(({ phoneTail }) => phoneTail)).not.toContain('**')
    await site.stop()
    await pass(await served(scene, { clock }), clock, 12 * HOUR_MS)
    expect(await logOf(scene, pharmacist)).toMatchObject(forgotten)
    expect(messagesTo(scene, waiting)).toEqual([])
  })
})

describe('A process that ends', () => {
  test.each([
    ['after handing a message over, before it noted that', true],
    ['before it handed a message over', false],
  ])('%s leaves one message, which another process finds', async (_, isHandedOver) => {
    const clock = new SteppedClock(NOON)
    let handed = 0
    const killed = await served(scene, {
      clock,
      handOver: async (request) => {
        if (isHandedOver) await handOverOf(scene, clock)(request)
        handed += 1
        throw new Error('the process ends here')
      },
    })
    const pharmacist = await newPharmacist(killed)
    const patient = await newPatient(pharmacist)
    await askFor(pharmacist, patient)
    await until('it was handed over', () => handed > 0)
    await killed.stop()
    const other = await served(scene, { clock })
    await pass(other, clock, 60_000)
    expect(await logOf(scene, pharmacist)).toMatchObject([{ state: 'queued' }])
    await pass(other, clock, LEASE_MS)
    expect(await logOf(scene, pharmacist)).toMatchObject([{ state: 'handed_over' }])
    expect(messagesTo(scene, patient)).toHaveLength(1)
    await pass(other, clock, LEASE_MS)
    expect(messagesTo(scene, patient)).toHaveLength(1)
  })

  test('and a consent that is taken back before another found it: nobody is asked, and it is not known', async () => {
    const clock = new SteppedClock(NOON)
    const killed = await served(scene, {
      clock,
      handOver: () => Promise.reject(new Error('the process ends here')),
    })
    const pharmacist = await newPharmacist(killed)
    const patient = await newPatient(pharmacist)
    await askFor(pharmacist, patient)
    await killed.idle()
    await change(pharmacist, patient, { smsConsent: false })
    await killed.stop()
    await pass(await served(scene, { clock }), clock, LEASE_MS)
    expect(await logOf(scene, pharmacist)).toMatchObject([{ state: 'unknown', reason: 'interrupted' }])
    expect(messagesTo(scene, patient)).toEqual([])
  })
})

test.each([
  ['0003', 'never answers', 'unknown', 'no_answer'],
  ['0002', 'cuts the connection', 'unknown', 'no_answer'],
  ['0001', 'refuses', 'failed', 'refused'],
])('A provider (%s) that %s has the message once: %s, %s', async (ending, _, state, why) => {
  const { clock, site, pharmacist } = await openedAt(NOON)
  const patient = await newPatient(pharmacist, { ending })
  const { requestId } = await askFor(pharmacist, patient)
  await site.idle()
  await pass(site, clock, LEASE_MS)
  await pass(site, clock, 2 * HOUR_MS)
  expect(messagesTo(scene, patient)).toHaveLength(1)
  const answer = { requestId, state, reason: why, goesOutAt: null }
  expect(await askFor(pharmacist, patient, { requestId })).toEqual(answer)
  await site.idle()
  expect(messagesTo(scene, patient)).toHaveLength(1)
})

test('The request role sees no message of another pharmacy, makes none there, and has no way to the log', async () => {
  const { site, pharmacist } = await openedAt(NOON)
  await askFor(pharmacist, await newPatient(pharmacist))
  await site.idle()
  const asPharmacy = async (pharmacyId: number | '', statement: string) =>
    withConnection(scene.database.url, async (client) => {
      await client.query('begin')
      await client.query(
        `select set_config('app.pharmacy_id', '${pharmacyId}', true), set_config('role', 'pharmacy_request', true)`,
      )
      const done = await client.query(statement).then(
        ({ rowCount }) => rowCount,
        ({ code }: { readonly code: string }) => code,
      )
      await client.query('rollback')
      return done
    })
  const [own, other] = [pharmacist.pharmacyId, pharmacist.pharmacyId + 1]
  for (const table of ['PatientMessages', 'PatientMessageDays']) {
    expect(await asPharmacy(own, `select from "${table}"`)).toBe(1)
    expect(await asPharmacy(other, `select from "${table}"`)).toBe(0)
    expect(await asPharmacy('', `select from "${table}"`)).toBe(0)
    expect(await asPharmacy(own, `update "${table}" set "pharmacyId" = ${other}`)).toBe('42501')
  }
  expect(await asPharmacy(other, `insert into "PatientMessageDays" values (${own}, '2030-01-01', 0)`)).toBe(
    '42501',
  )
  for (const statement of [
    'select from "SmsLogs"',
    'delete from "PatientMessages"',
    'update "PatientMessageDays" set "count" = 0 where false; delete from "PatientMessageDays"',
  ])
    expect(await asPharmacy(own, statement)).toBe('42501')
})

test('Each opening of the phone is logged, for who asked', async () => {
  const { clock, site, pharmacist } = await openedAt(EVENING)
  const patient = await newPatient(pharmacist)
  await askFor(pharmacist, patient)
  const acts = async () => {
    const { items } = await pharmacist.call(pharmacyApi.listAccessLog, { query: { patientId: patient.id } })
    return items.filter(({ act }) => act === 'sms')
  }
  expect(await acts()).toHaveLength(1)
  await pass(site, clock, 12 * HOUR_MS)
  const [sent, asked] = await acts()
  expect(sent).toMatchObject({ userGuid: asked?.userGuid, traceId: asked?.traceId, isIntact: true })
})

test('Words in place of times are refused, and the refusal repeats none', async () => {
  const { site, pharmacist } = await openedAt(NOON)
  const patient = await newPatient(pharmacist)
  const refused = await problemOf(askFor(pharmacist, patient, { values: { ...OPEN, closes: 'Ibuprofen' } }))
  expect(refused.code).toBe('invalid')
  expect(JSON.stringify([refused.message, refused.errors])).not.toContain('Ibuprofen')
  const nobody = await pharmacistOf(site, 99)
  expect((await problemOf(askFor(nobody, patient))).code).toBe('not_found')
})
