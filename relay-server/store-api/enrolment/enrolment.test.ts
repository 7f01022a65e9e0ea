// Who is let in: proofs and their refusals, device keys, the limit, agents that are too old.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renewEnrolmentKey } from '../customers/customer-changes.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import {
  admin,
  newDevice,
  newHub,
  newPharmacy,
  openOf,
  openTestStore,
  rules,
  type StoreTestDatabase,
  type TestPharmacy,
} from '../test/test-store.ts'

let store: StoreTestDatabase
let pharmacy: TestPharmacy
beforeAll(async () => {
  store = await openTestStore('enrolment')
  pharmacy = await newPharmacy(store)
})
afterAll(() => store.stop())

const codeOf = async (change: Partial<ReturnType<typeof openOf>>): Promise<string> => {
  const [result] = await newHub(store).send(openOf(newDevice(pharmacy, 'REFUSED-1'), change))
  return result?.ok === false ? result.code : 'ok'
}

test('a wrong key, another pharmacy and a computer of another pharmacy get the same refusal and leave no row', async () => {
  const other = await newPharmacy(store)
  const device = newDevice(pharmacy, 'BAD-1')
  const { hello, registration } = openOf(device)
  const wrongKey = { hello: { ...hello, enrolmentKey: `enr_${'x'.repeat(43)}` } }
  const wrongPharmacy = { registration: { ...registration, pharmacyId: other.id } }
  expect(await codeOf(wrongKey)).toBe('BAD_KEY')
  expect(await codeOf(wrongPharmacy)).toBe('BAD_KEY')
  const enrolled = newDevice(pharmacy, 'BAD-2')
  await newHub(store).open(enrolled)
  const [stolen] = await newHub(store).send(openOf({ ...enrolled, pharmacy: other }))
  expect(stolen).toMatchObject({ ok: false, code: 'BAD_KEY' })
  const { computers } = await readCustomer(store.db, { id: other.id })
  expect(computers).toEqual([])
})

test('a good and a bad open of one installation in one batch are judged apart', async () => {
  const device = newDevice(pharmacy, 'MIXED-1')
  const bad = openOf(device)
  const results = await newHub(store).send(
    { ...bad, hello: { ...bad.hello, enrolmentKey: `enr_${'y'.repeat(43)}` } },
    openOf(device),
  )
  expect(results.map((result) => [result.id, result.ok])).toEqual([
    [1, false],
    [2, true],
  ])
})

test('an agent that is too old is refused, shown, and shown no more once it is new enough', async () => {
  const device = newDevice(pharmacy, 'OLD-1')
  const strict = newHub(store, { rules: { ...rules, oldestProtocolVersion: 2 } })
  const before = await lastEventId(store.db)
  const [refused] = await strict.send(openOf(device))
  expect(refused).toMatchObject({ ok: false, code: 'UPGRADE_REQUIRED' })
  expect((await eventsAfter(store.db, before, 10)).map(({ kind }) => kind)).toEqual(['computer'])
  const find = async () =>
    (await readCustomer(store.db, { id: pharmacy.id })).computers.find(({ pcName }) => pcName === 'OLD-1')
  expect(await find()).toMatchObject({ isTooOld: true, isOnline: false, lastOnlineAt: null })
  const { hello } = openOf(device)
  await strict.open(device, { hello: { ...hello, protocolVersion: 2 } })
  expect(await find()).toMatchObject({ isTooOld: false, isOnline: true })
})

test('a renamed computer keeps its row, its key and the role that staff chose', async () => {
  const hub = newHub(store)
  const device = newDevice(pharmacy, 'NAME-1')
  const first = await hub.open(device)
  await store.db.updateTable('RelayComputers').set({ role: 2 }).where('id', '=', first.computerId).execute()
  const renamed = await hub.open({ ...device, computerName: 'NAME-2' })
  expect(renamed).toMatchObject({ computerId: first.computerId, deviceKey: first.deviceKey })
  const { computers } = await readCustomer(store.db, { id: pharmacy.id })
  expect(computers.find(({ id }) => id === first.computerId)).toMatchObject({ pcName: 'NAME-2', role: 2 })
})

test('two installations with the same names get different keys', async () => {
  const hub = newHub(store)
  const results = await hub.send(openOf(newDevice(pharmacy, 'TWIN')), openOf(newDevice(pharmacy, 'TWIN')))
  const third = await hub.open(newDevice(pharmacy, 'TWIN'))
  const keys = results.map((result) =>
    result.ok && result.data.kind === 'open' ? result.data.deviceKey : '',
  )
  expect(new Set([...keys, third.deviceKey]).size).toBe(3)
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
})

test('a renewed enrolment key lets enrolled devices stay and admits new ones by the new key only', async () => {
  const renewing = await newPharmacy(store)
  const hub = newHub(store)
  const enrolled = newDevice(renewing, 'STAY-1')
  await hub.open(enrolled)
  const { enrolmentKey } = await renewEnrolmentKey(store.db, admin, renewing.id)
  await hub.open(enrolled)
  const [late] = await hub.send(openOf(newDevice(renewing, 'LATE')))
  expect(late).toMatchObject({ ok: false, code: 'BAD_KEY' })
  await hub.open(newDevice({ ...renewing, enrolmentKey }, 'NEW-1'))
})

test('the 501st computer of a pharmacy is refused, also within one batch, and the known ones are not', async () => {
  const full = await newPharmacy(store)
  const hub = newHub(store)
  const devices = Array.from({ length: 499 }, (_none, index) => newDevice(full, `PC-${index}`))
  await hub.send(...devices.map((device) => openOf(device)))
  const results = await hub.send(openOf(newDevice(full, 'LAST')), openOf(newDevice(full, 'OVER')))
  expect(results.map((result) => (result.ok ? 'ok' : result.code))).toEqual(['ok', 'QUEUE_FULL'])
  await hub.open(devices[0] ?? newDevice(full))
})

test('the same installation that two hubs enrol at the same moment becomes one computer', async () => {
  const device = newDevice(pharmacy, 'RACE-1')
  const sessions = await Promise.all([1, 2, 3, 4].map(() => newHub(store).open(device)))
  expect(new Set(sessions.map(({ computerId }) => computerId)).size).toBe(1)
  expect(sessions.map(({ connSeq }) => connSeq).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
})
