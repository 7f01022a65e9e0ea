// Support tasks over HTTP: who gets a task, what is kept from whom, and what happens twice and happens once.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { helpApi } from '@pharmacy-relay/shared/api/support/help.ts'
import { ANSWER_WITHIN_MINUTES } from '@pharmacy-relay/shared/api/support/support-task.ts'
import { supportTasksApi } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { recordForeignOperations } from '../audit/foreign-operations.ts'
import { refusalOf } from '../test/test-app.ts'
import { newPharmacy } from '../test/test-store.ts'
import { startSupport, type SupportPlace, type TestStaff } from './test/support-place.ts'

let place: SupportPlace
let ann: TestStaff
let ben: TestStaff
let lea: TestStaff
beforeAll(async () => {
  place = await startSupport('support_tasks')
  ann = await place.staff('Ann')
  ben = await place.staff('Ben')
  lea = await place.staff('Lea', 'SuperSupport')
})
afterAll(() => place.stop())

const at = (taskId: number) => ({ params: { taskId: String(taskId) } })
const withNote = <N extends string | null>(taskId: number, note: N) => ({ ...at(taskId), body: { note } })
const messagesOf = async (taskId: number) =>
  (await ann.call(supportTasksApi.listTaskMessages, { ...at(taskId), query: {} })).messages
const asDevice = { role: 'Service' as const }

test('K01: of twenty who claim at once one has it, and the others are told who', async () => {
  const { id } = await place.newTask()
  const everybody = await Promise.all(Array.from({ length: 20 }, (_one, n) => place.staff(`Staff ${n}`)))
  const tries = await Promise.allSettled(everybody.map(async (one) => one.claim(id)))
  const winners = everybody.filter((_one, n) => tries[n]?.status === 'fulfilled')
  const { claimedByName, steps } = await ann.see(id)
  expect(winners.map(({ name }) => name)).toEqual([claimedByName])
  const refused = tries.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as { code: string; reason: unknown }] : [],
  )
  expect(refused).toHaveLength(19)
  for (const { code, reason } of refused)
    expect([code, reason]).toMatchObject([
      'state_conflict',
      { code: 'task_claimed_by', params: { who: claimedByName } },
    ])
  expect(steps.map(({ action }) => action)).toEqual(['claim', 'create'])
})

test('K02: a claim and a removal at once leave the task removed, with no words, whoever came first', async () => {
  const { id, version } = await place.newTask({ subject: 'Secret words' })
  await Promise.allSettled([
    ann.claim(id),
    lea.call(supportTasksApi.removeSupportTask, withNote(id, 'Spam'), version),
  ])
  const now = await ann.see(id)
  if (now.state !== 'removed')
    await lea.call(supportTasksApi.removeSupportTask, withNote(id, 'Spam'), now.version)
  expect(await ann.see(id)).toMatchObject({ state: 'removed', subject: null, claimedBy: null })
  expect((await refusalOf(ann.claim(id))).code).toBe('state_conflict')
})

test('K03, K04: who gave a task back may not end it while another has it, and a stale take-over is refused', async () => {
  const { id } = await place.newTask()
  const mine = await ann.claim(id)
  const free = await ann.call(
    supportTasksApi.releaseSupportTask,
    withNote(id, 'Printer is ordered'),
    mine.version,
  )
  expect(free).toMatchObject({ state: 'released', handoverNote: 'Printer is ordered', claimedBy: null })
  const his = await ben.claim(id)
  const refused = await refusalOf(
    ann.call(supportTasksApi.resolveSupportTask, withNote(id, null), his.version),
  )
  expect(refused).toMatchObject({ code: 'state_conflict', text: expect.stringContaining('Ben') })
  const taken = refusalOf(lea.call(supportTasksApi.takeOverSupportTask, withNote(id, null), mine.version))
  expect((await taken).code).toBe('version_stale')
  expect(
    (await refusalOf(ann.call(supportTasksApi.takeOverSupportTask, withNote(id, null), his.version))).code,
  ).toBe('role_not_allowed')
  const hers = await lea.call(supportTasksApi.takeOverSupportTask, withNote(id, null), his.version)
  expect(hers).toMatchObject({ state: 'claimed', claimedByName: 'Lea' })
})

test('a task is handed over to somebody who is known as staff, and to nobody else', async () => {
  const { id } = await place.newTask()
  const { version } = await ann.claim(id)
  const to = (guid: string) => ({ ...at(id), body: { note: null, to: guid } })
  const stranger = refusalOf(ann.call(supportTasksApi.handOverSupportTask, to(randomUUID()), version))
  expect((await stranger).code).toBe('state_conflict')
  await ben.claim((await place.newTask()).id)
  const given = await ann.call(supportTasksApi.handOverSupportTask, to(ben.guid), version)
  expect(given).toMatchObject({ state: 'claimed', claimedByName: 'Ben', version: version + 1 })
})

test('K05: the tasks of somebody who was disabled are free as soon as identity tells of it', async () => {
  const eve = await place.staff('Eve')
  const { id } = await place.newTask()
  await eve.claim(id)
  const actor = { guid: randomUUID(), name: 'Ada', role: 'Admin' as const }
  const user = { guid: eve.guid, name: 'Eve', role: 'Support' as const, isActive: false }
  const rest = { action: 'user.disable' as const, summary: 'Disabled', before: null, after: null }
  await recordForeignOperations(place.store.db, [
    { source: randomUUID(), at: new Date().toISOString(), actor, user, ...rest },
  ])
  expect(await ann.see(id)).toMatchObject({ state: 'released', claimedBy: null })
})

test('K06: a task that is created twice under one number is one task, for staff and at a computer', async () => {
  const { id: customerId } = await newPharmacy(place.store)
  const body = { clientId: randomUUID(), customerId, computerId: null, subject: 'Once' }
  const made = await Promise.all(
    [1, 2, 3].map(async () => ann.call(supportTasksApi.createSupportTask, { body })),
  )
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  const pc = await place.pc()
  const clientId = randomUUID()
  const asked = await Promise.all([1, 2, 3].map(async () => pc.ask('Nothing prints', clientId)))
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1)
  expect(await messagesOf(asked[0]?.id ?? 0)).toHaveLength(1)
})

test('K07, K08: a message that is sent again is the first one; another text under its number is refused', async () => {
  const { id } = await place.newTask()
  const body = { clientId: randomUUID(), text: 'Is it on?', afterSeq: null }
  const send = async (text = body.text) =>
    ann.call(supportTasksApi.sendTaskMessage, { ...at(id), body: { ...body, text } })
  const sent = await Promise.all([send(), send(), send()])
  expect(new Set(sent.map(({ seq }) => seq))).toEqual(new Set([1]))
  expect((await refusalOf(send('Something else'))).code).toBe('state_conflict')
  expect(await messagesOf(id)).toHaveLength(1)
})

test('an answer to a free task claims it; while another has it only notes are taken', async () => {
  const { id } = await place.newTask()
  await ann.say(id, 'I look at it')
  expect(await ann.see(id)).toMatchObject({
    state: 'claimed',
    claimedByName: 'Ann',
    turn: 'pharmacy',
    dueAt: null,
  })
  expect(await refusalOf(ben.say(id, 'Me too'))).toMatchObject({
    code: 'state_conflict',
    text: expect.stringContaining('Ann'),
  })
  const note = { clientId: randomUUID(), text: 'Known printer', isInternal: true, afterSeq: null }
  await ben.call(supportTasksApi.sendTaskMessage, { ...at(id), body: note })
  expect((await messagesOf(id)).map(({ isInternal }) => isInternal)).toEqual([false, true])
})

test('an answer that has not seen the newest words of the pharmacy is refused, and sent when it is meant', async () => {
  const pc = await place.pc()
  const { id } = await pc.ask('No label comes out')
  await pc.say(id, 'It came out now')
  expect(await refusalOf(ann.say(id, 'Switch it off and on', 1))).toMatchObject({ code: 'state_conflict' })
  expect((await ann.see(id)).state).toBe('new')
  await ann.say(id, 'Good', 2)
  expect((await ann.see(id)).state).toBe('claimed')
})

test('K14, K15, K16: who never read has all of it unread; notes, claims and reading of another leave that alone', async () => {
  const pc = await place.pc()
  const { id } = await pc.ask('One')
  await pc.say(id, 'Two')
  expect((await ben.see(id)).unread).toBe(2)
  await ann.claim(id)
  const note = { clientId: randomUUID(), text: 'Note', isInternal: true, afterSeq: null }
  await ann.call(supportTasksApi.sendTaskMessage, { ...at(id), body: note })
  await ann.call(supportTasksApi.readTaskMessages, { ...at(id), body: { seq: 3 } })
  await ann.call(supportTasksApi.readTaskMessages, { ...at(id), body: { seq: 1 } })
  expect((await ann.see(id)).unread).toBe(0)
  expect((await ben.see(id)).unread).toBe(2)
  expect(await ann.see(id)).toMatchObject({ turn: 'staff' })
  const { counts } = await ann.call(supportTasksApi.listSupportTasks, { query: { view: 'mine' } })
  expect(counts.unread).toBe(0)
})

test('K17, K18: a computer sees no notes, and nothing of another computer or pharmacy', async () => {
  const [pc, other] = [await place.pc(), await place.pc()]
  const { id } = await pc.ask('Help')
  const note = { clientId: randomUUID(), text: 'Talks a lot', isInternal: true, afterSeq: null }
  await ann.call(supportTasksApi.sendTaskMessage, { ...at(id), body: note })
  const list = async ({ sessionId }: { readonly sessionId: string }) =>
    place.site.call(helpApi.listHelpMessages, { body: { sessionId, taskId: id, afterSeq: 0 } }, asDevice)
  expect((await list(pc)).messages.map(({ text }) => text)).toEqual(['Help'])
  expect((await refusalOf(list(other))).code).toBe('not_found')
  expect((await refusalOf(other.say(id, 'Mine now'))).code).toBe('not_found')
  const answer = place.site.call(
    helpApi.answerHelp,
    { body: { sessionId: other.sessionId, taskId: id, isSolved: false } },
    asDevice,
  )
  expect((await refusalOf(answer)).code).toBe('not_found')
  expect((await refusalOf(list({ sessionId: randomUUID() }))).code).toBe('not_found')
  const own = await place.site.call(helpApi.listHelpTasks, { body: { sessionId: other.sessionId } }, asDevice)
  expect(own.tasks).toEqual([])
})

test('K19: what was said stays with the pharmacy when its computer moves to another', async () => {
  const pc = await place.pc()
  const { id } = await pc.ask('Before the move')
  const target = await newPharmacy(place.store)
  const params = { customerId: String(pc.pharmacy.id), computerId: String(pc.computerId) }
  await place.site.call(storeApi.moveComputer, { params, body: { customerId: target.id } })
  expect((await refusalOf(pc.say(id, 'After the move'))).code).toBe('not_found')
  expect(await ann.see(id)).toMatchObject({ customerId: pc.pharmacy.id, computerId: null })
})

test('K20: markup is text, marks that turn it become visible, NUL and halves of characters are refused', async () => {
  const { id } = await place.newTask()
  const text = '<script>alert(1)</script>\r\n👩‍⚕️ \u202Egnirts'
  await ann.say(id, text)
  expect((await messagesOf(id)).map((one) => one.text)).toEqual([
    '<script>alert(1)</script>\n👩‍⚕️ \uFFFDgnirts',
  ])
  for (const wrong of ['a\u0000b', '\uD83D', ' ', 'x'.repeat(4_001)])
    expect((await refusalOf(ann.say(id, wrong))).code).toBe('invalid')
})

test('a pharmacy has three open tasks at most, also when it asks at once', async () => {
  const pc = await place.pc()
  const tries = await Promise.allSettled(Array.from({ length: 6 }, async () => pc.ask('Help')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

test('what was done opens again when the pharmacy says that it is not solved', async () => {
  const pc = await place.pc()
  const { id } = await pc.ask('Help')
  const { version } = await ann.claim(id)
  await ann.call(supportTasksApi.resolveSupportTask, withNote(id, 'Paper was out'), version)
  expect(await ann.see(id)).toMatchObject({ state: 'done', resolution: 'Paper was out', claimedBy: null })
  const answer = async (isSolved: boolean) =>
    place.site.call(helpApi.answerHelp, { body: { sessionId: pc.sessionId, taskId: id, isSolved } }, asDevice)
  expect(await answer(true)).toMatchObject({ state: 'done', isSolved: true })
  expect(await answer(false)).toMatchObject({ state: 'released' })
  expect(await ann.see(id)).toMatchObject({ reopened: 1, turn: 'staff' })
})

test('K28: nothing of a removed task is in the table of messages, and it stands in the staff log without its words', async () => {
  const pc = await place.pc()
  const { id } = await pc.ask('Words of a person')
  await lea.call(supportTasksApi.removeSupportTask, withNote(id, 'Private'), 1)
  expect((await messagesOf(id)).map(({ text, isErased }) => [text, isErased])).toEqual([['', true]])
  expect((await refusalOf(pc.say(id, 'More'))).code).toBe('not_found')
  const { items } = await lea.call(storeApi.listStaffOperations, {
    query: { action: 'support-task', customerId: String(pc.pharmacy.id) },
  })
  expect(items.map(({ action, summary }) => [action, summary])).toEqual([
    ['support-task.remove', `Removed support task ${id} of ${pc.pharmacy.storeId}`],
  ])
})

test('the queue shows what should have been answered first, then what weighs more; answered tasks come last', async () => {
  const { id: customerId } = await newPharmacy(place.store)
  const of = async (priority: 1 | 2 | 3) => (await place.newTask({ customerId, priority })).id
  const [low, normal, high] = [await of(3), await of(2), await of(1)]
  const list = async (view: 'free' | 'all') =>
    (await ann.call(supportTasksApi.listSupportTasks, { query: { view, customerId: String(customerId) } }))
      .items
  expect((await list('free')).map(({ id }) => id)).toEqual([high, normal, low])
  await ann.say(high, 'Seen')
  expect((await list('all')).map(({ id }) => id)).toEqual([normal, low, high])
  expect((await list('free')).map(({ id }) => id)).toEqual([normal, low])
})

test('each weight is due as long after the words that wait as the contract says', async () => {
  for (const [priority, minutes] of Object.entries(ANSWER_WITHIN_MINUTES)) {
    const { dueAt, createdAt } = await place.newTask({ priority: Number(priority) })
    expect(Date.parse(dueAt ?? '') - Date.parse(createdAt)).toBe(minutes * 60_000)
  }
})

test('the counts beside the lists are those of the lists, whoever asks', async () => {
  const before = (await ann.call(supportTasksApi.listSupportTasks, { query: { view: 'mine' } })).counts
  const { id } = await place.newTask()
  await ann.claim(id)
  await place.newTask()
  const { counts, total } = await ann.call(supportTasksApi.listSupportTasks, { query: { view: 'mine' } })
  expect(total).toBe(counts.mine)
  expect(counts).toEqual({
    ...before,
    free: before.free + 1,
    mine: before.mine + 1,
    all: before.all + 2,
    unanswered: before.unanswered + 2,
  })
})
