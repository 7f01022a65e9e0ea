// The safe socket writer within TLS: whom it sends nothing to, and that afterwards all is as without TLS.
import { createHash } from 'node:crypto'
import type tls from 'node:tls'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { SOCKET_LIMITS, writeToSocket, type SocketWriteParts } from '../socket-writer.ts'
import * as peers from '../test/printer-peer.ts'
import { printerCertificate, tlsPeer, type PrinterCertificate } from '../test/tls-peer.ts'

const SIZES = [600, 124_338, 1_000_000]
/** More than the system buffers between two sockets of this machine. */
const MORE_THAN_BUFFERS = 16 * 1_048_576
const SHORT = { connectMs: 5_000, stallMs: 150, closeMs: 150 }
const VERSIONS: readonly tls.SecureVersion[] = ['TLSv1.3', 'TLSv1.2']
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

let own: PrinterCertificate
let other: PrinterCertificate
beforeAll(async () => {
  own = await printerCertificate()
  other = await printerCertificate()
})

/** All byte values, and no two stretches alike. */
function payloadOf(size: number): Buffer {
  return Buffer.from(Uint8Array.from({ length: size }, (_, index) => index ^ (index >> 8) ^ (index >> 16)))
}

async function write(port: number, payload: Uint8Array, parts: Partial<SocketWriteParts> = {}) {
  return writeToSocket({
    address: { host: '127.0.0.1', port },
    payload,
    limits: SOCKET_LIMITS,
    secure: { handshakeMs: 5_000, isTrusted: (fingerprint) => fingerprint === own.fingerprint },
    clock: systemClock,
    signal: new AbortController().signal,
    ...parts,
  })
}

describe('A label arrives byte for byte, and is only then sent', () => {
  const printers = { mute: peers.mute, talking: peers.talking, 'saying a status first': peers.statusFirst }
  const cases = VERSIONS.flatMap((version) =>
    Object.entries(printers).flatMap(([name, behave]) =>
      SIZES.map((size) => ({ version, name, behave, size })),
    ),
  )
  test.each(cases)(
    '$size bytes by $version at a printer that is $name',
    async ({ version, behave, size }) => {
      const { port, connections } = await tlsPeer(behave, own, version)
      const payload = payloadOf(size)
      for (let job = 0; job < 2; job += 1) {
        const outcome = await write(port, payload)
        expect(outcome).toMatchObject({ ok: true, bytesHandedToSocket: size, peerClosed: 'fin' })
        expect(connections[job]?.ended).toBe(true)
        expect(sha256(connections[job]?.bytes() ?? Buffer.of())).toBe(sha256(payload))
      }
    },
  )

  test('at a printer whose window closes for a while', async () => {
    const pausing = peers.after(100_000, (socket) => {
      socket.pause()
      setTimeout(() => socket.resume(), 300)
    })
    const { port, connections } = await tlsPeer(pausing, own)
    const payload = payloadOf(MORE_THAN_BUFFERS)
    expect(await write(port, payload)).toMatchObject({ ok: true, peerClosed: 'fin' })
    expect(sha256(connections[0]?.bytes() ?? Buffer.of())).toBe(sha256(payload))
  })

  test('with a certificate that has expired, since the pin decides', async () => {
    const expired = await printerCertificate(Date.UTC(2_010, 0, 1))
    const { port, connections } = await tlsPeer(peers.mute, expired)
    const isTrusted = (fingerprint: string): boolean => fingerprint === expired.fingerprint
    const outcome = await write(port, payloadOf(600), { secure: { handshakeMs: 5_000, isTrusted } })
    expect(outcome).toMatchObject({ ok: true })
    expect(connections[0]?.bytes().length).toBe(600)
  })

  test('and what the printer says is handed on', async () => {
    const { port } = await tlsPeer(peers.statusFirst, own)
    const { backchannel } = await write(port, payloadOf(600))
    expect(Buffer.from(backchannel.bytes).toString('latin1')).toBe('\x02030,0,0\x03\r\n')
  })
})

describe('Nothing of a label leaves, and it may be tried again', () => {
  const unsent = { ok: false, retry: 'transient', bytesHandedToSocket: 0 }

  test.each(VERSIONS)('at a printer with another certificate, by %s', async (version) => {
    const { port, connections } = await tlsPeer(peers.mute, other, version)
    const outcome = await write(port, payloadOf(600))
    expect(outcome).toMatchObject({ ...unsent, code: 'other_certificate' })
    expect(outcome).toHaveProperty('reason.detail', expect.stringContaining(other.fingerprint.slice(0, 16)))
    await until('its end', () => connections[0]?.closed === true)
    expect(connections[0]?.bytes().length).toBe(0)
  })

  test('at one that says something before it knows who speaks', async () => {
    const { port } = await tlsPeer(({ socket }) => void socket.write('~'.repeat(100)), other)
    const outcome = await write(port, payloadOf(600))
    expect(outcome).toMatchObject({ ...unsent, code: 'other_certificate', backchannel: { totalBytes: 0 } })
  })

  test('at a plain printer that answers otherwise: never in plain', async () => {
    const printer = await peers.printerPeer(peers.statusFirst)
    const payload = Buffer.from('^XA^FDname of a patient^FS^XZ')
    expect(await write(printer.port, payload)).toMatchObject({ ...unsent, code: 'no_tls' })
    await until('its end', () => printer.connections[0]?.closed === true)
    expect(printer.connections).toHaveLength(1)
    for (const { bytes } of printer.connections) expect(bytes().includes('^XA')).toBe(false)
  })

  test.each([
    ['a plain printer that only listens', peers.mute],
    ['a printer that takes the connection and stalls in the handshake', peers.neverReading],
  ])('at %s', async (_name, behave) => {
    const { port, connections } = await peers.printerPeer(behave)
    const secure = { handshakeMs: 200, isTrusted: () => true }
    const outcome = await write(port, payloadOf(600), { secure })
    expect(outcome).toMatchObject({ ...unsent, code: 'tls_silent' })
    expect(connections).toHaveLength(1)
    expect(connections[0]?.bytes().includes(payloadOf(600).subarray(0, 20))).toBe(false)
  })

  test.each<[string, peers.Behaviour]>([
    ['closes', ({ socket }) => void socket.end()],
    ['resets behind the first words', peers.after(1, (socket) => socket.resetAndDestroy())],
    ['closes behind the first words', peers.after(1, (socket) => socket.end())],
  ])('at one that %s in the handshake', async (_name, behave) => {
    const { port } = await peers.printerPeer(behave)
    expect(await write(port, payloadOf(600))).toMatchObject({ ...unsent, code: 'connection_reset' })
  })

  test('when the agent stops in the handshake', async () => {
    const stop = new AbortController()
    const { port } = await peers.printerPeer(peers.after(1, () => stop.abort()))
    expect(await write(port, payloadOf(600), { signal: stop.signal })).toMatchObject({
      ...unsent,
      code: 'stopped',
    })
  })
})

describe('After the first byte a failure is ambiguous', () => {
  test.each([
    ['at once', 1, 600],
    ['in the middle', 200_000, 1_000_000],
    ['after the last byte', 1_000_000, 1_000_000],
  ])('at a printer that resets %s', async (_name, bytes, size) => {
    const { port } = await tlsPeer(
      peers.after(bytes, (socket) => socket.resetAndDestroy()),
      own,
    )
    const outcome = await write(port, payloadOf(size))
    expect(outcome).toMatchObject({ code: 'connection_reset', retry: 'ambiguous', peerClosed: 'reset' })
  })

  test.each(VERSIONS)(
    'at a printer that resets before it was told the end, however often, by %s',
    async (version) => {
      const resetting = peers.after(1, (socket) => socket.resetAndDestroy())
      const { port } = await tlsPeer(resetting, own, version)
      for (let job = 0; job < 25; job += 1)
        expect(await write(port, payloadOf(600))).toMatchObject({ ok: false, retry: 'ambiguous' })
    },
  )

  test('at a printer that never reads, with a label that fits into the buffers', async () => {
    const { port } = await tlsPeer(peers.neverReading, own)
    const outcome = await write(port, payloadOf(124_338), { limits: SHORT })
    expect(outcome).toMatchObject({ code: 'close_not_seen', retry: 'ambiguous', peerClosed: 'timeout' })
  })

  test('at a printer whose window closes for good, and is reset', async () => {
    const { port, connections } = await tlsPeer(
      peers.after(65_536, (socket) => socket.pause()),
      own,
    )
    const outcome = await write(port, payloadOf(MORE_THAN_BUFFERS), { limits: SHORT })
    expect(outcome).toMatchObject({ code: 'write_stalled', retry: 'ambiguous', peerClosed: 'timeout' })
    connections[0]?.socket.resume()
    await until('its end', () => connections[0]?.closed === true)
    expect(connections[0]?.ended).toBe(false)
  })

  test('at a printer that closes before it has the whole label', async () => {
    const closing = peers.after(1_000, (socket) => {
      socket.pause()
      socket.end()
    })
    const { port } = await tlsPeer(closing, own)
    const outcome = await write(port, payloadOf(MORE_THAN_BUFFERS))
    expect(outcome).toMatchObject({ code: 'closed_early', retry: 'ambiguous', peerClosed: 'fin' })
  })

  test('when the agent stops, and the printer gets no further byte', async () => {
    const stop = new AbortController()
    const stopping = peers.after(1_000, (socket) => {
      socket.pause()
      stop.abort()
    })
    const { port, connections } = await tlsPeer(stopping, own)
    const outcome = await write(port, payloadOf(MORE_THAN_BUFFERS), { signal: stop.signal })
    expect(outcome).toMatchObject({ code: 'stopped', retry: 'ambiguous' })
    expect(connections[0]?.ended).toBe(false)
  })
})
