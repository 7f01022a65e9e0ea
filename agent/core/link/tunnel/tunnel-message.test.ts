// Messages of a tunnel: what is made can be read, and what cannot be read is told apart.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KIND, readTunnelMessage, TUNNEL, tunnelMessage } from './tunnel-message.ts'

const CHANNEL = '0123456789abcdef'

function changed(bytes: Uint8Array, at: number, to: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy[at] = to
  return copy
}

describe('A message of a tunnel', () => {
  test('has the form of the protocol', () => {
    const bytes = tunnelMessage(KIND.DATA, { channel: CHANNEL, number: 0x01020304, bytes: Buffer.from('x') })
    expect(Buffer.from(bytes).toString('hex')).toBe(`02000000${CHANNEL}0102030478`)
    expect(readTunnelMessage(bytes)).toEqual({
      kind: KIND.DATA,
      channel: CHANNEL,
      number: 0x01020304,
      bytes: Buffer.from('x'),
    })
  })

  test.each([
    ['three bytes that are not zero', changed(tunnelMessage(KIND.FIN, { channel: CHANNEL }), 2, 1)],
    ['an unknown kind', changed(tunnelMessage(KIND.FIN, { channel: CHANNEL }), 0, 6)],
    ['kind 0', changed(tunnelMessage(KIND.FIN, { channel: CHANNEL }), 0, 0)],
    ['DATA without bytes', tunnelMessage(KIND.DATA, { channel: CHANNEL })],
    [
      'DATA longer than a message',
      tunnelMessage(KIND.DATA, { channel: CHANNEL, bytes: new Uint8Array(TUNNEL.chunkBytes + 1) }),
    ],
    ['bytes behind a CREDIT', tunnelMessage(KIND.CREDIT, { channel: CHANNEL, bytes: new Uint8Array(1) })],
    ['a numbered OPEN', tunnelMessage(KIND.OPEN, { channel: CHANNEL, number: 1 })],
    ['an end within the number', tunnelMessage(KIND.FIN, { channel: CHANNEL }).subarray(0, 14)],
  ])('is malformed with %s, and its channel is known', (_what, bytes) => {
    expect(readTunnelMessage(bytes)).toEqual({ kind: null, channel: CHANNEL })
  })

  test('without a whole channel is of no channel', () => {
    expect(readTunnelMessage(new Uint8Array(11))).toEqual({ kind: null, channel: null })
  })

  test('is read from any bytes without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const message = readTunnelMessage(bytes)
        if (message.kind === null) return
        expect(Buffer.from(tunnelMessage(message.kind, message))).toEqual(Buffer.from(bytes))
      }),
      { numRuns: 20_000 },
    )
  })
})
