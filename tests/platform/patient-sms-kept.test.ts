// What is kept of messages to patients: over erasures, processes that end and providers that are silent, behind the wall, in the log.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { pharmacistOf } from '@pharmacy-relay/relay-server/pharmacy-api/test/tenants.ts'
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
  scene = await startPatientSmsScene('patient_sms_kept')
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
