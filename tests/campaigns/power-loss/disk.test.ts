// The disk with a write cache: what is flushed stays, what is not goes by the dice.
import { expect, test } from 'vitest'
import { diceOf } from '../../kit/dice.ts'
import { CachedDisk, SECTOR_BYTES } from './disk.ts'

const dice = () => diceOf(1, 'disk')
const sectors = (text: string): Buffer =>
  Buffer.concat(text.split('').map((letter) => Buffer.alloc(SECTOR_BYTES, letter)))
/** One letter a sector; a dot is empty. */
const letters = (disk: CachedDisk): string =>
  Array.from({ length: disk.bytes / SECTOR_BYTES }, (_, n) => disk.read(n * SECTOR_BYTES, 1)[0] ?? 0)
    .map((byte) => (byte === 0 ? '.' : String.fromCharCode(byte)))
    .join('')

function diskOf(flushed: string): CachedDisk {
  const disk = new CachedDisk(8 * SECTOR_BYTES)
  disk.write(0, sectors(flushed))
  disk.flush()
  return disk
}

test('what was written is seen at once, and is gone when the power fails before a flush', () => {
  const disk = diskOf('aaaa')
  disk.write(SECTOR_BYTES, sectors('bbbbb'))
  expect(letters(disk)).toBe('abbbbb..')
  expect(disk.cut(0, dice())).toEqual({ unflushed: 5, survived: 0 })
  expect(letters(disk)).toBe('aaaa....')
})

test('what was flushed stays, whatever the dice say', () => {
  const disk = diskOf('aa')
  disk.write(0, sectors('bb'))
  disk.flush()
  expect(disk.cut(0, dice())).toEqual({ unflushed: 0, survived: 0 })
  expect(letters(disk)).toBe('bb......')
})

test('without losses the last write wins', () => {
  const disk = diskOf('')
  disk.write(0, sectors('aaa'))
  disk.write(0, sectors('b'))
  expect(disk.cut(1, dice())).toEqual({ unflushed: 4, survived: 4 })
  expect(letters(disk)).toBe('baa.....')
})

test('sectors of one write survive one by one, and older ones may be left', () => {
  const found = new Set<string>()
  const random = dice()
  for (let n = 0; n < 200; n += 1) {
    const disk = diskOf('aa')
    disk.write(0, sectors('bb'))
    disk.write(0, sectors('c'))
    disk.cut(0.5, random)
    found.add(letters(disk).slice(0, 2))
  }
  expect([...found].toSorted()).toEqual(['aa', 'ab', 'ba', 'bb', 'ca', 'cb'])
})

test('a cut is over: the next one finds nothing of the first', () => {
  const disk = diskOf('')
  disk.write(0, sectors('a'))
  disk.cut(0, dice())
  disk.flush()
  disk.cut(1, dice())
  expect(letters(disk)).toBe('........')
})

test('nothing lies beyond the end', () => {
  const disk = diskOf('')
  expect(() => disk.write(7 * SECTOR_BYTES, sectors('ab'))).toThrow('beyond the disk')
  expect(() => disk.read(8 * SECTOR_BYTES, 1)).toThrow('beyond the disk')
})
