// Messages to and from other devices against a real socket.io server: order, outcomes, and nothing kept over a loss.
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { onlineRelay } from './test-relay.ts'

const PEER = '7e'.repeat(32)

/** At a hub, with what it heard of other devices. */
async function listeningRelay() {
  const heard: string[] = []
  const news = {
    received: (from: string, message: Uint8Array) =>
      void heard.push(`${from.slice(0, 2)} ${Buffer.from(message).toString()}`),
    peerOffline: (deviceKey: string) => void heard.push(`offline ${deviceKey.slice(0, 2)}`),
    hubUp: () => void heard.push('up'),
    hubDown: () => void heard.push('down'),
  }
  return { heard, ...(await onlineRelay({ news })) }
}

describe('Messages of other devices', () => {
  test('are handed on in their order, and a device that leaves is named', async () => {
    const { hub, heard } = await listeningRelay()
    const [socket] = hub.sockets()
    for (let n = 0; n < 100; n += 1) socket?.emit('ReceiveMessageAsync', PEER, Buffer.from(`${n}`))
    socket?.emit('DeviceStatusChangedAsync', PEER, 'Online')
    socket?.emit('DeviceStatusChangedAsync', PEER, 'Offline')
    await until('the last one', () => heard.includes('offline 7e'))
    expect(heard).toEqual(['up', ...Array.from({ length: 100 }, (_, n) => `7e ${n}`), 'offline 7e'])
  })

  test('that are longer than the contract allows are not', async () => {
    const { hub, heard } = await listeningRelay()
    const reply: unknown = await hub
      .sockets()[0]
      ?.timeout(2_000)
      .emitWithAck('ReceiveMessageAsync', PEER, Buffer.alloc(65_537))
    expect(reply).toMatchObject({ ok: false, code: 'INVALID' })
    expect(heard).toEqual(['up'])
  })
})

describe('Messages to other devices', () => {
  test('arrive in the order of the calls, and each has the outcome that the hub gives it', async () => {
    const { hub, relay } = await listeningRelay()
    hub.onRelayed = (_target, message) => {
      if (message.length === 3) throw new HubError('RATE_LIMITED', 'Too much')
    }
    const send = async (length: number): Promise<string> =>
      relay
        .carrier()
        .send(PEER, new Uint8Array(length))
        .then(
          () => 'delivered',
          (error: unknown) => (error instanceof HubError ? error.code : 'unknown'),
        )
    const outcomes = await Promise.all([1, 2, 3, 4].map(send))
    expect(outcomes).toEqual(['delivered', 'delivered', 'RATE_LIMITED', 'delivered'])
    expect(hub.relayed.map(({ target, length }) => [target, length])).toEqual(
      [1, 2, 3, 4].map((length) => [PEER, length]),
    )
  })

  test('fail at once without a connection, and none is sent over the next one', async () => {
    const { hub, relay, clock, heard } = await listeningRelay()
    const carrier = relay.carrier()
    for (const socket of hub.sockets()) socket.conn.close()
    await until('the loss', () => relay.connection().state === 'waiting')
    expect([carrier.isUp, heard.at(-1)]).toEqual([false, 'down'])
    await expect(carrier.send(PEER, new Uint8Array(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    clock.stepMs(5_000)
    await until('the next connection', () => carrier.isUp)
    await carrier.send(PEER, new Uint8Array(2))
    expect(hub.relayed.map(({ length }) => length)).toEqual([2])
    expect(heard).toEqual(['up', 'down', 'up'])
  })

  test('end with the relay', async () => {
    const { relay, heard } = await listeningRelay()
    await relay.stop()
    expect(heard).toEqual(['up', 'down'])
    await expect(relay.carrier().send(PEER, new Uint8Array(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
