// Tunnels between two switchboards over a hub in memory that loses, doubles, reorders and refuses as a test wants.
import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import type { LinkError } from '../link-parts.ts'
import { TestHubLines } from '../test/hub-lines.ts'
import { KIND, TUNNEL } from './tunnel-message.ts'

const [CLIENT, SERVER] = ['c1'.repeat(32), '5e'.repeat(32)]

/** One tunnel of the client to the server, and what both ends saw. */
async function oneTunnel(clock?: SteppedClock) {
  const lines = new TestHubLines(clock)
  const incoming: Duplex[] = []
  const server = lines.join(SERVER, { onIncoming: (stream) => void incoming.push(stream) })
  const client = lines.join(CLIENT)
  const near = client.open(SERVER)
  await until('the tunnel arrives', () => incoming.length === 1)
  const [far] = incoming
  if (far === undefined) throw new Error('no tunnel')
  return { lines, client, server, near, far, incoming, nearEnd: ended(near), farEnd: ended(far) }
}

/** With the error, or null for an orderly end. */
async function ended(stream: Duplex): Promise<LinkError | null> {
  return new Promise((resolve) => {
    let error: LinkError | null = null
    stream.once('error', (cause: LinkError) => (error = cause))
    stream.once('close', () => resolve(error))
  })
}

async function allOf(stream: Duplex): Promise<Buffer> {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
  await new Promise((resolve) => stream.once('end', resolve))
  return Buffer.concat(chunks)
}

const turns = async (count = 20): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Treats the nth message of a kind in its own way. */
function nth(lines: TestHubLines, kind: number, n: number, then: TestHubLines['treat']): void {
  let seen = 0
  lines.treat = (message) => {
    if (message.kind === kind && (seen += 1) === n) return then(message)
    return [message.bytes]
  }
}

describe('A tunnel', () => {
  test('carries bytes both ways, whole and in order, and ends on both sides without an error', async () => {
    const { near, far, nearEnd, farEnd, client, server, lines } = await oneTunnel()
    const [there, back] = [randomBytes(5_000_000), randomBytes(1_000_000)]
    near.end(there)
    far.end(back)
    const [gotThere, gotBack] = await Promise.all([allOf(far), allOf(near)])
    expect([gotThere.equals(there), gotBack.equals(back)]).toEqual([true, true])
    expect([await nearEnd, await farEnd]).toEqual([null, null])
    expect([client.size, server.size]).toEqual([0, 0])
    expect(Math.max(...lines.passed.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(
      TUNNEL.chunkBytes + 16,
    )
  })

  test('has sent its OPEN before the first bytes, within the call', () => {
    const lines = new TestHubLines()
    lines.join(SERVER)
    const near = lines.join(CLIENT).open(SERVER)
    near.write('x')
    expect(lines.passed.map(({ kind }) => kind)).toEqual([KIND.OPEN, KIND.DATA])
    near.destroy()
  })

  test('stops at its window while nobody reads at the other end, and goes on when somebody does', async () => {
    const { near, far, lines } = await oneTunnel()
    near.write(randomBytes(1_000_000))
    await turns(60)
    const sent = (): number =>
      lines.passed
        .filter(({ kind }) => kind === KIND.DATA)
        .reduce((sum, one) => sum + one.bytes.length - 16, 0)
    expect(sent()).toBe(TUNNEL.windowBytes)
    far.resume()
    await until('all is sent', () => sent() === 1_000_000)
    near.destroy()
  })

  test.each<[string, TestHubLines['treat']]>([
    ['lost', () => []],
    ['doubled', ({ bytes }) => [bytes, bytes]],
  ])('of which a message is %s ends on both sides', async (_what, then) => {
    const { lines, near, far, nearEnd, farEnd } = await oneTunnel()
    far.resume()
    near.resume()
    nth(lines, KIND.DATA, 3, then)
    near.end(randomBytes(400_000))
    expect((await farEnd)?.code).toBe('protocol')
    expect((await nearEnd)?.code).toBe('closed')
  })

  test('of which messages overtake each other ends, and nothing of the wrong order is handed on', async () => {
    const { lines, near, far, farEnd } = await oneTunnel()
    const bytes = randomBytes(300_000)
    const got: Buffer[] = []
    far.on('data', (chunk: Buffer) => void got.push(chunk))
    let held: Uint8Array | null = null
    nth(lines, KIND.DATA, 2, (message) => ((held = message.bytes), []))
    const second = lines.treat
    lines.treat = (message) => {
      if (held === null) return second(message)
      const late = held
      held = null
      return [message.bytes, late]
    }
    near.end(bytes)
    expect((await farEnd)?.code).toBe('protocol')
    const handedOn = Buffer.concat(got)
    expect(handedOn.equals(bytes.subarray(0, handedOn.length))).toBe(true)
  })

  test('pauses when the hub limits its rate, and everything arrives in order', async () => {
    const clock = new SteppedClock()
    const { lines, near, far } = await oneTunnel(clock)
    const bytes = randomBytes(2_000_000)
    // A hub that refuses one refuses for a while, so that nothing overtakes it.
    let refusals = 0
    let messages = 0
    lines.treat = (message) => {
      messages += 1
      if (messages % 40 === 0) refusals = 5
      if (refusals === 0) return [message.bytes]
      refusals -= 1
      return 'RATE_LIMITED'
    }
    near.end(bytes)
    let isDone = false
    const got = allOf(far).finally(() => (isDone = true))
    while (!isDone) {
      await turns(5)
      refusals = 0
      clock.stepMs(200)
    }
    expect((await got).equals(bytes)).toBe(true)
    expect(messages).toBeGreaterThan(60)
  })

  test('ends when a message overtook one that the hub refused for its rate', async () => {
    const { lines, near, far, farEnd } = await oneTunnel()
    far.resume()
    nth(lines, KIND.DATA, 2, () => 'RATE_LIMITED')
    near.write(randomBytes(200_000))
    expect((await farEnd)?.code).toBe('protocol')
  })

  test.each([
    ['PEER_OFFLINE', 'peer_offline'],
    ['PEER_UNKNOWN', 'peer_offline'],
    ['TIMEOUT', 'hub_away'],
    ['UNAVAILABLE', 'hub_away'],
    ['QUEUE_FULL', 'closed'],
    ['TOO_LARGE', 'closed'],
  ] as const)('ends with the words for %s', async (code, expected) => {
    const { lines, near, nearEnd } = await oneTunnel()
    lines.treat = () => code
    near.write('x')
    expect((await nearEnd)?.code).toBe(expected)
  })

  test('gives up after 10 s when nobody answers', async () => {
    const clock = new SteppedClock()
    const lines = new TestHubLines(clock)
    lines.join(SERVER)
    lines.treat = () => []
    const near = lines.join(CLIENT).open(SERVER)
    const end = ended(near)
    clock.stepMs(TUNNEL.openMs)
    expect((await end)?.code).toBe('timeout')
  })

  test('waits 5 s for the end of the other side, not for ever', async () => {
    const clock = new SteppedClock()
    const { lines, near, nearEnd, client } = await oneTunnel(clock)
    lines.treat = () => []
    near.resume().end('last words')
    await turns()
    clock.stepMs(TUNNEL.lingerMs - 1)
    expect(client.size).toBe(1)
    clock.stepMs(1)
    expect(await nearEnd).toBe(null)
    expect(client.size).toBe(0)
  })

  test('destroyed after the end of the other side tells it so', async () => {
    const { near, far, farEnd, server } = await oneTunnel()
    far.resume().end()
    await until('the end arrives', () => near.readableLength === 0)
    near.destroy()
    expect(await farEnd).toBe(null)
    expect(server.size).toBe(0)
  })

  test('destroyed with bytes that wait calls back the writer and resets the other side', async () => {
    const { near, farEnd } = await oneTunnel()
    const written = new Promise<Error | null | undefined>((resolve) =>
      near.write(randomBytes(500_000), resolve),
    )
    await turns()
    near.destroy()
    expect((await written)?.message).toContain('closed')
    expect((await farEnd)?.code).toBe('closed')
  })

  test('ends at once with the connection to the hub, and nothing of it is sent over the next one', async () => {
    const { lines, near, nearEnd, farEnd, client } = await oneTunnel()
    near.write(randomBytes(500_000))
    lines.cut(CLIENT)
    expect((await nearEnd)?.code).toBe('hub_away')
    expect((await farEnd)?.code).toBe('peer_offline')
    const before = lines.passed.length
    lines.restore(CLIENT)
    await turns()
    expect(lines.passed.slice(before).filter(({ from }) => from === CLIENT)).toEqual([])
    expect(client.size).toBe(0)
  })

  test('opened without a hub fails, later', async () => {
    const lines = new TestHubLines()
    const client = lines.join(CLIENT)
    lines.cut(CLIENT)
    const near = client.open(SERVER)
    near.write('x')
    expect(near.destroyed).toBe(false)
    expect((await ended(near))?.code).toBe('hub_away')
  })

  test('opened to a computer that takes no links is reset', async () => {
    const lines = new TestHubLines()
    lines.join(SERVER, { takesLinks: () => false })
    expect((await ended(lines.join(CLIENT).open(SERVER)))?.code).toBe('closed')
  })
})
