// IPP messages: what is asked can be read back, and junk is refused as junk.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeIpp, encodeIpp, ippNumber, ippText } from './ipp-message.ts'

const bytes = encodeIpp({
  operation: 0x0009,
  attributes: [
    { name: 'job-id', kind: 'integer', values: [70_000] },
    { name: 'requested-attributes', kind: 'keyword', values: ['job-state', 'job-name'] },
  ],
  document: Buffer.from('^XA^XZ'),
})

describe('IPP', () => {
  test('attributes come back with all their values', () => {
    const { status, groups } = decodeIpp(bytes)
    const [group] = groups
    if (group === undefined) throw new Error('no group')
    expect([status, group.tag, groups.length]).toEqual([0x0009, 1, 1])
    expect([ippNumber(group, 'job-id'), ippText(group, 'job-id')]).toEqual([70_000, null])
    expect(group.valuesByName.get('requested-attributes')).toEqual(['job-state', 'job-name'])
  })

  test('the document follows the attributes unchanged', () => {
    expect(bytes.subarray(-7).toString('latin1')).toBe('\x03^XA^XZ')
  })

  test('a reply cut before its end is refused', () => {
    for (let length = 0; length < bytes.length - 6; length += 1)
      expect(() => decodeIpp(bytes.subarray(0, length)), `cut at ${length}`).toThrow(RangeError)
  })

  test('junk is read or refused, and never more than that', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (junk) => {
        try {
          decodeIpp(Buffer.from(junk))
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
