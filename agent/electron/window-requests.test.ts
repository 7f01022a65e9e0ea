// What a page may ask: every method of the window with fitting parameters, and nothing else reaches the agent.
import { windowMethods, type WindowMethod } from '../contract/agent-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { expect, test } from 'vitest'
import { NotRunningError } from '../contract/socket-client.ts'
import { answerAsk, Questions, readSave } from './window-requests.ts'

function agent(answer: () => Promise<unknown> = async () => null) {
  const asked: WindowMethod[] = []
  const ask = async (method: WindowMethod): Promise<unknown> => {
    asked.push(method)
    return answer()
  }
  return { asked, ask }
}

test('status is asked, and stop is no question of the window', async () => {
  const there = agent(async () => ({ isThere: true }))
  expect(await answerAsk(['status', null], there)).toEqual({ ok: true, data: { isThere: true } })
  expect(await answerAsk(['stop', null], there)).toMatchObject({ ok: false, code: 'not_found' })
  expect(there.asked).toEqual(['status'])
  expect(windowMethods).not.toContain('stop')
})

test.each([
  ['nothing', []],
  ['a method that objects have', ['toString', null]],
  ['a prototype', ['__proto__', null]],
  ['a link for another browser', ['openWindow', null]],
  ['other keys', ['rotateKeys', null]],
  ['a number', [7, null]],
  ['parameters too many', ['status', { all: true }]],
  ['an argument too many', ['status', null, null]],
  ['a label that is no number', ['cancel', { job: '../1' }]],
  ['a pause without end', ['pause', { minutes: Number.POSITIVE_INFINITY }]],
])('%s is refused', async (_what, given) => {
  const there = agent()
  expect(await answerAsk(given, there)).toMatchObject({ ok: false })
  expect(there.asked).toEqual([])
})

test.each([
  [new NotRunningError('gone'), 'not_running'],
  [new ProblemError('state_conflict', 'not now'), 'state_conflict'],
  [new Error('a secret'), 'not_supported'],
])('what fails with %o is an answer with a code', async (error, code) => {
  const answer = await answerAsk(
    ['status', null],
    agent(async () => Promise.reject(error)),
  )
  expect(answer).toMatchObject({ ok: false, code })
  expect(JSON.stringify(answer)).not.toContain('secret')
})

test('a page that asks for more than eight things at once is refused, and may ask again afterwards', async () => {
  const questions = new Questions()
  const { promise, resolve } = Promise.withResolvers<void>()
  const ask = async () => promise.then(() => ({ ok: true, data: null }) as const)
  const asked = Array.from({ length: 9 }, async () => questions.run(ask))
  expect(await asked.at(-1)).toMatchObject({ ok: false, code: 'rate_limited' })
  resolve()
  await Promise.all(asked)
  expect(await questions.run(ask)).toEqual({ ok: true, data: null })
})

test.each(['', '../x.txt', 'a/b.txt', 'C:\\x.txt', '.hidden', 'x'.repeat(101), 'a\nb'])(
  'a file named %j is not saved',
  (name) => {
    expect(() => readSave([name, 'text'])).toThrow()
  },
)

test('a text is saved under a plain name', () => {
  expect(readSave(['support 2026-11-22.txt', 'text'])).toEqual({
    fileName: 'support 2026-11-22.txt',
    text: 'text',
  })
})
