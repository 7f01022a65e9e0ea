// The server's side of TLS between two agents: a tls.Server that never listens is given streams whose first bytes are a
// ClientHello. No byte is read from an end before its certificate was found among the pins.
//
// Not `new tls.TLSSocket`: that has no limit for the handshake.
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { JOB_LINK_ALPN, LINK_LIMITS } from '@pharmacy-relay/shared/job-link.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { LinkIdentity, ProvenStream, TrustedPeer } from '../link-parts.ts'
import {
  HANDSHAKE_MS,
  isPinned,
  pinnedSettings,
  provenFingerprint,
  withoutUnhandledErrors,
} from './pinned-tls.ts'
import { RefusalLog, type LinkRefused } from './refusal-log.ts'

export interface PinnedAcceptorParts {
  readonly identity: LinkIdentity
  /** Asked for each handshake; null when nobody has that certificate. */
  readonly peerOf: (fingerprint: string) => TrustedPeer | null
  /** Of all streams that this one takes. */
  readonly carrier: ProvenStream['carrier']
  /** HANDSHAKE_MS of the carrier, unless a test is in a hurry. */
  readonly handshakeMs?: number
  readonly clock: Clock
  readonly logger: Logger
  /** The stream is not being read yet: whoever takes it attaches its listeners at once. */
  readonly onProven: (proven: ProvenStream) => void
}

export class PinnedAcceptor {
  readonly #parts: PinnedAcceptorParts
  readonly #server: tls.Server
  readonly #refusals: RefusalLog
  #unfinished = 0
  #isStopped = false

  constructor(parts: PinnedAcceptorParts) {
    this.#parts = parts
    this.#refusals = new RefusalLog(parts)
    this.#server = tls.createServer({
      ...pinnedSettings(parts.identity),
      requestCert: true,
      rejectUnauthorized: false,
      ALPNProtocols: [JOB_LINK_ALPN],
      handshakeTimeout: parts.handshakeMs ?? HANDSHAKE_MS[parts.carrier],
    })
    this.#server
      .on('secureConnection', (socket: tls.TLSSocket) => this.#judge(socket))
      .on('tlsClientError', (error: NodeJS.ErrnoException, socket) => this.#fail(socket, error))
  }

  /** Handshakes that are not finished; at most LINK_LIMITS.handshakes, and who comes then is turned away. */
  get unfinished(): number {
    return this.#unfinished
  }

  /**
   * Takes a stream over. Bytes that were read from it already must have been put back with unshift(), and a socket must not
   * be half-open: TLS copies that, and the end of the other side would never close it.
   */
  take(stream: Duplex): void {
    withoutUnhandledErrors(stream)
    if (this.#isStopped || this.#unfinished >= LINK_LIMITS.handshakes) {
      this.#refusals.add({ why: 'too_many_handshakes', address: null })
      stream.destroy()
      return
    }
    this.#unfinished += 1
    this.#server.emit('connection', stream)
  }

  /** Takes nothing any more; streams that were handed out are not its own. */
  stop(): void {
    this.#isStopped = true
  }

  /** Every handshake ends in exactly one of these two: here, or in #fail. */
  #judge(socket: tls.TLSSocket): void {
    this.#unfinished -= 1
    withoutUnhandledErrors(socket)
    const fingerprint = provenFingerprint(socket)
    if (typeof fingerprint !== 'string') return this.#refuse(socket, { why: fingerprint.code })
    const peer = this.#isStopped ? null : this.#parts.peerOf(fingerprint)
    if (peer === null || !isPinned(fingerprint, peer.fingerprints))
      return this.#refuse(socket, { why: 'not_pinned', fingerprint })
    this.#parts.onProven({ stream: socket, peer, fingerprint, carrier: this.#parts.carrier })
  }

  #fail(socket: tls.TLSSocket, error: NodeJS.ErrnoException): void {
    this.#unfinished -= 1
    withoutUnhandledErrors(socket)
    this.#refuse(socket, { why: error.code ?? 'handshake' })
  }

  #refuse(socket: tls.TLSSocket, refusal: Omit<LinkRefused, 'address'>): void {
    this.#refusals.add({ ...refusal, address: socket.remoteAddress ?? null })
    socket.destroy()
  }
}
