// The five documented events on the store hub: by their names, in the order of commit, and again after a gap.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { helpApi } from '@pharmacy-relay/shared/api/support/help.ts'
import { supportTasksApi } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import type { StaffPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import { ask } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { IStoreHub } from '@pharmacy-relay/shared/hub/store-hub.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { lastEventId } from '../events/outbox.queries.ts'
import { connectPortal, type TestPortal } from '../test/test-portal.ts'
import { startSupport, type SupportPlace, type TestStaff } from './test/support-place.ts'

let place: SupportPlace
let ann: TestStaff
let lea: TestStaff
beforeAll(async () => {
  place = await startSupport('support_events')
  ann = await place.staff('Ann')
  lea = await place.staff('Lea', 'SuperSupport')
})
afterAll(() => place.stop())

const AS_SERVICE = { role: 'Service' } as const

const portalAt = async (after: number | null = null): Promise<TestPortal> =>
  connectPortal(place.site, randomUUID(), after)

const named = ({ support }: TestPortal) =>
  support.map((one) =>
    one.event === 'Message'
      ? `Message ${one.message.seq}`
      : `${one.event} ${one.task.version} ${one.task.state}`,
  )
const withNote = <N extends string | null>(taskId: number, note: N) => ({
  params: { taskId: String(taskId) },
  body: { note },
})

/** One life of a task: asked for, answered, given back, done, opened again, removed. */
async function oneLife(): Promise<number> {
  const pc = await place.pc()
  const { id } = await pc.ask('No label')
  await ann.say(id, 'I look at it')
  const { version } = await ann.see(id)
  const free = await ann.call(supportTasksApi.releaseSupportTask, withNote(id, null), version)
  const done = await ann.call(supportTasksApi.resolveSupportTask, withNote(id, null), free.version)
  await pc.say(id, 'Still not')
  await lea.call(supportTasksApi.removeSupportTask, withNote(id, 'Private'), done.version + 1)
  return id
}
const LIFE = [
  ...['New 1 new', 'Message 1', 'Do 2 claimed', 'Message 2', 'Leave 3 released', 'Remove 4 done'],
  ...['New 5 released', 'Message 3', 'Remove 6 removed'],
]

test('each change is told by its documented event, in the order of commit, with the words that are still there', async () => {
  const portal = await portalAt()
  const id = await oneLife()
  await until('all events came', () => portal.support.length === LIFE.length)
  expect(named(portal)).toEqual(LIFE)
  const ids = portal.support.map(
    (one) => (one.event === 'Message' ? one.message.eventId : one.task.eventId) ?? 0,
  )
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  // Of words, too: the portal tells that computer.
  const whose = portal.support.map((one) => (one.event === 'Message' ? one.message : one.task).computerId)
  expect(new Set(whose)).toEqual(new Set([expect.any(Number)]))
  expect(portal.support[0]).toMatchObject({ event: 'New', task: { id, subject: 'No label', turn: 'staff' } })
  expect(portal.support[2]).toMatchObject({ task: { claimedBy: 'Ann', by: 'Ann' } })
})

test('K10, K28: after a gap they come again in the same order, and what was erased meanwhile is in none', async () => {
  const before = await lastEventId(place.store.db)
  await oneLife()
  const portal = await portalAt(before)
  await until('all were replayed', () => portal.support.length === LIFE.length)
  expect(named(portal)).toEqual(LIFE)
  expect(JSON.stringify(portal.support)).not.toMatch(/No label|Still not|I look/)
  const { rows } = {
    rows: await place.store.db.selectFrom('RelayEvents').select('payload').where('id', '>', before).execute(),
  }
  expect(JSON.stringify(rows)).not.toMatch(/No label|Still not|I look/)
})

test('K12: a receiver that applies by id and version ends with what is, whatever came late or twice', async () => {
  const before = await lastEventId(place.store.db)
  const id = await oneLife()
  const [one, two] = [await portalAt(before), await portalAt(before)]
  await until('both have all', () => one.support.length === LIFE.length && two.support.length === LIFE.length)
  const late = [...one.support, ...two.support.toReversed(), ...one.support.toReversed()]
  const held = new Map<number, { readonly version: number; readonly state: string }>()
  for (const heard of late) {
    if (heard.event === 'Message') continue
    const { version = 0, state = 'new' } = heard.task
    if (version > (held.get(heard.task.id)?.version ?? 0)) held.set(heard.task.id, { version, state })
  }
  const { version, state } = await ann.see(id)
  expect([...held]).toEqual([[id, { version, state }]])
})

const WRITERS = 6
const EACH = 15

test.each([1, 2])(
  'K08, seed %i: whatever staff and pharmacy send at once, and again, everybody reads each message once and in one order',
  async (seed) => {
    const portal = await portalAt()
    const pc = await place.pc()
    const { id } = await pc.ask(null)
    await ann.claim(id)
    const sent = await Promise.all(
      Array.from({ length: WRITERS }, async (_writer, n) => {
        const own: string[] = []
        for (let at = 0; at < EACH; at += 1) {
          const [clientId, text] = [randomUUID(), `${n}-${at}`]
          const body = { clientId, text, afterSeq: null }
          const send = async (): Promise<unknown> =>
            n % 2 === 0
              ? pc.say(id, text, clientId)
              : ann.call(supportTasksApi.sendTaskMessage, { params: { taskId: String(id) }, body })
          // A third is sent twice at once, as after an answer that was lost.
          await Promise.all((n * 7 + at * seed) % 3 === 0 ? [send(), send()] : [send()])
          own.push(text)
        }
        return own
      }),
    )
    const { messages } = await ann.call(supportTasksApi.listTaskMessages, {
      params: { taskId: String(id) },
      query: {},
    })
    expect(messages.map(({ seq }) => seq)).toEqual(
      Array.from({ length: WRITERS * EACH }, (_one, at) => at + 1),
    )
    const texts = messages.map(({ text }) => text)
    expect(texts.toSorted()).toEqual(sent.flat().toSorted())
    for (const own of sent) expect(texts.filter((text) => own.includes(text))).toEqual(own)
    const heard = () => portal.support.flatMap((one) => (one.event === 'Message' ? [one.message.text] : []))
    await until('the portal heard all', () => heard().length === texts.length)
    expect(heard()).toEqual(texts)
  },
)

test('who looks at a task is told to every portal, and kept nowhere; of what is not there, or of another computer, nobody hears', async () => {
  const portals = [await portalAt(), await portalAt()]
  const [pc, stranger] = [await place.pc(), await place.pc()]
  const { id } = await pc.ask('No label')
  const before = await lastEventId(place.store.db)
  const say = async (taskId: number, kind: 'looks' | 'writes') => {
    const presence = { viewerId: randomUUID(), guid: ann.guid, name: 'Ann', taskId, kind }
    const args: [StaffPresence] = [presence]
    const [{ socket } = { socket: null }] = portals
    if (socket !== null)
      await ask(socket, IStoreHub, { event: 'SupportPresenceAsync', args, timeoutMs: 10_000 })
  }
  const writes = async ({ sessionId }: { readonly sessionId: string }) =>
    place.site.call(helpApi.tellHelpPresence, { body: { sessionId, taskId: id, kind: 'writes' } }, AS_SERVICE)
  await say(id + 1_000, 'looks')
  await say(id, 'writes')
  await expect(writes(stranger)).rejects.toMatchObject({ code: 'not_found' })
  await writes(pc)
  for (const { presences } of portals) {
    await until('both are heard', () => presences.length === 2)
    const site = { taskId: id, customerId: pc.pharmacy.id, computerId: pc.computerId, kind: 'writes' }
    expect(presences).toMatchObject([
      { ...site, guid: ann.guid, name: 'Ann' },
      { ...site, guid: null, name: 'COUNTER-1' },
    ])
  }
  expect(await lastEventId(place.store.db)).toBe(before)
})
