// What is said of something that the menu was asked for and that did not work, in every language.
import { ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { Language, texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { expect, test } from 'vitest'
import { NotRunningError } from '../contract/socket-client.ts'
import { problemText } from './notice-text.ts'
import type { TrayAct } from './tray-menu.ts'

const ID = '7d0f1c1e-54a4-4f0e-9d5e-0f5c1f4b8a11'
const REPRINT: TrayAct = { kind: 'reprint', ref: ID, number: 'B-16' }
/** As the agent says it (core/spool/refusals.ts). */
const ENGLISH = 'What was on label 16 is not kept any more: send it again from its program'

const refusal = (code: ProblemCode, act: TrayAct, t: Texts) =>
  problemText(new ProblemError(code, ENGLISH), act, t)

const OF_THE_LABEL = ['state_conflict', 'not_found', 'unavailable'] as const
const REFUSED = Language.options.flatMap((language) => OF_THE_LABEL.map((code) => ({ language, code })))

test.each(REFUSED)(
  'a reprint that is refused with $code says why in $language, and leads to the label',
  ({ language, code }) => {
    const t = texts(language)
    const { body, hash } = refusal(code, REPRINT, t)
    expect(body).toBe(t.tray.reprintRefused[code]('B-16'))
    expect(body).toContain('B-16')
    expect(body).not.toContain(ENGLISH)
    expect(hash).toBe(`#/labels/${ID}`)
  },
)

test.each(Language.options)('a reprint without an answer in time is said by its code in %s', (language) => {
  const t = texts(language)
  expect(refusal('device_timeout', REPRINT, t).body).toBe(t.window.refusals.device_timeout)
})

test('each language has words of its own', () => {
  const bodies = Language.options.map((language) => refusal('state_conflict', REPRINT, texts(language)).body)
  expect(new Set(bodies).size).toBe(Language.options.length)
})

test.each(Language.options)(
  'what no code says has the words of the agent behind it, and says in %s whose they are',
  (language) => {
    const t = texts(language)
    const { other, state_conflict: conflict } = t.window.refusals
    const behind = `${t.window.agentSays} ${ENGLISH}`
    expect(refusal('internal', REPRINT, t).body).toBe(`${other} ${behind}`)
    expect(refusal('state_conflict', { kind: 'test' }, t)).toMatchObject({
      body: `${conflict} ${behind}`,
      hash: '#/',
    })
  },
)

test('an agent that is away has no label to show', () => {
  expect(problemText(new NotRunningError('away'), REPRINT, texts('en')).hash).toBe('#/')
})
