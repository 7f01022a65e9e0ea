// What a power cut leaves of a disk: what is flushed stays, what is not goes by the dice.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diceOf } from '../../kit/dice.ts'
import { replay, SECTOR_BYTES } from './replay.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'relay-disk-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const none = (): boolean => false
const all = (): boolean => true
/** One letter a sector. */
const sectors = (text: string): Buffer =>
  Buffer.concat(text.split('').map((letter) => Buffer.alloc(SECTOR_BYTES, letter)))
const letters = (): string =>
  readFileSync(path.join(folder, 'stable'), 'latin1').replaceAll(/(.)\1{511}/g, '$1')

/** The disk with four sectors `a`, and what it is asked for: letters at a sector, or a flush. */
function asked(...requests: readonly (readonly [sector: number, text: string] | 'flush')[]): void {
  const lines = requests.map((one) =>
    one === 'flush' ? 'flush' : `${one[1].length * SECTOR_BYTES} ${one[0] * SECTOR_BYTES}`,
  )
  writeFileSync(path.join(folder, 'stable'), sectors('aaaa'))
  writeFileSync(path.join(folder, 'requests'), `${lines.join('\n')}\n`)
  const texts = requests.map((one) => (one === 'flush' ? '' : one[1]))
  writeFileSync(path.join(folder, 'written'), sectors(texts.join('')))
}

test('what was written is gone when the power fails before a flush', () => {
  asked([1, 'bbb'])
  expect(replay(folder, none)).toEqual({ unflushed: 3, survived: 0, flushes: 0 })
  expect(letters()).toBe('aaaa')
})

test('what was flushed stays, whatever the dice say, and what came after it does not', () => {
  asked([0, 'bb'], 'flush', [1, 'cc'], 'flush', [3, 'd'])
  expect(replay(folder, none)).toEqual({ unflushed: 1, survived: 0, flushes: 2 })
  expect(letters()).toBe('bcca')
})

test('the last write wins when all of them survive', () => {
  asked([0, 'bbb'], [0, 'c'])
  expect(replay(folder, all)).toEqual({ unflushed: 4, survived: 4, flushes: 0 })
  expect(letters()).toBe('cbba')
})

test('sectors of one write survive one by one, and an older write may be what is left', () => {
  const found = new Set<string>()
  const dice = diceOf(1, 'disk')
  for (let n = 0; n < 200; n += 1) {
    asked([0, 'bb'], [0, 'c'])
    replay(folder, () => dice.share() < 0.5)
    found.add(letters().slice(0, 2))
  }
  expect([...found].toSorted()).toEqual(['aa', 'ab', 'ba', 'bb', 'ca', 'cb'])
})

test('a disk that was asked for nothing stays as it was', () => {
  writeFileSync(path.join(folder, 'stable'), sectors('aaaa'))
  expect(replay(folder, all)).toEqual({ unflushed: 0, survived: 0, flushes: 0 })
  expect(letters()).toBe('aaaa')
})

test('bytes that are missing are said, as nothing about that disk is true', () => {
  asked([0, 'bb'])
  writeFileSync(path.join(folder, 'written'), sectors('b'))
  expect(() => replay(folder, all)).toThrow('fewer bytes than were written')
})
