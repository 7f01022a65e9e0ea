// Files in support tasks: taken by their bytes, once, with what the person agreed to; read by staff alone, and gone with the task.
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { MAX_TASK_FILES } from '@pharmacy-relay/shared/api/support/task-file.ts'
import { taskFilesApi } from '@pharmacy-relay/shared/api/support/task-files-api.ts'
import { supportTasksApi } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import { refusalOf } from '../test/test-app.ts'
import { fileKindOf, keptFileName } from './file-kind.ts'
import { removeOldFiles } from './task-files.queries.ts'
import { startSupport, type SupportPlace, type TestPc, type TestStaff } from './test/support-place.ts'

let place: SupportPlace
let ann: TestStaff
let lea: TestStaff
beforeAll(async () => {
  place = await startSupport('task_files')
  ann = await place.staff('Ann')
  lea = await place.staff('Lea', 'SuperSupport')
})
afterAll(() => place.stop())

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const asDevice = { role: 'Service' as const }

function fileOf(bytes: Buffer, fileName = 'bundle.txt', clientId = randomUUID()) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { clientId, fileName, sha256, content: bytes.toString('base64') }
}

const sent = async (
  pc: TestPc,
  taskId: number,
  file: ReturnType<typeof fileOf>,
  consentAt: string | null = null,
  consentText: string | null = consentAt === null ? null : 'Der Support bekommt dieses Bild.',
) =>
  place.site.call(
    taskFilesApi.sendHelpFile,
    { body: { ...file, sessionId: pc.sessionId, taskId, consentAt, consentText } },
    asDevice,
  )
const messagesOf = async (taskId: number) =>
  (await ann.call(supportTasksApi.listTaskMessages, { params: { taskId: String(taskId) }, query: {} }))
    .messages
const at = (taskId: number, seq: number) => ({ params: { taskId: String(taskId), seq: String(seq) } })

test('K25: a bundle that is sent again is one message, and other bytes under its number are refused', async () => {
  const pc = await place.pc()
  const { id } = await pc.ask()
  const file = fileOf(Buffer.from('log of the agent'))
  const first = await sent(pc, id, file)
  expect(await sent(pc, id, file)).toEqual(first)
  const other = fileOf(Buffer.from('another log'), file.fileName, file.clientId)
  expect((await refusalOf(sent(pc, id, other))).code).toBe('state_conflict')
  const messages = await messagesOf(id)
  expect(messages.map(({ file: brought }) => brought)).toEqual([
    { kind: 'text', name: 'bundle.txt', bytes: 16, isLabel: false },
  ])
  const { content } = await ann.call(taskFilesApi.readTaskFile, at(id, first.seq))
  expect(Buffer.from(content, 'base64').toString()).toBe('log of the agent')
})

test('K26: a path in a name, a wrong hash, and what is no kind of ours', async () => {
  const pc = await place.pc()
  const { id } = await pc.ask()
  await sent(pc, id, fileOf(Buffer.from('a'), '../../etc/pass<wd'))
  expect((await messagesOf(id)).at(-1)?.file?.name).toBe('pass_wd.txt')
  const wrong = { ...fileOf(PNG), sha256: '0'.repeat(64) }
  expect((await refusalOf(sent(pc, id, wrong))).code).toBe('state_conflict')
  for (const bytes of [Buffer.from('MZ\0\x90'), Buffer.from('PK\x03\x04'), Buffer.from([0xc3, 0x28])])
    expect((await refusalOf(sent(pc, id, fileOf(bytes, 'picture.png')))).code).toBe('state_conflict')
  expect((await messagesOf(id)).length).toBe(1)
})

test('K27: a picture of a label is none without the consent of the person, in the table itself', async () => {
  const pc = await place.pc()
  const { id } = await pc.ask()
  const { seq } = await sent(pc, id, fileOf(PNG, 'label.png'), '2026-11-26T10:00:00.000Z')
  expect((await messagesOf(id)).at(-1)?.file).toMatchObject({ kind: 'png', isLabel: true })
  // A picture only: a text would show what nobody saw.
  const text = fileOf(Buffer.from('label'), 'label.png')
  expect((await refusalOf(sent(pc, id, text, '2026-11-26T10:00:00.000Z'))).code).toBe('state_conflict')
  for (const [when, words] of [
    ['2026-11-26T10:00:00.000Z', null],
    [null, 'Yes'],
  ] as const)
    expect((await refusalOf(sent(pc, id, fileOf(PNG, 'label.png'), when, words))).code).toBe('state_conflict')
  const kept = await place.store.db.selectFrom('SupportFiles').select(['consentAt', 'consentText']).execute()
  expect(kept.at(-1)).toEqual({
    consentAt: new Date('2026-11-26T10:00:00.000Z'),
    consentText: 'Der Support bekommt dieses Bild.',
  })
  const withoutWords = sql`update "SupportFiles" set "consentText" = null where "taskId" = ${id}`
  await expect(withoutWords.execute(place.store.db)).rejects.toThrow(/SupportFiles_consent_text_check/)
  const without = sql`update "SupportFiles" set "consentAt" = null where "taskId" = ${id} and "seq" = ${seq}`
  await expect(without.execute(place.store.db)).rejects.toThrow(/SupportFiles_consent_check/)
})

test('nobody of another pharmacy or computer sends into a task, and nobody without the role reads a file', async () => {
  const pc = await place.pc()
  const { id } = await pc.ask()
  const { seq } = await sent(pc, id, fileOf(Buffer.from('log')))
  for (const other of [await place.pc(), await place.pc(pc.pharmacy)])
    expect((await refusalOf(sent(other, id, fileOf(Buffer.from('log'))))).code).toBe('not_found')
  for (const role of ['Pharmacist', 'Customer', 'Service'] as const)
    expect((await refusalOf(place.site.call(taskFilesApi.readTaskFile, at(id, seq), { role }))).code).toBe(
      'role_not_allowed',
    )
  await ann.call(taskFilesApi.readTaskFile, at(id, seq))
  const { items } = await lea.call(storeApi.listStaffOperations, { query: { action: 'support-file' } })
  expect(items[0]).toMatchObject({
    action: 'support-file.read',
    staffName: 'Ann',
    customerId: pc.pharmacy.id,
  })
})

test('what staff keep is a note: no computer is told of it', async () => {
  const pc = await place.pc()
  const { id } = await pc.ask('Help')
  const params = { taskId: String(id) }
  await ann.call(taskFilesApi.keepTaskFile, { params, body: fileOf(PNG, 'screen') })
  expect((await messagesOf(id)).at(-1)).toMatchObject({ isInternal: true, file: { name: 'screen.png' } })
  const told = { body: { sessionId: pc.sessionId, taskId: id, afterSeq: 0 } }
  expect((await place.site.call(storeApi.listHelpMessages, told, asDevice)).messages).toHaveLength(1)
})

test('a task has so many files at most; they go with its removal, and by themselves when it was done long ago', async () => {
  const { db } = place.store
  const pc = await place.pc()
  const { id } = await pc.ask()
  for (let n = 0; n < MAX_TASK_FILES; n += 1) await sent(pc, id, fileOf(Buffer.from(`log ${n}`)))
  expect((await refusalOf(sent(pc, id, fileOf(Buffer.from('one more'))))).code).toBe('state_conflict')
  const { version } = await ann.see(id)
  const params = { taskId: String(id) }
  await lea.call(supportTasksApi.removeSupportTask, { params, body: { note: 'Private' } }, version)
  expect((await refusalOf(ann.call(taskFilesApi.readTaskFile, at(id, 1)))).code).toBe('not_found')
  const old = await pc.ask()
  const label = await sent(pc, old.id, fileOf(PNG, 'label.png'), '2026-11-26T10:00:00.000Z')
  const log = await sent(pc, old.id, fileOf(Buffer.from('log')))
  const done = async (days: number) =>
    sql`update "SupportTasks" set "state" = 'done', "doneAt" = relay_now() - make_interval(days => ${days}::integer)
      where "id" = ${old.id}`.execute(db)
  await done(15)
  expect(await removeOldFiles(db, 100)).toBe(1)
  expect((await refusalOf(ann.call(taskFilesApi.readTaskFile, at(old.id, label.seq)))).code).toBe('not_found')
  await ann.call(taskFilesApi.readTaskFile, at(old.id, log.seq))
  await done(91)
  expect(await removeOldFiles(db, 100)).toBe(1)
})

test('the kind is that of the bytes, and the name ends as the kind says', () => {
  const kinds = [
    PNG,
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.from('%PDF-1.7'),
    Buffer.from('<html>'),
    Buffer.from('\0'),
  ]
  expect(kinds.map(fileKindOf)).toEqual(['png', 'jpeg', 'pdf', 'text', null])
  const names = ['a.html', 'C:\\x\\b.LOG', '..', '\u202egnp.txt', '.hidden']
  expect(names.map((name) => keptFileName(name, 'text'))).toEqual([
    'a.html.txt',
    'b.LOG',
    'file.txt',
    '_gnp.txt',
    'hidden.txt',
  ])
})
