// A patient ends the messages of a pharmacy by the link of one: at once, there alone, and nobody learns who he is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { createApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import {
  problemOf,
  type TestPharmacyApi,
} from '@pharmacy-relay/relay-server/pharmacy-api/test/test-pharmacy.ts'
import { PATIENT, pharmacistOf } from '@pharmacy-relay/relay-server/pharmacy-api/test/tenants.ts'
import {
  askFor,
  handOverOf,
  HOUR_MS,
  logOf,
  messagesTo,
  newPatient,
  newPharmacist,
  served,
  startPatientSmsScene,
  type PatientSmsScene,
} from './patient-sms-scene.ts'

/** Noon in Istanbul. */
const NOON = Date.UTC(2026, 10, 20, 9)
const DAY_MS = 24 * HOUR_MS

let scene: PatientSmsScene
beforeAll(async () => {
  scene = await startPatientSmsScene('sms_opt_out')
})
afterAll(() => scene.stop())

async function opened() {
  const clock = new SteppedClock(NOON)
  const site = await served(scene, { clock })
  return { clock, site, pharmacist: await newPharmacist(site, { name: 'Riverside Pharmacy' }) }
}

type Pharmacist = Awaited<ReturnType<typeof newPharmacist>>
type NewPatient = Awaited<ReturnType<typeof newPatient>>

/** Of the link in the message that is sent now. */
async function sentToken(site: TestPharmacyApi, pharmacist: Pharmacist, patient: NewPatient) {
  await askFor(pharmacist, patient)
  await site.idle()
  return messagesTo(scene, patient).at(-1)?.slice(-16) ?? ''
}

let addresses = 0
/** Somebody without an account, at an address of his own. */
function follower({ baseUrl }: TestPharmacyApi) {
  const address = `198.51.100.${(addresses += 1)}`
  const headers = () => Promise.resolve({ 'x-forwarded-for': address })
  const client = createApiClient({ baseUrl, timeoutMs: 60_000, headers })
  const call = (token: string) => ({ params: null, query: null, body: { token } })
  return {
    read: async (token: string) => client.call(pharmacyApi.readSmsOptOut, call(token), { token: null }),
    end: async (token: string) => client.call(pharmacyApi.optOutOfSms, call(token), { token: null }),
  }
}

const read = async (pharmacist: Pharmacist, { id }: NewPatient) =>
  pharmacist.call(pharmacyApi.getPatient, { params: { patientId: id } })
const reasonOf = async (call: Promise<unknown>) => (await problemOf(call)).reason?.code

describe('The link of a message', () => {
  test('says whose messages they are, and looking at it ends nothing', async () => {
    const { site, pharmacist } = await opened()
    const patient = await newPatient(pharmacist)
    const token = await sentToken(site, pharmacist, patient)
    const answer = await follower(site).read(token)
    expect(answer).toEqual({ pharmacy: 'Riverside Pharmacy', isEnded: false })
    expect((await read(pharmacist, patient)).smsConsent).toBe(true)
  })

  test('ends what waits and all that would come, and once more is the same', async () => {
    const { clock, site, pharmacist } = await opened()
    const patient = await newPatient(pharmacist)
    const token = await sentToken(site, pharmacist, patient)
    clock.stepMs(10 * HOUR_MS)
    await askFor(pharmacist, patient, { template: 'refill' })
    await site.idle()
    const someone = follower(site)
    for (const _ of [1, 2]) expect(await someone.end(token)).toEqual({ pharmacy: 'Riverside Pharmacy' })
    expect(await someone.read(token)).toEqual({ pharmacy: 'Riverside Pharmacy', isEnded: true })
    expect(await logOf(scene, pharmacist)).toMatchObject([
      { state: 'handed_over' },
      { state: 'suppressed', reason: 'no_consent' },
    ])
    clock.stepMs(DAY_MS)
    await site.idle()
    expect(messagesTo(scene, patient)).toHaveLength(1)
    expect(await reasonOf(askFor(pharmacist, patient))).toBe('patient_sms_no_consent')
  })

  test('is in the access log once, as the act of nobody with an account', async () => {
    const { site, pharmacist } = await opened()
    const patient = await newPatient(pharmacist)
    const token = await sentToken(site, pharmacist, patient)
    for (const _ of [1, 2]) await follower(site).end(token)
    const { items } = await pharmacist.call(pharmacyApi.listAccessLog, { query: { patientId: patient.id } })
    const byLink = items.filter(({ userGuid }) => userGuid === 'patient-by-link')
    expect(byLink).toMatchObject([{ act: 'sms', patientId: patient.id, deviceKey: null, isIntact: true }])
  })

  test('leaves a form that was open before without effect, and the pharmacist may enter new consent', async () => {
    const { site, pharmacist } = await opened()
    const patient = await newPatient(pharmacist)
    const token = await sentToken(site, pharmacist, patient)
    await follower(site).end(token)
    const { name, phone, birthYear, flags, version } = patient
    const body = { name, phone, birthYear, flags, smsConsent: true }
    const params = { patientId: patient.id }
    const stale = await problemOf(pharmacist.call(pharmacyApi.putPatient, { params, body }, version))
    expect(stale.code).toBe('version_stale')
    const now = await read(pharmacist, patient)
    await pharmacist.call(pharmacyApi.putPatient, { params, body }, now.version)
    expect((await follower(site).read(token)).isEnded).toBe(false)
  })

  test('acts at its pharmacy alone, for the same phone', async () => {
    const { site, pharmacist } = await opened()
    const other = await newPharmacist(site)
    const patient = await newPatient(pharmacist)
    const body = { ...PATIENT, phone: patient.phone, smsConsent: true }
    const sameOne = await other.call(pharmacyApi.createPatient, { body })
    await follower(site).end(await sentToken(site, pharmacist, patient))
    expect((await read(other, sameOne)).smsConsent).toBe(true)
    expect((await read(pharmacist, patient)).smsConsent).toBe(false)
  })

  test('is over when it is unknown, older than 13 months, or its patient was erased; the answers are the same', async () => {
    const { site, pharmacist } = await opened()
    const [patient, erased] = [await newPatient(pharmacist), await newPatient(pharmacist)]
    const token = await sentToken(site, pharmacist, patient)
    const ofErased = await sentToken(site, pharmacist, erased)
    const params = { patientId: erased.id }
    await pharmacist.call(pharmacyApi.erasePatient, { params }, erased.version)
    const days = async (later: number) => served(scene, { clock: new SteppedClock(NOON + later * DAY_MS) })
    expect((await follower(await days(395)).read(token)).isEnded).toBe(false)
    const late = await days(396)
    for (const one of [token, ofErased, '0'.repeat(16)]) {
      for (const call of [follower(late).read, follower(late).end]) {
        const problem = await problemOf(call(one))
        expect([problem.code, problem.reason?.code]).toEqual(['state_conflict', 'opt_out_link_over'])
      }
    }
  })

  test('of a message that a lost process had taken is the one that the next process sends', async () => {
    const clock = new SteppedClock(NOON)
    const texts: string[] = []
    const lost = await served(scene, {
      clock,
      handOver: ({ text }) => {
        texts.push(text)
        return Promise.reject(new Error('the process ends'))
      },
    })
    const pharmacist = await newPharmacist(lost)
    const patient = await newPatient(pharmacist)
    await askFor(pharmacist, patient)
    await lost.idle()
    await lost.stop()
    clock.stepMs(HOUR_MS)
    const site = await served(scene, { clock, handOver: handOverOf(scene, clock) })
    await site.idle()
    expect(messagesTo(scene, patient)).toEqual(texts)
    const token = texts[0]?.slice(-16) ?? ''
    await follower(site).end(token)
    const sameOne = await pharmacistOf(site, pharmacist.pharmacyId)
    expect((await read(sameOne, patient)).smsConsent).toBe(false)
  })

  test('may be tried sixty times a minute from an address', async () => {
    const { clock, site } = await opened()
    const someone = follower(site)
    for (let n = 0; n < 60; n += 1) await problemOf(someone.read('0'.repeat(16)))
    expect((await problemOf(someone.end('0'.repeat(16)))).code).toBe('rate_limited')
    expect(await reasonOf(follower(site).end('0'.repeat(16)))).toBe('opt_out_link_over')
    clock.stepMs(60_000)
    expect(await reasonOf(someone.end('0'.repeat(16)))).toBe('opt_out_link_over')
  })
})

test('No request’s role reads a digest, changes one, or adds one of another pharmacy', async () => {
  await withConnection(scene.database.url, async (client) => {
    const asRequest = async (statement: string) => {
      await client.query('begin')
      await client.query(
        `select set_config('app.pharmacy_id', '1', true), set_config('role', 'pharmacy_request', true)`,
      )
      const refused = await client.query(statement).then(
        () => null,
        (error: unknown) => String(error),
      )
      await client.query('rollback')
      return refused
    }
    for (const statement of [
      'select * from "OptOutLinks"',
      'delete from "OptOutLinks"',
      `update "OptOutLinks" set "pharmacyId" = 1`,
    ])
      expect(await asRequest(statement)).toContain('permission denied')
    expect(
      await asRequest(
        `insert into "OptOutLinks" values (sha256('x'), 2, '0b7c1f5e-6f0e-4a54-9a39-6f2f7a4f2f11', now())`,
      ),
    ).toContain('row-level security')
  })
})
