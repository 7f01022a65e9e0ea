// Many pharmacies with one problem are one incident and one text message; what the platform itself caused is none.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SmsRequest } from '@pharmacy-relay/shared/api/identity-sms.ts'
import type { CodeSms } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { CloseReason } from '@pharmacy-relay/shared/device.ts'
import { SupportTask } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { Caller } from '../../../auth/access-token.ts'
import { eventsAfter } from '../../events/outbox.queries.ts'
import { readDuty, setDuty } from '../../support-desk/duty.ts'
import {
  admin,
  newDevice,
  newHub,
  newPharmacy,
  openOf,
  openTestStore,
  pairAll,
  type StoreTestDatabase,
  type TestDevice,
  type TestHub,
} from '../../test/test-store.ts'
import { runningSweeper, type TestSweeper } from '../../test/test-sweeper.ts'
import { changeTask } from '../task-changes.ts'
import { listTasks, readTask } from '../task-detail.queries.ts'
import { sendMessage } from '../task-messages.ts'
import { lookAtProblems } from './on-call.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const ann: Caller = { ...admin, name: 'Ann' }

let store: StoreTestDatabase
let hub: TestHub
let sweeper: TestSweeper
let sms: SmsRequest[]
/** What becomes of the next messages. */
let sending: CodeSms
beforeEach(async () => {
  store = await openTestStore('incidents')
  hub = newHub(store)
  sweeper = await runningSweeper(store)
  sms = []
  sending = 'sent'
  await hub.lease()
  await look()
  const fields = { phone: '+4915112345678', language: 'de', closedDays: [] as string[] } as const
  const { version } = await readDuty(store.db, 'Europe/Berlin')
  await setDuty({ db: store.db, zone: 'Europe/Berlin' }, ann, { ...fields, version })
})
afterEach(async () => store.stop())

const sendSms = async (request: SmsRequest): Promise<CodeSms> => {
  if (sending === 'sent') sms.push(request)
  return Promise.resolve(sending)
}
const look = async (): Promise<number> => lookAtProblems({ db: store.db, sendSms })

/** Minutes pass in which the hub lives and problems are looked at. */
async function pass(minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 4) {
    await sweeper.step(Math.min(left, 4) * MINUTE)
    await hub.lease()
    await look()
  }
}

async function devices(count: number): Promise<TestDevice[]> {
  const list: TestDevice[] = []
  for (let n = 0; n < count; n += 1) list.push(newDevice(await newPharmacy(store), `PC-${n}`))
  await pairAll(store, list)
  return list
}

async function connect(list: readonly TestDevice[]): Promise<string[]> {
  const results = await hub.send(...list.map((device) => openOf(device)))
  return results.map((result) => {
    if (!result.ok || result.data.kind !== 'open') throw new Error(`not opened: ${JSON.stringify(result)}`)
    return result.data.sessionId
  })
}

/** Nobody said goodbye, unless the reason is `bye`: they are waited for, for as long as the sweeper does. */
async function disconnect(
  sessionIds: readonly string[],
  reason: CloseReason = 'ping_timeout',
): Promise<void> {
  await hub.send(
    ...sessionIds.map((sessionId) => ({ kind: 'close', id: 1, sessionId, reason, agoMs: 0 }) as const),
  )
  if (reason === 'bye') return
  await sweeper.step(11 * SECOND)
  await sweeper.sweeper.endGraces()
}

async function tasks(view: 'all' | 'done' = 'all', customerId?: number) {
  const query = { view, page: 1, pageSize: 50, ...(customerId === undefined ? {} : { customerId }) }
  const { items } = await listTasks(store.db, ann.subject, query)
  return items
}

test('K23: 400 offline in a minute: one incident, one SMS, also where a look fell into that minute', async () => {
  const fleet = await devices(400)
  const sessions = await connect(fleet)
  await pass(1)
  await disconnect(sessions.slice(0, 15))
  await sweeper.step(40 * SECOND)
  await disconnect(sessions.slice(15))
  await pass(59)
  expect(await tasks()).toEqual([])
  await pass(0.5)
  // Of those that were the first nobody could know more.
  expect(await tasks()).toHaveLength(15)
  sending = 'failed'
  await pass(0.6)
  sending = 'sent'
  await Promise.all([look(), look(), look()])
  const open = await tasks()
  expect(open).toMatchObject([
    {
      origin: 'incident',
      problem: 'offline',
      computerId: null,
      hit: { now: 400, all: 400 },
    },
  ])
  const [{ id } = { id: 0 }] = open
  expect(new Set(sms.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([`incident:${id}:1`]))
  expect(sms[0]?.text).toBe(
    `Pharmacy Relay: 400 Apotheken binnen zehn Minuten: Über eine Stunde offline. Vorfall T-${id} im Panel.`,
  )
  // Told to all portals in the form of any task, under a pharmacy of its own.
  const told = (await eventsAfter(store.db, 0, 100_000)).flatMap((row) =>
    row.kind === 'support_task' ? [row] : [],
  )
  const [news] = told.filter(({ task }) => task.id === id)
  expect(news).toMatchObject({
    event: 'ReceiveNewSupportTaskAsync',
    task: { origin: 'incident', state: 'new' },
  })
  expect(SupportTask.parse(news?.task).customerId).toBe(fleet[0]?.pharmacy.id)
  expect(told.filter(({ event }) => event === 'ReceiveRemoveSupportTaskAsync')).toHaveLength(15)
  const messages = sms.length
  await pass(8)
  expect(sms).toHaveLength(messages)
  expect(await tasks('done')).toHaveLength(15)
  const { places, dueAt } = await readTask(store.db, { taskId: id, reader: ann.subject })
  expect(places).toHaveLength(400)
  expect(places[0]).toMatchObject({ computers: 1, wellSince: null })
  expect(dueAt).not.toBeNull()
  // Each of their pharmacies knows of it, and it is not counted as the work of one.
  expect(await tasks('all', fleet[7]?.pharmacy.id)).toMatchObject([{ id }])

  await connect(fleet.slice(0, 399))
  await pass(16)
  expect(await tasks()).toMatchObject([{ id, hit: { now: 1, all: 400 } }])
  await connect(fleet.slice(399))
  await pass(16)
  expect(await tasks()).toEqual([])
  expect((await tasks('done'))[0]).toMatchObject({ id, state: 'done' })
})

test('K24: an incident that comes and goes is the same one, wakes nobody each time, and stays the third time', async () => {
  const fleet = await devices(5)
  let sessions = await connect(fleet)
  for (let round = 0; round < 3; round += 1) {
    await pass(1)
    await disconnect(sessions)
    await pass(61)
    sessions = await connect(fleet)
    await pass(16)
  }
  expect(await tasks()).toMatchObject([{ origin: 'incident', state: 'released', reopened: 2 }])
  expect(await tasks('done')).toEqual([])
  expect(sms).toHaveLength(2)
})

test('four of a small fleet are four tasks, and who leaves an incident and fails alone has one of his own', async () => {
  const fleet = await devices(6)
  const all = await connect(fleet)
  await disconnect(all.slice(0, 4))
  await pass(61)
  expect((await tasks()).map(({ origin }) => origin)).toEqual(Array(4).fill('problem'))
  expect(sms).toEqual([])
  const back = await connect(fleet.slice(0, 4))
  await pass(16)
  expect(await tasks()).toEqual([])
  await disconnect([...back, ...all.slice(4)])
  await pass(61)
  const [incident] = await tasks()
  expect(incident).toMatchObject({ origin: 'incident', hit: { now: 6, all: 6 } })
  // A person has it; five are well again, and one of them fails alone.
  await changeTask(store.db, ann, { taskId: incident?.id ?? 0, step: 'claim', version: null, note: null })
  const [alone] = await connect(fleet.slice(1))
  await pass(16)
  await disconnect([alone ?? ''])
  await pass(61)
  const own = (await tasks()).filter(({ origin }) => origin === 'problem')
  expect(own).toMatchObject([{ customerId: fleet[1]?.pharmacy.id }])
})

test('a person takes an incident: it is answered, his words are notes, and it does not end under his hands', async () => {
  const fleet = await devices(5)
  await disconnect(await connect(fleet))
  await pass(61)
  const [{ id: taskId } = { id: 0 }] = await tasks()
  const claimed = await changeTask(store.db, ann, { taskId, step: 'claim', version: null, note: null })
  expect(claimed).toMatchObject({ state: 'claimed', dueAt: null })
  const clientId = '11111111-1111-4111-8111-111111111111'
  const words = { clientId, text: 'The provider is down', isInternal: false, afterSeq: null }
  expect(await sendMessage(store.db, ann, { taskId, ...words })).toMatchObject({ isInternal: true })
  await connect(fleet)
  await pass(16)
  expect(await tasks()).toMatchObject([{ state: 'claimed', hit: { now: 0, all: 5 } }])
  const { version } = await readTask(store.db, { taskId, reader: ann.subject })
  const given = await changeTask(store.db, ann, { taskId, step: 'release', version, note: null })
  expect(given.dueAt).not.toBeNull()
})

test('who switches off in the evening is one incident, too, and wakes nobody; whoever is lost behind it does', async () => {
  const fleet = await devices(12)
  const sessions = await connect(fleet)
  await pass(1)
  await disconnect(sessions.slice(0, 6), 'bye')
  await pass(64)
  expect(await tasks()).toMatchObject([{ origin: 'incident', hit: { now: 6, all: 6 } }])
  expect(sms).toEqual([])
  await disconnect(sessions.slice(6))
  await pass(64)
  expect(await tasks()).toMatchObject([{ origin: 'incident', hit: { now: 12, all: 12 } }])
  expect(sms).toHaveLength(1)
})

test('our own fault is no customer’s task: none while no hub lives, nor for five minutes after', async () => {
  const fleet = await devices(5)
  await disconnect(await connect(fleet))
  for (let minutes = 0; minutes < 90; minutes += 2) {
    await sweeper.step(2 * MINUTE)
    expect(await look()).toBe(0)
  }
  await pass(4)
  expect(await tasks()).toEqual([])
  expect(sms).toEqual([])
  // Nor after nobody looked: this API, or its database, was away.
  await pass(6)
  expect(await tasks()).toHaveLength(1)
  await sweeper.step(60 * MINUTE)
  await hub.lease()
  expect(await look()).toBe(0)
})
