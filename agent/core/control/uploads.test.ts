// Payloads in parts: put together in order, limited, and forgotten when the rest does not come.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { UPLOAD_LIMITS, Uploads } from './uploads.ts'

function setUp() {
  const clock = new SteppedClock()
  const uploads = new Uploads(clock)
  const add = (upload: string, bytes: Uint8Array | string, isLast = false) =>
    uploads.add({ upload, data: Buffer.from(bytes).toString('base64'), isLast })
  return { clock, uploads, add }
}

describe('An upload', () => {
  test('is whole with its last part, beside others', () => {
    const { clock, add } = setUp()
    expect([add('a', '^XA'), add('b', 'other'), add('a', Uint8Array.of(0, 255))]).toEqual([null, null, null])
    expect(Buffer.from(add('a', '^XZ', true) ?? []).toString('latin1')).toBe('^XA\0\xff^XZ')
    expect(add('b', '', true)?.length).toBe(5)
    expect(clock.pending()).toBe(0)
  })

  test('of more than 5 MiB is refused and forgotten', () => {
    const { add } = setUp()
    add('a', Buffer.alloc(UPLOAD_LIMITS.bytes))
    expect(() => add('a', 'x')).toThrow(expect.objectContaining({ code: 'too_large' }))
    expect(add('a', 'new', true)?.length).toBe(3)
  })

  test('whose rest does not come within 30 s is forgotten', () => {
    const { clock, add } = setUp()
    add('a', '^XA')
    clock.stepMs(UPLOAD_LIMITS.idleMs)
    expect(add('a', '^XZ', true)?.length).toBe(3)
  })

  test('leaves nothing of a label in memory', () => {
    const { uploads, add } = setUp()
    const parts: Buffer[] = []
    const concat = Buffer.concat.bind(Buffer)
    const spy = vi.spyOn(Buffer, 'concat').mockImplementation((list) => {
      parts.push(...list.map((part) => Buffer.from(part.buffer, part.byteOffset, part.length)))
      return concat(list)
    })
    onTestFinished(() => spy.mockRestore())
    add('a', '^XA^FDA. Patient')
    expect(Buffer.from(add('a', '^XZ', true) ?? []).toString()).toBe('^XA^FDA. Patient^XZ')
    expect(parts.map((part) => part.every((byte) => byte === 0))).toEqual([true, true])
    uploads.stop()
  })

  test('beside four others is refused until one is whole, and stopping forgets all', () => {
    const { clock, uploads, add } = setUp()
    for (const id of ['a', 'b', 'c', 'd']) add(id, 'x')
    expect(() => add('e', 'x')).toThrow(expect.objectContaining({ code: 'unavailable' }))
    add('a', '', true)
    expect(add('e', 'x')).toBeNull()
    uploads.stop()
    expect(clock.pending()).toBe(0)
  })
})
