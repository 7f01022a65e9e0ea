// The overview and the settings of support in the panel: who may change what, and that nothing typed is lost.
import { beforeEach, expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { byLanguage } from '@pharmacy-relay/shared/texts/languages.ts'
import { COLLEAGUE } from '../testing/memory-support-desk.ts'
import { load } from '../../test/page-text.ts'
import { startPrintingStage, type PrintingStage } from '../../test/printing-stage.ts'

let stage: PrintingStage
let csrf: string
beforeEach(async () => {
  stage = await startPrintingStage()
  csrf = load((await stage.admin.get('/support/settings')).text).csrf
})
const desk = () => stage.upstream.store.supportDesk

test('each figure of the overview leads to the list behind it, and the numbers of a picture stand in a table', async () => {
  const { text } = await (await stage.signedIn('Support')).get('/')
  for (const list of ['/relay', '/support/tasks?view=mine', '/support?problem=clock', '/support/times'])
    expect(text).toContain(`href="${list}"`)
  expect(text).toMatch(/<caption class="visually-hidden">Computers online/)
  expect((await stage.admin.get('/support/times')).text).toContain('nine in ten within')
})

test('a rule is set, and minutes that are none are told in words', async () => {
  const form = { csrf, problem: 'offline', isOn: '1', afterMinutes: '30', priority: '1' }
  const { status, notice } = await stage.admin.post('/support/settings/rule', form)
  expect([status, notice]).toEqual([303, 'rule-saved'])
  expect(stage.upstream.store.supportTasks.rules).toEqual([
    { problem: 'offline', isOn: true, afterMinutes: 30, priority: 1 },
  ])
  for (const afterMinutes of ['', '-1', '20000', 'soon'])
    expect((await stage.admin.post('/support/settings/rule', { ...form, afterMinutes })).status).toBe(422)
})

const EMPTY = { answerId: '', version: '', ...byLanguage(() => '') }

test('a canned answer is added, changed and removed', async () => {
  const form = { ...EMPTY, csrf, title: 'Paper', en: 'Is there paper?' }
  expect((await stage.admin.post('/support/settings/answer', form)).notice).toBe('answer-saved')
  expect(desk().answers.at(-1)?.texts).toEqual({ ...byLanguage(() => null), en: 'Is there paper?' })
  const changed = { ...form, answerId: '2', version: '1', title: 'Roll' }
  expect((await stage.admin.post('/support/settings/answer', changed)).status).toBe(303)
  expect(desk().answers.at(-1)).toMatchObject({ title: 'Roll', version: 2 })
  expect((await stage.admin.post('/support/settings/answer', changed)).status).toBe(412)
  expect((await stage.admin.post('/support/settings/answer-removal', changed)).notice).toBe('answer-removed')
})

test('what was refused comes back with what was typed', async () => {
  const form = { ...EMPTY, csrf, title: 'Typed by me' }
  expect((await stage.admin.post('/support/settings/answer', form)).text).toContain('Typed by me')
  desk().refuse = new ProblemError('state_conflict', reason('answer_title_taken', {}))
  const reply = await stage.admin.post('/support/settings/answer', { ...form, en: 'And this' })
  expect(reply.status).toBe(409)
  expect(reply.text).toContain('And this')
})

test('Support reads the settings and changes nothing', async () => {
  const support = await stage.signedIn('Support')
  const page = await support.get('/support/settings')
  expect(page.text).not.toContain('action="/support/settings')
  const own = load(page.text).csrf
  const form = { csrf: own, problem: 'offline', isOn: '', afterMinutes: '30', priority: '1' }
  expect((await support.post('/support/settings/rule', form)).status).toBe(403)
})

test('a task is handed over to a colleague by name', async () => {
  const support = await stage.signedIn('Support')
  const { text } = await support.get('/support/tasks/2')
  expect(text).toContain(`<option value="${COLLEAGUE.guid}">Otto</option>`)
  const form = { csrf: load(text).csrf, version: '1', note: 'Paper again', to: COLLEAGUE.guid }
  expect((await support.post('/support/tasks/2/hand-over', form)).status).toBe(303)
  expect(stage.upstream.store.supportTasks.steps).toEqual([
    { name: 'hand-over', taskId: 2, body: { note: 'Paper again', to: COLLEAGUE.guid } },
  ])
})

test('without a script a canned answer comes back behind what was typed, in the language of the pharmacy', async () => {
  const support = await stage.signedIn('Support')
  const { csrf: own } = load((await support.get('/support/tasks/2')).text)
  const form = { csrf: own, text: 'Hello', answer: '1', clientId: '', afterSeq: '' }
  const { status, text } = await support.post('/support/tasks/2/answer', form)
  expect(status).toBe(200)
  expect(text).toContain('Hello\nIst der Drucker an?</textarea>')
})

test('who is on call and closed days are set, a number with blanks among them; what is wrong comes back as typed', async () => {
  const { text } = await stage.admin.get('/support/settings')
  expect(text).toContain('+4915112345678')
  const form = {
    csrf,
    version: '3',
    phone: '+49 (151) 999-99999',
    language: 'tr',
    days: '2026-12-24\r\n2027-01-01\r\n',
  }
  for (const wrong of [{ phone: '0151' }, { days: '24.12.2026' }, { days: '2026-02-30' }]) {
    const reply = await stage.admin.post('/support/settings/duty', { ...form, ...wrong })
    expect(reply.status).toBe(422)
    for (const typed of Object.values(wrong)) expect(reply.text).toContain(typed)
  }
  expect((await stage.admin.post('/support/settings/duty', { ...form, language: 'xx' })).status).toBe(422)
  expect((await stage.admin.post('/support/settings/duty', form)).notice).toBe('duty-saved')
  const closedDays = ['2026-12-24', '2027-01-01']
  expect(desk().duty).toMatchObject({ phone: '+4915199999999', language: 'tr', closedDays, version: 4 })
  expect((await stage.admin.post('/support/settings/duty', form)).status).toBe(412)
  const support = await stage.signedIn('Support')
  expect((await support.get('/support/settings')).text).not.toContain('name="phone"')
})
