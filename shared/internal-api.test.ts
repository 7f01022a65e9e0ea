// The internal key: right, previous, wrong, missing, and the pair that honest traffic cannot send.
import { describe, expect, it } from 'vitest'
import { checkInternalKey } from './internal-api.ts'

const options = { key: 'k'.repeat(32), previousKey: 'p'.repeat(32) }
const equals = (presented: string, expected: string): boolean => presented === expected
const verdict = (key: string | null, stamped = false) => checkInternalKey({ key, stamped }, options, equals)

describe('the internal key', () => {
  it('is accepted, and so is the previous one during a rotation', () => {
    expect([verdict(options.key), verdict(options.previousKey)]).toEqual(['accepted', 'accepted'])
  })
  it('is refused when wrong, empty or missing', () => {
    expect([verdict('x'.repeat(32)), verdict(''), verdict(null)]).toEqual(['refused', 'refused', 'refused'])
  })
  it('together with the gateway’s stamp is an alarm, right or wrong', () => {
    expect([verdict(options.key, true), verdict('wrong', true)]).toEqual(['stamp_and_key', 'stamp_and_key'])
  })
  it('no longer takes the previous one after the rotation', () => {
    expect(
      checkInternalKey(
        { key: options.previousKey, stamped: false },
        { ...options, previousKey: null },
        equals,
      ),
    ).toBe('refused')
  })
})
