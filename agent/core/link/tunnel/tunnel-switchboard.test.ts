// The switchboard of tunnels against messages of strangers: what they can end, and what they can make it keep or answer.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { describe, expect, test } from 'vitest'
import type { LinkError } from '../link-parts.ts'
import { TestHubLines, type Passing } from '../test/hub-lines.ts'
import { KIND, TUNNEL, tunnelMessage } from './tunnel-message.ts'

const [CLIENT, SERVER] = ['c1'.repeat(32), '5e'.repeat(32)]

/** With the error, or null for an orderly end. */
async function ended(stream: Duplex): Promise<LinkError | null> {
  return new Promise((resolve) => {
    let error: LinkError | null = null
    stream.once('error', (cause: LinkError) => (error = cause))
    stream.once('close', () => resolve(error))
  })
}

const turns = async (count = 20): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('A switchboard', () => {
  const CHANNEL = 'ab'.repeat(8)
  const sentBy = (lines: TestHubLines, from: string): Passing[] =>
    lines.passed.filter((message) => message.from === from)

  test.each<[string, (channel: string) => Uint8Array]>([
    ['a message that cannot be read', (channel) => tunnelMessage(KIND.DATA, { channel })],
    ['a second OPEN', (channel) => tunnelMessage(KIND.OPEN, { channel })],
    ['a CREDIT for what was never sent', (channel) => tunnelMessage(KIND.CREDIT, { channel, number: 1 })],
    [
      'DATA far ahead',
      (channel) => tunnelMessage(KIND.DATA, { channel, number: 7, bytes: Buffer.from('x') }),
    ],
  ])('ends a tunnel at %s', async (_what, bytes) => {
    const lines = new TestHubLines()
    const incoming: Duplex[] = []
    lines.join(SERVER, { onIncoming: (stream) => void incoming.push(stream) })
    lines.inject(CLIENT, SERVER, tunnelMessage(KIND.OPEN, { channel: CHANNEL }))
    lines.inject(CLIENT, SERVER, bytes(CHANNEL))
    const [stream] = incoming
    if (stream === undefined) throw new Error('no tunnel')
    expect((await ended(stream))?.code).toBe('protocol')
    expect(sentBy(lines, SERVER).map(({ kind }) => kind)).toEqual([KIND.RESET])
  })

  test('does not let one device into the tunnel of another', async () => {
    const lines = new TestHubLines()
    const incoming: Duplex[] = []
    lines.join(SERVER, { onIncoming: (stream) => void incoming.push(stream) })
    const near = lines.join(CLIENT).open(SERVER)
    await turns()
    const [far] = incoming
    const [open] = lines.passed
    if (far === undefined || open === undefined) throw new Error('no tunnel')
    const channel = Buffer.from(open.bytes).toString('hex', 4, 12)
    lines.inject('99'.repeat(32), SERVER, tunnelMessage(KIND.DATA, { channel, bytes: Buffer.from('x') }))
    lines.inject('99'.repeat(32), SERVER, tunnelMessage(KIND.RESET, { channel }))
    near.end('mine')
    const bytes: unknown = (await once(far, 'data'))[0]
    expect(String(bytes)).toBe('mine')
  })

  test('answers a flood of strange messages 20 times a second, and lives', async () => {
    const clock = new SteppedClock()
    const lines = new TestHubLines(clock)
    const server = lines.join(SERVER, { takesLinks: () => false })
    lines.join(CLIENT)
    for (let n = 0; n < 10_000; n += 1) lines.inject(CLIENT, SERVER, randomBytes(n % 200))
    for (let n = 0; n < 1_000; n += 1) {
      const channel = randomBytes(8).toString('hex')
      lines.inject(CLIENT, SERVER, tunnelMessage(KIND.OPEN, { channel }))
    }
    await turns()
    expect(sentBy(lines, SERVER)).toHaveLength(20)
    clock.stepMs(1_000)
    lines.inject(CLIENT, SERVER, tunnelMessage(KIND.OPEN, { channel: CHANNEL }))
    expect([sentBy(lines, SERVER).length, server.size]).toEqual([21, 0])
  })

  test('has 4 tunnels with one device, of which a new one ends the oldest, and 64 with all', async () => {
    const lines = new TestHubLines()
    const incoming: Duplex[] = []
    const server = lines.join(SERVER, { onIncoming: (stream) => void incoming.push(stream) })
    for (let n = 0; n < 5; n += 1)
      lines.inject(CLIENT, SERVER, tunnelMessage(KIND.OPEN, { channel: String(n).repeat(16) }))
    expect(incoming.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false, false])
    for (let n = 0; n < 100; n += 1) {
      const from = n.toString(16).padStart(64, '0')
      lines.inject(from, SERVER, tunnelMessage(KIND.OPEN, { channel: CHANNEL }))
    }
    expect(server.size).toBe(64)
    lines.cut(SERVER)
    expect(server.size).toBe(0)
  })

  test('resets a tunnel whose sender ignores the window', async () => {
    const lines = new TestHubLines()
    const incoming: Duplex[] = []
    lines.join(SERVER, { onIncoming: (stream) => void incoming.push(stream) })
    lines.inject(CLIENT, SERVER, tunnelMessage(KIND.OPEN, { channel: CHANNEL }))
    const bytes = new Uint8Array(TUNNEL.chunkBytes)
    for (let number = 0; number < 6; number += 1)
      lines.inject(CLIENT, SERVER, tunnelMessage(KIND.DATA, { channel: CHANNEL, number, bytes }))
    expect(incoming[0]?.destroyed).toBe(true)
  })
})
