// What launcher and agent of different versions read of each other.
import { expect, test } from 'vitest'
import { agentNews, finishRequest, refusal } from './messages.ts'

test('a refusal for a reason of a later launcher is a refusal all the same', () => {
  expect(refusal({ kind: 'refused', why: 'on_trial', since: 7 })).toBe('on_trial')
  expect(refusal({ kind: 'refused', why: 'no_electricity' })).toBe('other')
  expect(refusal({ kind: 'refused' })).toBeNull()
  expect(refusal({ kind: 'finish', why: 'on_trial' })).toBeNull()
})

test.each([null, 'ready', { kind: 'later' }, { kind: 'switch' }, { kind: 'back', code: 'later' }])(
  'what a launcher does not know of its agent is passed over: %o',
  (message) => expect(agentNews(message)).toBeNull(),
)

test('an agent has at most ten minutes to finish, and no less than none', () => {
  expect(finishRequest({ kind: 'finish', limitMs: 1e9 })).toEqual({ kind: 'finish', limitMs: 600_000 })
  expect(finishRequest({ kind: 'finish', limitMs: -1 })).toEqual({ kind: 'finish', limitMs: 0 })
  expect(finishRequest({ kind: 'finish', limitMs: '5' })).toBeNull()
})
