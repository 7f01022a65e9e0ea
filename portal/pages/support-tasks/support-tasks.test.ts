// Support tasks in the panel: the queue, a task, its forms, and what is refused.
import { beforeEach, expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { load } from '../../test/page-text.ts'
import { startPrintingStage, type PrintingStage } from '../../test/printing-stage.ts'
import type { TestBrowser } from '../../test/test-browser.ts'
import { incidentOf } from '../testing/support-task-pages.ts'

const CLIENT = '33333333-3333-4333-8333-333333333333'

let stage: PrintingStage
let support: TestBrowser
let csrf: string
beforeEach(async () => {
  stage = await startPrintingStage()
  support = await stage.signedIn('Support')
  csrf = load((await support.get('/support/tasks')).text).csrf
})
const tasks = () => stage.upstream.store.supportTasks

test('the queue leads to each task, and says what is wrong in a line', async () => {
  const { text } = await support.get('/support/tasks')
  expect(text).toContain('href="/support/tasks/1"')
  expect(text).toContain('Labels stop at: Printer')
})

test('a task shows the conversation and offers what its state allows', async () => {
  const { text } = await support.get('/support/tasks/1')
  expect(text).toContain('No label comes out')
  expect(text).toContain('action="/support/tasks/1/claim"')
  const mine = (await support.get('/support/tasks/2')).text
  expect(mine).toContain('action="/support/tasks/2/release"')
  expect(mine).not.toContain('/claim"')
})

test('the live part has the number of the newest message, which belongs to the form that writes', async () => {
  const { text } = await support.get('/support/tasks/1/talk')
  expect(text).toContain('name="afterSeq" value="2" form="compose"')
})

test('the computer stands on the page as it is now, and is told as gone where it is none of the pharmacy any more', async () => {
  const task = await support.get('/support/tasks/1')
  expect(task.text).toContain('data-refresh="/support/tasks/1/computer"')
  const { status, text } = await support.get('/support/tasks/1/computer')
  expect(status).toBe(200)
  expect(text).toMatch(/^<div id="task-computer-now"[^]* form="test-label"/)
  stage.customer.computers.length = 0
  expect((await support.get('/support/tasks/1/computer')).status).toBe(404)
  expect((await support.get('/support/tasks/1')).status).toBe(200)
})

test('the pharmacies of an incident stay as they are now; a task that is none has no such part', async () => {
  tasks().tasks.set(7, incidentOf())
  const refresh = 'data-refresh="/support/tasks/7/places"'
  expect((await support.get('/support/tasks/7')).text).toContain(refresh)
  tasks().tasks.set(7, Object.assign(incidentOf(), { hit: { now: 2, all: 5 } }))
  const { text } = await support.get('/support/tasks/7/places')
  expect(text).toMatch(
    /^<div id="task-places-now"[^]*<p>2 of 5 pharmacies still have it<[^]*Central Pharmacy/,
  )
  expect((await support.get('/support/tasks/1')).text).not.toContain('/places')
})

test('a message is sent with what its writer had seen, and leads back to the task', async () => {
  const form = { csrf, clientId: CLIENT, text: 'Is it on?', afterSeq: '1' }
  const reply = await support.post('/support/tasks/2/messages', form)
  expect([reply.status, reply.location]).toEqual([303, '/support/tasks/2'])
  expect(tasks().steps).toEqual([
    {
      name: 'message',
      taskId: 2,
      body: { clientId: CLIENT, text: 'Is it on?', isInternal: false, afterSeq: 1 },
    },
  ])
})

test('who was late is told who has it, and what was typed stays', async () => {
  tasks().refuse = new ProblemError('state_conflict', reason('task_claimed_by', { who: 'Otto' }))
  const form = { csrf, clientId: CLIENT, text: 'Typed by me', afterSeq: '1' }
  const reply = await support.post('/support/tasks/3/messages', form)
  expect(reply.status).toBe(409)
  expect(reply.text).toContain('Otto has this task')
  expect(reply.text).toContain('Typed by me')
  expect((await support.post('/support/tasks/1/claim', { csrf })).status).toBe(409)
})

test('a task of an unknown pharmacy is not created, and one of a known one leads to its page', async () => {
  const form = { csrf, clientId: CLIENT, storeId: 'P-9', subject: 'Printer', priority: '1' }
  expect((await support.post('/support/tasks', form)).status).toBe(422)
  const reply = await support.post('/support/tasks', { ...form, storeId: 'P-1001' })
  expect([reply.status, reply.location]).toEqual([303, '/support/tasks/1'])
})

test('only who may take tasks over and remove them has the buttons', async () => {
  const ofSupport = (await support.get('/support/tasks/3')).text
  const ofAdmin = (await stage.admin.get('/support/tasks/3')).text
  for (const step of ['take-over', 'removal']) {
    expect(ofSupport).not.toContain(`/support/tasks/3/${step}`)
    expect(ofAdmin).toContain(`/support/tasks/3/${step}`)
  }
})

test('a task of a computer with a role offers a test label, to who may ask for one', async () => {
  const { text } = await support.get('/support/tasks/1')
  expect(text).toContain('id="test-label"')
  expect(text).toContain('Print test label')
})

test('K26: a file is a download of its own, never a page of ours, whatever it holds and is called', async () => {
  const { headers, text } = await support.get('/support/tasks/1/files/2')
  expect(text).toBe('<script>')
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="_ube__b_.txt"; filename*=UTF-8''%C5%9Eube%20%3Cb%3E.txt`,
  )
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

test('a file is kept as it was chosen, and none is told in words', async () => {
  const form = { csrf, clientId: CLIENT }
  const reply = await support.upload('/support/tasks/2/files', form, { 'note.txt': 'Paper' })
  expect([reply.status, reply.location]).toEqual([303, '/support/tasks/2'])
  expect(stage.upstream.store.taskFiles.kept).toEqual([['note.txt', 'Paper']])
  const empty = await support.upload('/support/tasks/2/files', form, {})
  expect([empty.status, empty.text.includes('PNG and JPEG')]).toEqual([409, true])
})
