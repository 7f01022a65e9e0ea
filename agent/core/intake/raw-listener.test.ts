// The raw listener on real sockets: how jobs end, who is let in, and limits.
import { once } from 'node:events'
import net from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { sendLabel } from '../../test/send-label.ts'
import type { RawJob } from './raw-connection.ts'
import { RAW_LIMITS, RawListener, type RawListenerParts, type Refusal } from './raw-listener.ts'

const LABEL = '^XA^FO20,20^FDAmoxicillin^FS^XZ'

async function listener(parts: Partial<RawListenerParts> = {}) {
  const jobs: RawJob[] = []
  const refusals: Refusal[] = []
  const clock = new SteppedClock()
  const raw = new RawListener({
    host: '127.0.0.1',
    port: 0,
    limits: RAW_LIMITS,
    clock,
    logger: silentLogger,
    isAllowedSender: () => true,
    onJob: async (job) => void jobs.push(job),
    onRefused: (refusal) => void refusals.push(refusal),
    ...parts,
  })
  const port = await raw.start()
  onTestFinished(async () => raw.stop())
  return { raw, port, jobs, refusals, clock }
}

/** Connected from a loopback address of its own; what became of it is recorded. */
async function sender(port: number, localAddress = '127.0.0.1') {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
  const seen = { end: 'open' as 'open' | 'fin' | 'reset', bytes: 0 }
  socket.on('data', (chunk: Buffer) => (seen.bytes += chunk.length))
  socket.on('end', () => (seen.end = 'fin'))
  socket.on('error', () => (seen.end = 'reset'))
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect').catch(() => undefined)
  return { socket, seen }
}

/** Sends bytes and waits until the listener has them, which restarts its idle timer. */
async function arrive(clock: SteppedClock, socket: net.Socket, bytes: string): Promise<void> {
  await until('the connection', () => clock.pending() === 2)
  clock.stepMs(1)
  socket.write(bytes)
  await until('the bytes', () => clock.nextInMs() === RAW_LIMITS.idleMs)
}

const send = async (port: number, payload: Uint8Array | string) =>
  sendLabel({ address: '127.0.0.1', port }, payload)

describe('A job', () => {
  test('ends with the FIN of its sender and arrives unchanged, and the sender hears nothing', async () => {
    const { port, jobs } = await listener()
    const payload = Buffer.from(
      Uint8Array.from({ length: 1_000_000 }, (_, index) => (index ^ (index >> 8)) & 0xff),
    )
    expect(await send(port, payload)).toMatchObject({ ok: true, backchannel: { totalBytes: 0 } })
    expect(jobs).toHaveLength(1)
    expect(jobs[0]).toMatchObject({ sender: '127.0.0.1', endedBy: 'fin', verdict: { isComplete: null } })
    expect(jobs[0]?.payload.equals(payload)).toBe(true)
  })

  test('is safe here before its sender sees our FIN', async () => {
    const safe = Promise.withResolvers<void>()
    const { port } = await listener({ onJob: async () => safe.promise })
    const { socket, seen } = await sender(port)
    socket.end(LABEL)
    await once(socket, 'finish')
    expect(seen.end).toBe('open')
    safe.resolve()
    await until('our FIN', () => seen.end === 'fin')
  })

  test('that is not accepted breaks the connection off', async () => {
    const { port, refusals } = await listener({ onJob: async () => Promise.reject(new Error('full')) })
    expect(await send(port, LABEL)).toMatchObject({ ok: false, code: 'connection_reset' })
    expect(refusals).toEqual([{ sender: '127.0.0.1', reason: 'not_accepted', why: 'full' }])
  })

  test('cut by its FIN is delivered as incomplete', async () => {
    const { port, jobs } = await listener()
    await send(port, LABEL.slice(0, -1))
    expect(jobs[0]).toMatchObject({ endedBy: 'fin', verdict: { language: 'zpl', isComplete: false } })
  })

  test('whose sender breaks off after the whole label is delivered as complete', async () => {
    const { port, jobs, clock } = await listener()
    const { socket } = await sender(port)
    await arrive(clock, socket, LABEL)
    socket.resetAndDestroy()
    await until('the job', () => jobs.length === 1)
    expect(jobs[0]).toMatchObject({ endedBy: 'reset', verdict: { isComplete: true } })
  })

  test.each(['~HS', '~HI\r\n~HQES\r\n', '! U1 getvar "device.friendly_name"\r\n'])(
    'that only asks %j is none, and nothing is answered',
    async (query) => {
      const { port, jobs, refusals } = await listener()
      expect(await send(port, query)).toMatchObject({ ok: true, backchannel: { totalBytes: 0 } })
      expect([jobs, refusals]).toEqual([[], [{ sender: '127.0.0.1', reason: 'status_query' }]])
    },
  )

  test.each(['', '\r\n\r\n', ' \t\n'])('of %j is none', async (payload) => {
    const { port, jobs, refusals } = await listener()
    expect(await send(port, payload)).toMatchObject({ ok: true })
    expect([jobs, refusals]).toEqual([[], []])
  })
})

describe('A sender that never half-closes', () => {
  test.each([
    ['a whole label', LABEL, true],
    ['a cut label', LABEL.slice(0, 20), false],
    ['something unknown', 'hello', null],
  ])('has its job ended after 30 s without a byte: %s', async (_name, payload, isComplete) => {
    const { port, jobs, clock } = await listener()
    const { socket, seen } = await sender(port)
    await arrive(clock, socket, payload)
    clock.stepMs(29_999)
    expect(jobs).toEqual([])
    clock.stepMs(1)
    await until('the end', () => seen.end !== 'open')
    expect(jobs).toEqual([
      expect.objectContaining({ endedBy: 'idle', verdict: expect.objectContaining({ isComplete }) }),
    ])
    expect(clock.pending()).toBe(0)
  })

  test('and trickles bytes for ever is ended after 15 min', async () => {
    const { port, jobs, clock } = await listener()
    const { socket } = await sender(port)
    socket.write('^XA')
    const startMs = clock.monotonicMs()
    for (let step = 0; step < 45; step += 1) {
      const dueInMs = Math.min(30_000, startMs + 15 * 60_000 - clock.monotonicMs())
      await until('the byte', () => clock.nextInMs() === dueInMs)
      clock.stepMs(20_000)
      socket.write('x')
    }
    await until('the job', () => jobs.length === 1)
    expect(jobs[0]).toMatchObject({ endedBy: 'idle', verdict: { isComplete: false } })
  })

  test('and asks for the status first is let go after 30 s of waiting, with nothing delivered', async () => {
    const { port, jobs, refusals, clock } = await listener()
    const { socket, seen } = await sender(port)
    await arrive(clock, socket, '~HS\r\n')
    clock.stepMs(30_000)
    await until('our FIN', () => seen.end === 'fin')
    expect([jobs, refusals, seen.bytes]).toEqual([[], [{ sender: '127.0.0.1', reason: 'status_query' }], 0])
  })

  test('and sends its label after a query that nobody answered gets it through whole', async () => {
    const { port, jobs, clock } = await listener()
    const { socket } = await sender(port)
    await arrive(clock, socket, '~HS\r\n')
    await arrive(clock, socket, LABEL)
    clock.stepMs(30_000)
    await until('the job', () => jobs.length === 1)
    expect(jobs[0]).toMatchObject({ endedBy: 'idle', verdict: { isComplete: true } })
    expect(jobs[0]?.payload.toString()).toBe(`~HS\r\n${LABEL}`)
  })

  test('and sends a second label afterwards sees a reset, not silence', async () => {
    const { port, jobs, clock } = await listener()
    const { socket, seen } = await sender(port)
    await arrive(clock, socket, LABEL)
    clock.stepMs(30_000)
    await until('our FIN', () => seen.end === 'fin')
    socket.write(LABEL)
    await until('the reset', () => {
      socket.write(LABEL)
      return seen.end === 'reset'
    })
    expect(jobs).toHaveLength(1)
  })
})

describe('Refused with nothing delivered', () => {
  test('L01: a sender who is not allowed, at once', async () => {
    const { port, jobs, refusals } = await listener({ isAllowedSender: () => false })
    const { socket, seen } = await sender(port)
    socket.write(LABEL)
    await until('the reset', () => seen.end === 'reset')
    expect([jobs, refusals]).toEqual([[], [{ sender: '127.0.0.1', reason: 'sender_not_allowed' }]])
  })

  test('a sender who may begin a link alone: its link is taken, and every label refused', async () => {
    const links: net.Socket[] = []
    const onlyLinks = { isAllowedSender: () => false, mayLink: () => true }
    const takeTls = () => (socket: net.Socket) => void links.push(socket)
    const { port, jobs, refusals } = await listener({ ...onlyLinks, takeTls })
    const raw = await sender(port)
    raw.socket.write(LABEL)
    await until('the reset', () => raw.seen.end === 'reset')
    expect([jobs, refusals]).toEqual([[], [{ sender: '127.0.0.1', reason: 'sender_not_allowed' }]])
    const link = await sender(port)
    link.socket.write('\x16\x03\x01\x00\x05hello')
    await until('the link', () => links.length === 1)
    expect(links[0]?.read()).toEqual(Buffer.from('\x16\x03\x01\x00\x05hello'))
    expect(link.seen.end).toBe('open')
    links[0]?.destroy()
  })

  test.each([
    ['L02: an HTTP form around a label', `POST / HTTP/1.1\r\nHost: x\r\n\r\n${LABEL}`, 'http'],
    ['L03: a proxy probe', 'GET http://www.baidu.com/ HTTP/1.1\r\n\r\n', 'http'],
    ['L04: a TLS ClientHello', '\x16\x03\x01\x00\x05hello', 'tls'],
  ])('%s', async (_name, payload, reason) => {
    const { port, jobs, refusals } = await listener()
    expect(await send(port, payload)).toMatchObject({ ok: false })
    expect([jobs, refusals]).toEqual([[], [{ sender: '127.0.0.1', reason }]])
  })

  test('L02: an HTTP verb that comes byte by byte', async () => {
    const { port, jobs, refusals, clock } = await listener()
    const { socket, seen } = await sender(port)
    for (const letter of 'POST') await arrive(clock, socket, letter)
    socket.write(' ')
    await until('the reset', () => seen.end === 'reset')
    expect([jobs, refusals]).toEqual([[], [{ sender: '127.0.0.1', reason: 'http' }]])
  })

  test('L12: a job of 5 MiB and 1 byte, while one of 5 MiB passes', async () => {
    const { port, jobs, refusals } = await listener()
    const payload = Buffer.alloc(RAW_LIMITS.maxBytes + 1, 'x')
    expect(await send(port, payload)).toMatchObject({ ok: false, retry: 'ambiguous' })
    expect([jobs, refusals]).toEqual([[], [{ sender: '127.0.0.1', reason: 'too_large' }]])
    expect(await send(port, payload.subarray(1))).toMatchObject({ ok: true })
    expect(jobs[0]?.payload.length).toBe(RAW_LIMITS.maxBytes)
  })

  test('L11: 20 half-open senders; the cap holds, and after 30 s a real sender is served', async () => {
    const { port, jobs, refusals, clock } = await listener()
    const senders = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sender(port, `127.0.0.${2 + Math.floor(index / 4)}`)),
    )
    await until('the refusals', () => refusals.length === 4)
    expect(new Set(refusals.map(({ reason }) => reason))).toEqual(new Set(['too_many_connections']))
    clock.stepMs(30_000)
    await until('all are closed', () => senders.every(({ seen }) => seen.end !== 'open'))
    await until('a real sender is served', async () => (await send(port, LABEL)).ok)
    expect(jobs).toHaveLength(1)
  })

  test('a fifth connection of one address, while another address is served', async () => {
    const { port, jobs, refusals } = await listener()
    for (let count = 0; count < 5; count += 1) await sender(port, '127.0.0.2')
    await until('the refusal', () => refusals.length === 1)
    expect(refusals).toEqual([{ sender: '127.0.0.2', reason: 'too_many_connections' }])
    await send(port, LABEL)
    expect(jobs).toHaveLength(1)
  })
})

describe('The listener', () => {
  test('says that its port is taken', async () => {
    const { port } = await listener()
    await expect(listener({ port })).rejects.toMatchObject({
      fault: 'port_taken',
      message: `port ${port} is taken by another program on this computer: end that program, or choose another port in the panel`,
    })
  })

  test('says that a port is none', async () => {
    await expect(listener({ port: 70_000 })).rejects.toMatchObject({
      message: '70000 is no port: 1 to 65535',
    })
  })

  test('stopped in the middle of a job resets its sender and frees the port', async () => {
    const { raw, port, jobs, clock } = await listener()
    const { socket, seen } = await sender(port)
    await arrive(clock, socket, '^XA')
    await raw.stop()
    await until('the reset', () => seen.end === 'reset')
    expect(jobs).toEqual([])
    await listener({ port })
  })
})
