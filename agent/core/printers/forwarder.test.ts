// Handing labels to another computer on real sockets: which address, in which order, and never twice.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { expect, test } from 'vitest'
import { Forwarder } from './forwarder.ts'
import { SOCKET_LIMITS } from './socket-writer.ts'
import { after, closedPort, mute, printerPeer } from './test/printer-peer.ts'

const LABEL = '^XA^FDx^FS^XZ'
const label = { payload: Buffer.from(LABEL), signal: new AbortController().signal }

function forwarder(own: readonly string[] = []) {
  const limits = { ...SOCKET_LIMITS, closeMs: 200 }
  return new Forwarder({ clock: systemClock, limits, isOwnAddress: (address) => own.includes(address) })
}

const target = (port: number, addresses: readonly string[]) => ({
  computerName: 'DISPENSARY',
  addresses,
  port,
})

test('The first address that takes the connection gets the label, and is asked first from then on', async () => {
  const { port, connections } = await printerPeer(mute)
  const handing = forwarder()
  // Nothing listens on the first two; the peer listens on 127.0.0.1.
  const addresses = ['127.0.9.1', '127.0.9.2', '127.0.0.1']
  expect(await handing.write(target(port, addresses), label)).toEqual({ ok: true })
  const late = await printerPeer(mute, port, '127.0.9.1')
  expect(await handing.write(target(port, addresses), label)).toEqual({ ok: true })
  expect(connections.map((connection) => connection.bytes().toString())).toEqual([LABEL, LABEL])
  expect(late.connections).toHaveLength(0)
})

test('A label of which a byte was sent goes to no other address', async () => {
  const first = await printerPeer(after(1, (socket) => socket.resetAndDestroy()))
  const second = await printerPeer(mute, first.port, '127.0.9.2')
  const outcome = await forwarder().write(target(first.port, ['127.0.0.1', '127.0.9.2']), label)
  expect(outcome).toMatchObject({
    ...{ ok: false, retry: 'ambiguous' },
    why: expect.stringContaining('DISPENSARY broke the connection off'),
  })
  expect(second.connections).toHaveLength(0)
})

test('Where nobody answers the label may be tried again, and the words name the computer', async () => {
  expect(
    await forwarder().write(target(await closedPort(), ['127.0.9.1', '127.0.9.2']), label),
  ).toMatchObject({
    ...{ ok: false, retry: 'transient' },
    why: expect.stringMatching(/^DISPENSARY refuses the connection/),
  })
})

test('An address that this computer has as well is passed over, or labels would come back for ever', async () => {
  const own = await printerPeer(mute)
  const other = await printerPeer(mute, own.port, '127.0.9.2')
  const addresses = ['127.0.0.1', '127.0.9.2']
  expect(await forwarder(['127.0.0.1']).write(target(own.port, addresses), label)).toEqual({ ok: true })
  expect([own.connections.length, other.connections.length]).toEqual([0, 1])
  expect(await forwarder(addresses).write(target(own.port, addresses), label)).toMatchObject({
    ...{ ok: false, retry: 'transient' },
    why: expect.stringContaining('no address is known'),
  })
})
