// Two ends of a job link with real certificates, TLS and sockets: a receiver on a port, and senders that connect to it.
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { onTestFinished } from 'vitest'
import type { LinkState } from '@pharmacy-relay/shared/job-link.ts'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import type { DeviceCertificate } from '../../keys/device-certificate.ts'
import type { LinkIdentity, ProvenStream, SenderLink, TrustedPeer } from '../link-parts.ts'
import { PinnedAcceptor } from '../tls/pinned-acceptor.ts'
import { openPinned, pinnedContext } from '../tls/pinned-tls.ts'
import type { PrinterForClients } from '../receiver/receiver-link.ts'
import { Receiver } from '../receiver/receiver.ts'
import { openSenderLink } from '../sender/sender.ts'
import type { SentLabel } from '../sender/sending-queue.ts'
import { newCertificates } from './certificates.ts'
import { MemoryArrivals } from './memory-arrivals.ts'

export const SELF = { agent: '1.0.0', computerName: 'TEST-PC' }

export interface Device extends LinkIdentity {
  readonly peer: TrustedPeer
}

/** Made once for a file of tests. */
export async function newDevices(count: number): Promise<Device[]> {
  return (await newCertificates(count)).map(deviceOf)
}

function deviceOf({ pem, fingerprint, privateKey }: DeviceCertificate, index: number): Device {
  const peer = { deviceKey: `${index + 1}`.repeat(64).slice(0, 64), computerName: `PC-${index + 1}` }
  return {
    certificatePem: pem,
    fingerprint,
    privateKey,
    peer: { ...peer, fingerprints: [fingerprint] },
  }
}

/** A computer with a printer that trusts `clients`, which a test may change. */
export async function receivingComputer(
  device: Device,
  clients: Device[],
  parts: {
    readonly clock?: Clock
    readonly logger?: Logger
    readonly carrier?: 'lan' | 'hub'
    readonly printer?: PrinterForClients
  } = {},
) {
  const { clock = systemClock, logger = silentLogger, carrier = 'lan', printer } = parts
  const arrivals = new MemoryArrivals()
  const peerOf = (fingerprint: string): TrustedPeer | null =>
    clients.find(({ peer }) => peer.fingerprints.includes(fingerprint))?.peer ?? null
  const receiver = new Receiver({ arrivals, clock, logger, self: () => SELF, peerOf, printer })
  const acceptor = new PinnedAcceptor({
    identity: device,
    peerOf,
    carrier,
    clock,
    logger,
    // Some tests wait for its end; the others have it on a busy machine, too.
    handshakeMs: 4_000,
    onProven: (proven) => receiver.take(proven),
  })
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    acceptor.take(socket)
  })
  const port = await listening(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { device, arrivals, receiver, acceptor, sockets, port, clients }
}

export type ReceivingComputer = Awaited<ReturnType<typeof receivingComputer>>

export async function connectedSocket(port: number): Promise<net.Socket> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** TLS of a client to that computer. */
export async function proven(
  client: Device,
  to: ReceivingComputer,
  clock = systemClock,
): Promise<ProvenStream> {
  const stream = await connectedSocket(to.port)
  const context = pinnedContext(client)
  return openPinned({ context, stream, carrier: 'lan', peer: () => to.device.peer, clock })
}

/** A whole link, with the news that came on it. */
export async function sendingLink(client: Device, to: ReceivingComputer, clock: Clock = systemClock) {
  const news: LinkState[] = []
  const link: SenderLink = await openSenderLink({
    proven: await proven(client, to),
    clock,
    self: SELF,
    onState: (state) => void news.push(state),
  })
  onTestFinished(() => link.close())
  return { link, news }
}

export function labelOf(payload: Uint8Array | string, id: string = randomUUID()): SentLabel {
  const bytes = Buffer.from(payload)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { id, payload: bytes, sha256, reprint: null, number: 'B-75', ttlMs: 60_000 }
}

/** TLS without our sender on it, for what no sender would say. */
export async function rawTls(client: Device, to: ReceivingComputer, options: tls.ConnectionOptions = {}) {
  const socket = tls.connect({
    socket: await connectedSocket(to.port),
    cert: client.certificatePem,
    key: client.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    minVersion: 'TLSv1.3',
    ALPNProtocols: ['label-link/1'],
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
    ...options,
  })
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return socket
}
