// The receiver of job links behind real TLS on a loopback port, for a share of the inputs, and another Client's link to it
// that must not notice.
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { LinkIdentity, SenderLink, TrustedPeer } from '../../../../agent/core/link/link-parts.ts'
import { PinnedAcceptor } from '../../../../agent/core/link/tls/pinned-acceptor.ts'
import { openPinned, pinnedContext } from '../../../../agent/core/link/tls/pinned-tls.ts'
import { Receiver } from '../../../../agent/core/link/receiver/receiver.ts'
import { openSenderLink } from '../../../../agent/core/link/sender/sender.ts'
import { newCertificates } from '../../../../agent/core/link/test/certificates.ts'
import { MemoryArrivals } from '../../../../agent/core/link/test/memory-arrivals.ts'
import { FUZZ_PRINTER, type LinkInput } from './link-inputs.ts'

export interface LoopbackLink {
  /** Says it as a proven Client, and has another one print a label meanwhile. Returns what is wrong. */
  becomes(input: LinkInput): Promise<readonly string[]>
  stop(): void
}

interface Device extends LinkIdentity {
  readonly peer: TrustedPeer
}

const SELF = { agent: '1.0.0', computerName: 'FUZZ-PC' }
/** A connection that is not over by then hangs, as does a label of the other Client that has no answer. */
const LIMIT_MS = 60_000

export async function startLoopbackLink(): Promise<LoopbackLink> {
  const [printerPc, fuzzed, other] = (await newCertificates(3)).map(deviceOf)
  if (printerPc === undefined || fuzzed === undefined || other === undefined)
    throw new Error('no certificates')
  const { server, receiver, arrivals } = receiving(printerPc, [fuzzed, other])
  const port = await listening(server)
  const neighbour = await linkOf(other, printerPc, port)
  return {
    becomes: async (input) => {
      await Promise.all([said(fuzzed, port, input), labelThrough(neighbour)])
      const faults: string[] = []
      await within('a link was not over', () => receiver.links().length === 1)
      await within('room for labels was not given back', () => receiver.bytesUnderWay === 0)
      if (!neighbour.isAlive) faults.push('ended the link of another Client')
      if (arrivals.kept.some((label) => label.hashOfPayload !== label.sha256))
        faults.push('kept what was not announced')
      arrivals.kept.length = arrivals.accepts.length = 0
      return faults
    },
    stop: () => {
      neighbour.close()
      server.close()
    },
  }
}

function receiving(device: Device, clients: readonly Device[]) {
  const arrivals = new MemoryArrivals()
  const peerOf = (fingerprint: string): TrustedPeer | null =>
    clients.find((client) => client.fingerprint === fingerprint)?.peer ?? null
  const shared = { clock: systemClock, logger: silentLogger, peerOf }
  const printer = { now: () => FUZZ_PRINTER, look: async () => undefined }
  const receiver = new Receiver({ ...shared, arrivals, self: () => SELF, printer })
  const acceptor = new PinnedAcceptor({
    ...shared,
    identity: device,
    carrier: 'lan',
    onProven: (proven) => receiver.take(proven),
  })
  return { server: net.createServer((socket) => acceptor.take(socket)), receiver, arrivals }
}

async function connected(port: number): Promise<net.Socket> {
  const socket = net.connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

async function linkOf(client: Device, to: Device, port: number): Promise<SenderLink> {
  const [context, stream, clock] = [pinnedContext(client), await connected(port), systemClock]
  const proven = await openPinned({ context, stream, clock, carrier: 'lan', peer: () => to.peer })
  return openSenderLink({ proven, clock, self: SELF, onState: () => undefined })
}

/** As a Client says it, whatever it is, and until the other end has closed. */
async function said(client: Device, port: number, { opening, fragments, endedBy }: LinkInput): Promise<void> {
  const wire = await connected(port)
  const socket = tls.connect({
    socket: wire,
    cert: client.certificatePem,
    rejectUnauthorized: false,
    key: client.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    minVersion: 'TLSv1.3',
    ALPNProtocols: ['label-link/1'],
    checkServerIdentity: () => undefined,
  })
  socket.on('error', () => undefined).resume()
  const closed = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the connection was not over in time')), LIMIT_MS)
    socket.once('close', () => {
      clearTimeout(late)
      resolve()
    })
  })
  socket.once('secureConnect', () => {
    for (const fragment of [...opening, ...fragments]) socket.write(fragment)
    if (endedBy === 'reset') socket.write(Buffer.alloc(1), () => wire.resetAndDestroy())
    else socket.end()
  })
  await closed
  wire.destroy()
}

async function labelThrough(link: SenderLink): Promise<void> {
  const payload = Buffer.from(`^XA^FD${randomUUID()}^FS^XZ`)
  const sha256 = createHash('sha256').update(payload).digest('hex')
  const label = { id: randomUUID(), payload, sha256, reprint: null, number: 'B-75', ttlMs: 60_000 }
  const { outcome } = await link.send(label, () => undefined)
  if (outcome !== 'accepted') throw new Error(`a label of another Client was ${outcome}`)
}

async function within(what: string, isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + LIMIT_MS
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`${what} in time`)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

function deviceOf(
  { pem, fingerprint, privateKey }: Awaited<ReturnType<typeof newCertificates>>[number],
  index: number,
) {
  const peer = {
    deviceKey: String(index).repeat(64),
    computerName: `PC-${index}`,
    fingerprints: [fingerprint],
  }
  return { certificatePem: pem, fingerprint, privateKey, peer }
}
