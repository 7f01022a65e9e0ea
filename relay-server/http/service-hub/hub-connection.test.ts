// A hub that takes the connection and then says nothing, or too little: its client tries again, and lives.
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { listen } from '../listen.ts'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { MAX_STORE_MESSAGE_BYTES } from '@pharmacy-relay/shared/hub/store-hub.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { Server } from 'socket.io'
import type { Socket } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { startHubConnection } from './hub-connection.ts'

/** A hub that lets nobody in at first: `letIn` is called for each who asks. */
async function startPlace(clock: Clock, established: () => Promise<void> = async () => undefined) {
  const server = createServer()
  const io = new Server(server, { path: '/hubs', transports: ['websocket'] })
  const asked: (() => void)[] = []
  const wires = new Set<Duplex>()
  server.on('upgrade', (_request, wire) => wires.add(wire))
  io.use((_socket, next) => void asked.push(() => next()))
  const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'none' })
  let count = 0
  let heard = 0
  const connection = startHubConnection({
    hubUrl: `http://127.0.0.1:${port}/hubs`,
    token: async () => 'token',
    prepare: (socket: Socket) => void socket.onAny(() => (heard += 1)),
    established: async () => {
      count += 1
      return established()
    },
    lost: () => undefined,
    slowestRetryMs: 5_000,
    clock,
    logger: silentLogger,
    random: { ...systemRandom(), fraction: () => 0 },
  })
  onTestFinished(async () => {
    connection.stop()
    await io.close()
  })
  return {
    asked,
    established: () => count,
    heard: () => heard,
    cut: () => wires.forEach((wire) => wire.destroy()),
    write: (packet: string) => io.sockets.sockets.forEach(({ conn }) => conn.write(packet)),
  }
}

test('a connection that is cut before it was let in is tried again', async () => {
  const place = await startPlace(systemClock)
  await until('it asks', () => place.asked.length === 1)
  place.cut()
  await until('it asks again', () => place.asked.length === 2)
  place.asked[1]?.()
  await until('it is established', () => place.established() === 1)
})

test('a hub that does not let it in within 5 s is tried again', async () => {
  const clock = new SteppedClock()
  const place = await startPlace(clock)
  await until('it asks', () => place.asked.length === 1)
  clock.stepMs(4_999)
  expect(clock.nextInMs()).toBe(1)
  clock.stepMs(1)
  await until('it pauses', () => clock.nextInMs() === 250)
  clock.stepMs(250)
  await until('it asks again', () => place.asked.length === 2)
})

test('a connection that is cut while it is established is tried again at once', async () => {
  const place = await startPlace(systemClock, async () => new Promise(() => undefined))
  await until('it asks', () => place.asked.length === 1)
  place.asked[0]?.()
  await until('it is about to be established', () => place.established() === 1)
  place.cut()
  await until('it asks again', () => place.asked.length === 2)
})

test('takes a message as long as the store may send, and ends the connection at a longer one', async () => {
  const place = await startPlace(systemClock)
  await until('it asks', () => place.asked.length === 1)
  place.asked[0]?.()
  await until('it is established', () => place.established() === 1)
  const event = (bytes: number): string => `2["${'x'.repeat(bytes - 5)}"]`
  // An engine packet is one character longer than the packet in it.
  place.write(event(MAX_STORE_MESSAGE_BYTES - 1))
  await until('it was heard', () => place.heard() === 1)
  place.write(event(MAX_STORE_MESSAGE_BYTES))
  await until('it asks again', () => place.asked.length === 2)
  expect(place.heard()).toBe(1)
})

test.each(['2', '4'])('a packet without its content (%s) does not end the process', async (packet) => {
  const place = await startPlace(systemClock)
  await until('it asks', () => place.asked.length === 1)
  place.asked[0]?.()
  await until('it is established', () => place.established() === 1)
  place.write(packet)
  place.cut()
  await until('it asks again', () => place.asked.length === 2)
})
