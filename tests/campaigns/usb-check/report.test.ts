// What counts as good: everything looked at, nothing else; the run in QEMU itself is npm run usb-check.
import { expect, test } from 'vitest'
import { LOOKED, lookedIn, PARTS, type Looked } from './outcome.ts'
import { resultOf, resultTable } from './report.ts'

const good = (part: string): Looked => ({ part, what: 'one', isGood: true, seen: '', tookMs: 7 })
const everything = Object.values(PARTS).map(good)

test('Everything good is good, with the slowest time beside it', () => {
  const result = resultOf({ looked: everything, isDone: true, console: [], faultedBefore: 0 })
  expect(result).toMatchObject({ isGood: true, brokenOff: null })
  expect(result.parts[0]).toEqual({ part: PARTS.plug, good: 1, of: 1, slowestMs: 7, faults: [] })
})

test.each<[string, Looked[], boolean]>([
  [
    'one thing that differs',
    [...everything, { ...good(PARTS.usb), isGood: false, seen: '9 bytes sent, 8 came' }],
    true,
  ],
  ['a part that was not looked at', everything.slice(1), true],
  ['an end that did not come', everything, false],
  ['nothing at all', [], true],
])('%s is not', (_, looked, isDone) => {
  const result = resultOf({ looked, isDone, console: ['guest: the program ended with 1'], faultedBefore: 0 })
  expect(result.isGood).toBe(false)
  expect(resultTable(result)).toContain('Not everything is as promised')
  expect(resultTable(result)).toContain('FAILED'.repeat(isDone ? 1 : 0))
})

test('Guests whose kernels faulted before are told, and do not make it bad', () => {
  const result = resultOf({ looked: everything, isDone: true, console: [], faultedBefore: 2 })
  expect(result.isGood).toBe(true)
  expect(resultTable(result)).toContain('the kernels of 2 guests faulted')
})

test('A line of the console is read whole, or is none of the check', () => {
  const line = `${LOOKED}${JSON.stringify(good(PARTS.cups))}`
  expect(lookedIn(line)).toEqual(good(PARTS.cups))
  expect(lookedIn('[    3.79] usb 1-1: new high-speed USB device')).toBeNull()
  expect(() => lookedIn(`${LOOKED}{}`)).toThrow('expected')
})
