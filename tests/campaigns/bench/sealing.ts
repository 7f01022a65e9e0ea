// Benchmark of what sealing costs (security-and-reliability.md 2.6, N14): the job link's TLS beside the same socket in clear.
import { once } from 'node:events'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { systemClock as clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { deviceCertificateOf, type DeviceCertificate } from '../../../agent/core/keys/device-certificate.ts'
import { makeDeviceKey } from '../../../agent/core/keys/make-device-key.ts'
import type { LinkIdentity, TrustedPeer } from '../../../agent/core/link/link-parts.ts'
import { PinnedAcceptor } from '../../../agent/core/link/tls/pinned-acceptor.ts'
import { openPinned, pinnedContext } from '../../../agent/core/link/tls/pinned-tls.ts'
import { measure, type Figures } from './measure.ts'
import type { BenchReport, BenchReportRow } from './report.ts'

const SIZES = [
  { name: '20 KB', bytes: 20_000, runs: 2_000 },
  { name: '1 MB', bytes: 1_000_000, runs: 200 },
] as const

/** One connection over loopback; `wire` counts what its socket sent. */
interface Line {
  readonly stream: Duplex
  readonly wire: () => number
}

interface Sealer {
  readonly server: DeviceCertificate
  readonly client: DeviceCertificate
}

export async function sealingBench(say: (text: string) => void): Promise<BenchReport> {
  const [server, client] = await Promise.all(['server', 'client'].map(newCertificate))
  if (server === undefined || client === undefined) throw new Error('no certificates')
  const sealer = { server, client }
  const rows: BenchReportRow[] = []
  const added: string[] = []
  for (const size of SIZES) {
    say(`bench sealing: ${size.name}`)
    const clear = await figuresOf(null, size)
    const sealed = await figuresOf(sealer, size)
    const row = { targetP99Ms: null }
    rows.push({ name: `${size.name} in clear`, ...clear.figures, ...row, ratio: null })
    const ratio = sealed.figures.p50Ms / clear.figures.p50Ms
    rows.push({ name: `${size.name} sealed`, ...sealed.figures, ...row, ratio })
    added.push(`${Math.round(sealed.wirePerRun - size.bytes)} bytes to ${size.name}`)
  }
  const conditions = `a payload to another socket of this process over loopback and one byte back, as it is and under the job link's TLS 1.3 with both certificates pinned; sealing adds ${added.join(', ')}`
  return { name: 'sealing', conditions, rows }
}

async function figuresOf(
  sealer: Sealer | null,
  { bytes, runs }: (typeof SIZES)[number],
): Promise<{ readonly figures: Figures; readonly wirePerRun: number }> {
  const listener = await echoOf(sealer, bytes)
  try {
    const { stream, wire } = await lineTo(listener.port, sealer)
    const payload = Buffer.alloc(bytes, '^FDlabel^FS')
    const warmUp = Math.round(runs / 10)
    const before = wire()
    const exchange = async (): Promise<void> => {
      const answered = once(stream, 'data')
      stream.write(payload)
      await answered
    }
    const figures = await measure(exchange, { warmUp, runs })
    const wirePerRun = (wire() - before) / (warmUp + runs)
    stream.destroy()
    return { figures, wirePerRun }
  } finally {
    listener.close()
  }
}

/** Answers every `bytes` with one byte. */
async function echoOf(sealer: Sealer | null, bytes: number) {
  const answer = (stream: Duplex): void => {
    let left = bytes
    stream.on('error', () => undefined)
    stream.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left > 0) return
      left += bytes
      stream.write('k')
    })
  }
  const acceptor = sealer === null ? null : acceptorOf(sealer, answer)
  const server = net.createServer({ noDelay: true }, (socket) =>
    acceptor === null ? answer(socket) : acceptor.take(socket),
  )
  return { port: await listening(server), close: () => void server.close() }
}

function acceptorOf({ server, client }: Sealer, answer: (stream: Duplex) => void): PinnedAcceptor {
  return new PinnedAcceptor({
    identity: identityOf(server),
    carrier: 'lan',
    clock,
    logger: silentLogger,
    peerOf: (fingerprint) => (fingerprint === client.fingerprint ? peerOf(client) : null),
    onProven: ({ stream }) => answer(stream),
  })
}

async function lineTo(port: number, sealer: Sealer | null): Promise<Line> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const wire = (): number => socket.bytesWritten
  if (sealer === null) return { stream: socket, wire }
  const { stream } = await openPinned({
    context: pinnedContext(identityOf(sealer.client)),
    stream: socket,
    carrier: 'lan',
    clock,
    peer: () => peerOf(sealer.server),
  })
  return { stream, wire }
}

async function newCertificate(name: string): Promise<DeviceCertificate> {
  return deviceCertificateOf(await makeDeviceKey({ name, nowMs: Date.now() }))
}

function identityOf({ pem, fingerprint, privateKey }: DeviceCertificate): LinkIdentity {
  return { certificatePem: pem, fingerprint, privateKey }
}

function peerOf({ fingerprint }: DeviceCertificate): TrustedPeer {
  return { deviceKey: fingerprint, computerName: 'bench', fingerprints: [fingerprint] }
}
