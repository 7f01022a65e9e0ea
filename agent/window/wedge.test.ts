// Which keys are a scanner's.
import { describe, expect, test } from 'vitest'
import { NOTHING_TYPED, typedBy, type Key } from './wedge.ts'

function scansOf(keys: readonly Key[]): string[] {
  let typed = NOTHING_TYPED
  const scans: string[] = []
  for (const key of keys) {
    const next = typedBy(typed, key)
    typed = next.typed
    if (next.scan !== null) scans.push(next.scan)
  }
  return scans
}

const keysOf = (names: readonly string[], everyMs: number): Key[] =>
  names.map((key, index) => ({ key, isControl: false, atMs: 1_000 + index * everyMs }))

describe('The keys of a hand scanner', () => {
  test('are a scan when they follow each other at once and end with Enter', () => {
    expect(scansOf(keysOf([...'04012345678901'.split(''), 'Enter'], 5))).toEqual(['04012345678901'])
    expect(scansOf(keysOf(['Shift', ...'ABC'.split(''), 'Shift', ...'123'.split(''), 'Enter'], 5))).toEqual([
      'ABC123',
    ])
  })

  test('are no scan when a person types them, however many', () => {
    expect(scansOf(keysOf([...'04012345678901'.split(''), 'Enter'], 80))).toEqual([])
    expect(scansOf(keysOf([...'12345'.split(''), 'Enter'], 5))).toEqual([])
    expect(scansOf(keysOf(['Enter', 'Enter'], 5))).toEqual([])
  })

  test('keep the separator of GS1, which comes as Ctrl and a bracket', () => {
    const [first, second] = [keysOf([...'21ABC'.split('')], 5), keysOf([...'10X1'.split(''), 'Enter'], 5)]
    const separator = { key: ']', isControl: true, atMs: 1_025 }
    const later = second.map((key) => ({ ...key, atMs: key.atMs + 30 }))
    expect(scansOf([...first, separator, ...later])).toEqual(['21ABC\u001d10X1'])
  })

  test('begin anew after a pause, so that what a person typed before is none of it', () => {
    const before = keysOf([...'abc'.split('')], 100)
    const scan = keysOf([...'04012345'.split(''), 'Enter'], 5).map((key) => ({
      ...key,
      atMs: key.atMs + 1_000,
    }))
    expect(scansOf([...before, ...scan])).toEqual(['04012345'])
  })
})
