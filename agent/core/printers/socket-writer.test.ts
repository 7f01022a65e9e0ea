// The safe socket writer against printers that talk, keep silent, refuse, reset, stall and never read.
import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { SOCKET_LIMITS, writeToSocket, type SocketWriteParts } from './socket-writer.ts'
import * as peers from './test/printer-peer.ts'

const SIZES = [600, 39_200, 124_338, 248_472, 1_000_000]
/** More than the system buffers between two sockets of this machine. */
const MORE_THAN_BUFFERS = 16 * 1_048_576
const SHORT = { connectMs: 5_000, stallMs: 150, closeMs: 150 }
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** All byte values, and no two stretches alike. */
function payloadOf(size: number): Buffer {
  const payload = Buffer.alloc(size)
  for (let index = 0; index < size; index += 1) payload[index] = (index ^ (index >> 8) ^ (index >> 16)) & 0xff
  return payload
}

async function write(port: number, payload: Uint8Array, parts: Partial<SocketWriteParts> = {}) {
  return writeToSocket({
    address: { host: '127.0.0.1', port },
    payload,
    limits: SOCKET_LIMITS,
    clock: systemClock,
    signal: new AbortController().signal,
    ...parts,
  })
}

describe('A label arrives byte for byte, and is only then sent', () => {
  const printers = { mute: peers.mute, talking: peers.talking, 'saying a status first': peers.statusFirst }
  const cases = Object.entries(printers).flatMap(([name, behave]) =>
    SIZES.map((size) => ({ name, behave, size })),
  )
  test.each(cases)('$size bytes at a printer that is $name', async ({ behave, size }) => {
    const { port, connections } = await peers.printerPeer(behave)
    const payload = payloadOf(size)
    for (let job = 0; job < 3; job += 1) {
      const outcome = await write(port, payload)
      expect(outcome).toMatchObject({ ok: true, bytesHandedToSocket: size, peerClosed: 'fin' })
      expect(connections[job]?.ended).toBe(true)
      expect(sha256(connections[job]?.bytes() ?? Buffer.of())).toBe(sha256(payload))
    }
  })

  test('at a printer whose window closes for a while', async () => {
    const { port, connections } = await peers.printerPeer(
      peers.after(100_000, (socket) => {
        socket.pause()
        setTimeout(() => socket.resume(), 300)
      }),
    )
    const payload = payloadOf(MORE_THAN_BUFFERS)
    expect(await write(port, payload)).toMatchObject({ ok: true, peerClosed: 'fin' })
    expect(sha256(connections[0]?.bytes() ?? Buffer.of())).toBe(sha256(payload))
  })

  test('one after the other, each connection after the one before has closed', async () => {
    const peer = await peers.printerPeer(peers.statusFirst)
    for (let job = 0; job < 10; job += 1) await write(peer.port, payloadOf(600))
    expect(peer.connections).toHaveLength(10)
    expect(peer.mostOpen()).toBe(1)
  })
})

describe('What the printer says', () => {
  test('is handed on', async () => {
    const { port } = await peers.printerPeer(peers.statusFirst)
    const { backchannel } = await write(port, payloadOf(600))
    expect(Buffer.from(backchannel.bytes).toString('latin1')).toBe('\x02030,0,0\x03\r\n')
  })

  test('is read to its end and kept up to 4 KiB', async () => {
    const { port } = await peers.printerPeer(({ socket }) => {
      socket.on('end', () => socket.end(Buffer.alloc(1_000_000, 0x41)))
    })
    const { ok, backchannel } = await write(port, payloadOf(600))
    expect(ok).toBe(true)
    expect([backchannel.bytes.length, backchannel.totalBytes]).toEqual([4_096, 1_000_000])
  })
})

test('A printer that accepts and closes at once has not taken the label', async () => {
  const { port } = await peers.printerPeer(({ socket }) => socket.destroy())
  expect(await write(port, payloadOf(600))).toMatchObject({ ok: false })
})

describe('Before the first byte a failure is transient', () => {
  test('at a printer that refuses', async () => {
    expect(await write(await peers.closedPort(), payloadOf(600))).toMatchObject({
      ok: false,
      code: 'printer_busy',
      retry: 'transient',
      bytesHandedToSocket: 0,
      peerClosed: null,
    })
  })

  test('at a printer that does not answer within 5 s', async () => {
    const { port, connections } = await peers.printerPeer(peers.mute)
    const clock = new SteppedClock()
    const outcome = write(port, payloadOf(600), { clock })
    expect(clock.nextInMs()).toBe(5_000)
    clock.stepMs(5_000)
    expect(await outcome).toMatchObject({
      code: 'printer_unreachable',
      retry: 'transient',
      bytesHandedToSocket: 0,
    })
    expect(connections.map((connection) => connection.bytes().length)).not.toContain(600)
    expect(clock.pending()).toBe(0)
  })

  test('when the agent stops', async () => {
    const { port } = await peers.printerPeer(peers.mute)
    const outcome = await write(port, payloadOf(600), { signal: AbortSignal.abort() })
    expect(outcome).toMatchObject({ code: 'stopped', retry: 'transient', bytesHandedToSocket: 0 })
  })

  test('and permanent where only another address helps', async () => {
    expect(await write(70_000, payloadOf(600))).toMatchObject({
      code: 'address_not_usable',
      retry: 'permanent',
    })
  })
})

describe('After the first byte a failure is ambiguous', () => {
  test.each([
    ['at once', 1, 600],
    ['in the middle', 200_000, 1_000_000],
    ['after the last byte', 1_000_000, 1_000_000],
  ])('at a printer that resets %s', async (_name, bytes, size) => {
    const { port } = await peers.printerPeer(peers.after(bytes, (socket) => socket.resetAndDestroy()))
    expect(await write(port, payloadOf(size))).toMatchObject({
      ok: false,
      code: 'connection_reset',
      retry: 'ambiguous',
      peerClosed: 'reset',
    })
  })

  test('at a printer that resets when it has seen the end', async () => {
    const { port } = await peers.printerPeer(({ socket }) => {
      socket.on('end', () => socket.resetAndDestroy())
    })
    expect(await write(port, payloadOf(600))).toMatchObject({
      code: 'connection_reset',
      retry: 'ambiguous',
      bytesHandedToSocket: 600,
    })
  })

  test('at a printer whose window closes for good', async () => {
    const { port } = await peers.printerPeer(peers.after(65_536, (socket) => socket.pause()))
    expect(await write(port, payloadOf(MORE_THAN_BUFFERS), { limits: SHORT })).toMatchObject({
      code: 'write_stalled',
      retry: 'ambiguous',
      peerClosed: 'timeout',
    })
  })

  test.each(SIZES)(
    'at a printer that never reads, with a label of %i bytes that fits into the buffers',
    async (size) => {
      const { port } = await peers.printerPeer(peers.neverReading)
      expect(await write(port, payloadOf(size), { limits: SHORT })).toMatchObject({
        code: 'close_not_seen',
        retry: 'ambiguous',
        bytesHandedToSocket: size,
        peerClosed: 'timeout',
      })
    },
  )

  test('at a printer that never reads, with more than fits', async () => {
    const { port } = await peers.printerPeer(peers.neverReading)
    const outcome = await write(port, payloadOf(MORE_THAN_BUFFERS), { limits: SHORT })
    expect(outcome).toMatchObject({ code: 'write_stalled', retry: 'ambiguous' })
    expect(outcome.bytesHandedToSocket).toBeLessThan(MORE_THAN_BUFFERS)
  })

  test('at a printer that talks for ever and never closes', async () => {
    const { port } = await peers.printerPeer(({ socket }) => {
      const say = setInterval(() => socket.write('x'), 1)
      socket.on('close', () => clearInterval(say))
    })
    expect(await write(port, payloadOf(600), { limits: SHORT })).toMatchObject({
      code: 'close_not_seen',
      retry: 'ambiguous',
    })
  })

  test('at a printer that closes before it has the whole label', async () => {
    const { port } = await peers.printerPeer(
      peers.after(1_000, (socket) => {
        socket.pause()
        socket.end()
      }),
    )
    expect(await write(port, payloadOf(MORE_THAN_BUFFERS))).toMatchObject({
      code: 'closed_early',
      retry: 'ambiguous',
      peerClosed: 'fin',
    })
  })

  test('when the agent stops, and the printer gets no further byte', async () => {
    const stop = new AbortController()
    const { port, connections } = await peers.printerPeer(
      peers.after(1_000, (socket) => {
        socket.pause()
        stop.abort()
      }),
    )
    const outcome = await write(port, payloadOf(MORE_THAN_BUFFERS), { signal: stop.signal })
    expect(outcome).toMatchObject({ code: 'stopped', retry: 'ambiguous' })
    expect(connections[0]?.ended).toBe(false)
  })

  test('when the agent stops in the moment of the FIN', async () => {
    const stop = new AbortController()
    let limits = 0
    const after: Clock['after'] = (delayMs, run) => {
      limits += 1
      // The third limit begins one turn of the loop before the FIN.
      if (limits === 3) queueMicrotask(() => setImmediate(() => stop.abort()))
      return systemClock.after(delayMs, run)
    }
    const { port } = await peers.printerPeer(peers.mute)
    const outcome = await write(port, payloadOf(600), {
      signal: stop.signal,
      clock: { ...systemClock, after },
    })
    expect(outcome).toMatchObject({ code: 'stopped', retry: 'ambiguous' })
  })
})

test('A close that came while this computer stood still is seen, though its limit has passed', async () => {
  const port = await printerOfItsOwnThread()
  const outcome = write(port, payloadOf(600), { limits: { ...SHORT, closeMs: 200 } })
  // Behind our FIN, and before the printer's.
  await new Promise((resolve) => setTimeout(resolve, 60))
  // Timers come next in this turn of the loop, and sockets in the one after it.
  await new Promise((resolve) => setImmediate(resolve))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)
  expect(await outcome).toMatchObject({ ok: true, peerClosed: 'fin' })
})

/** Closes 150 ms after its sender did, also while this thread stands still. */
async function printerOfItsOwnThread(): Promise<number> {
  const program = `const { parentPort } = require('node:worker_threads')
    const server = require('node:net').createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => undefined).on('end', () => setTimeout(() => socket.end(), 150)).resume()
    })
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`
  const thread = new Worker(program, { eval: true })
  onTestFinished(async () => void (await thread.terminate()))
  return new Promise((resolve) => thread.once('message', resolve))
}
