// An exchange by hand: which round a call writes, whatever was ended before it.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  checkWord,
  endExchange,
  exchangeIn,
  keepExchange,
  restartedRound,
  turnOf,
  type Exchange,
} from './exchange.ts'
import type { Round } from './rotations.ts'

const round = (value: string): Round => ({
  changes: { InternalApi__Key: value },
  urls: [],
  programs: ['store-api'],
  engines: [],
  untilSealed: false,
})
const rounds = [round('a'), round('b')]

function call(underWay: Exchange | null, restarted: number | null, what = 'internal-key') {
  const { exchange, ended, round: next } = turnOf({ what, restarted, underWay, begin: () => rounds })
  const value = (one: Round | null): string | null => one?.changes['InternalApi__Key'] ?? null
  return [value(ended), value(next), exchange.open]
}

const at = (open: number): Exchange => ({ what: 'internal-key', rounds, open })

test.each([
  ['the first call writes the first round', null, null, [null, 'a', 1]],
  [
    'the same call writes the open round once more, also where it was ended before all was written',
    at(1),
    null,
    [null, 'a', 1],
  ],
  ['one after the restart ends it and writes the next', at(1), 1, ['a', 'b', 2]],
  ['the last round is written once more too', at(2), null, [null, 'b', 2]],
  ['after its restart nothing is left', at(2), 2, ['b', null, 3]],
])('%s', (_what, underWay, restarted, expected) => {
  expect(call(underWay, restarted)).toEqual(expected)
})

test('a call that is made twice ends no round whose programs nobody restarted', () => {
  expect(() => call(at(2), 1)).toThrow('round 2 of 2 is open, and not 1')
  expect(() => call(at(1), 2)).toThrow('round 1 of 2 is open, and not 2')
  expect(restartedRound('12')).toBe(12)
  expect(restartedRound(undefined)).toBeNull()
  for (const text of ['', '0', 'yes', '1.5']) expect(() => restartedRound(text)).toThrow('takes the number')
})

test('the word is the same for the same secrets alone, and one that is missing is an empty one', () => {
  const word = checkWord({ InternalApi__Key: 'a', InternalApi__PreviousKey: '' })
  expect(word).toMatch(/^[0-9a-f]{10}$/)
  expect(checkWord({ InternalApi__Key: 'a' })).toBe(word)
  expect(checkWord({ InternalApi__Key: 'b' })).not.toBe(word)
})

test('another exchange waits, and nothing is ended that was not begun', () => {
  expect(() => call(at(1), null, 'seal-key')).toThrow(
    'The exchange of internal-key is under way (round 1 of 2)',
  )
  expect(() => call(null, 1)).toThrow('leave --restarted away to begin one')
})

test('the note is read as it was kept, is private, and is put aside at the end', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(exchangeIn(folder)).toBeNull()
  keepExchange(folder, at(1))
  expect(exchangeIn(folder)).toEqual(at(1))
  expect(statSync(path.join(folder, '.exchange.json')).mode & 0o777).toBe(0o600)
  endExchange(folder)
  expect(exchangeIn(folder)).toBeNull()
  expect(readFileSync(path.join(folder, '.exchange-last.json'), 'utf8')).toContain('internal-key')
})
