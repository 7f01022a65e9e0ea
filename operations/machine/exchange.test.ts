// An exchange by hand: which round a call writes, whatever was ended before it.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endExchange, exchangeIn, keepExchange, turnOf, type Exchange } from './exchange.ts'
import type { Round } from './rotations.ts'

const round = (value: string): Round => ({
  changes: { InternalApi__Key: value },
  urls: [],
  programs: ['store-api'],
  untilSealed: false,
})
const rounds = [round('a'), round('b')]

function call(underWay: Exchange | null, isRestarted: boolean, what = 'internal-key') {
  const { ended, round: next, number } = turnOf({ what, isRestarted, underWay, begin: () => rounds })
  const value = (one: Round | null): string | null => one?.changes['InternalApi__Key'] ?? null
  return [value(ended), value(next), number]
}

const at = (written: number): Exchange => ({ what: 'internal-key', rounds, written })

test.each([
  ['the first call writes the first round', null, false, [null, 'a', 1]],
  ['a call that was ended before all was written is made again', at(0), false, [null, 'a', 1]],
  ['so it is by one who says that he restarted', at(0), true, [null, 'a', 1]],
  ['the same call writes the open round once more', at(1), false, [null, 'a', 1]],
  ['one after the restart ends it and writes the next', at(1), true, ['a', 'b', 2]],
  ['the last round is written once more too', at(2), false, [null, 'b', 2]],
  ['after its restart nothing is left', at(2), true, ['b', null, 3]],
])('%s', (_what, underWay, isRestarted, expected) => {
  expect(call(underWay, isRestarted)).toEqual(expected)
})

test('another exchange waits, and nothing is ended that was not begun', () => {
  expect(() => call(at(1), false, 'seal-key')).toThrow(
    'The exchange of internal-key is under way (round 1 of 2)',
  )
  expect(() => call(null, true)).toThrow('leave --restarted away to begin one')
})

test('the note is read as it was kept, is private, and goes at the end', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(exchangeIn(folder)).toBeNull()
  keepExchange(folder, at(1))
  expect(exchangeIn(folder)).toEqual(at(1))
  expect(statSync(path.join(folder, '.exchange.json')).mode & 0o777).toBe(0o600)
  endExchange(folder)
  expect(exchangeIn(folder)).toBeNull()
})
