// Rows that are not what their columns must be are refused in words, without what stands in them.
import { describe, expect, test } from 'vitest'
import { finiteNumber, numberOrNull, oneOf, rowOf, text, wholeNumber } from './row-reader.ts'
import { readSpoolSetup } from './spool-setup.ts'
import { SPOOL_LIMITS } from '../spool-limits.ts'

describe('a column', () => {
  const row = rowOf({ n: 3, ms: 0.5, none: null, state: 'held', secret: 'PATIENT' })

  test('is given as what it must be', () => {
    expect([wholeNumber(row, 'n', 1), finiteNumber(row, 'ms'), text(row, 'state')]).toEqual([3, 0.5, 'held'])
    expect([numberOrNull(row, 'none'), numberOrNull(row, 'ms')]).toEqual([null, 0.5])
    expect(oneOf(row, 'state', ['held', 'sending'])).toBe('held')
  })

  test.each([
    [() => wholeNumber(row, 'ms'), 'The spool expected ms to be a whole number from 0 and found number'],
    [() => wholeNumber(row, 'n', 4), 'a whole number from 4'],
    [() => wholeNumber(row, 'missing'), 'expected missing to be a whole number from 0 and found undefined'],
    [() => finiteNumber(rowOf({ ms: Number.NaN }), 'ms'), 'ms to be a number'],
    [() => finiteNumber(row, 'ms', 1), 'ms to be a number'],
    [() => numberOrNull(row, 'missing'), 'missing to be a number and found undefined'],
    [() => text(row, 'n'), 'n to be a text and found number'],
    [
      () => oneOf(row, 'state', ['sending', 'printed']),
      'state to be one of sending, printed and found string',
    ],
    [() => rowOf(null), 'The spool expected a row and found null'],
    [() => rowOf([row]), 'a row and found an array'],
  ])('is refused in words: %s', (read, message) => {
    expect(read).toThrow(message)
  })

  test('does not put its content into the message', () => {
    expect(() => wholeNumber(row, 'secret')).toThrow(/^(?!.*PATIENT)/)
  })
})

test('a thread is not started with limits that make no sense', () => {
  const setup = {
    folder: '/x',
    limits: SPOOL_LIMITS,
    refused: [{ id: 'a', runMs: 1.5 }],
    synchronous: 'FULL',
  }
  expect(readSpoolSetup(setup)).toEqual(setup)
  expect(() => readSpoolSetup({ ...setup, limits: { ...SPOOL_LIMITS, waiting: 0 } })).toThrow('waiting')
  expect(() => readSpoolSetup({ ...setup, limits: { ...SPOOL_LIMITS, jobDays: -1 } })).toThrow('jobDays')
  expect(() => readSpoolSetup({ ...setup, refused: [{ id: 'a' }] })).toThrow('runMs')
  expect(() => readSpoolSetup({ ...setup, synchronous: 'OFF' })).toThrow('synchronous')
  expect(() => readSpoolSetup({ ...setup, refused: null })).toThrow('refused')
})
