// TLS 1.3 between two agents, both with a certificate that the other knows. The client's side; pinned-acceptor.ts is
// the server's. These two are the only places that touch node:tls, and what they hand out is proven.
//
// There is no authority and no host name, and dates are not checked, as clocks of pharmacies are wrong: the pin decides.
// That the other end has the key of its certificate is proven by the handshake whatever rejectUnauthorized says.
// A client is "connected" before the server has judged its certificate: only the server's HELLO says welcome.
import { constants, createHash, timingSafeEqual } from 'node:crypto'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { JOB_LINK_ALPN, LINK_LIMITS } from '@pharmacy-relay/shared/job-link.ts'
import { LinkError, type LinkIdentity, type ProvenStream, type TrustedPeer } from '../link-parts.ts'

export interface OpenPinnedParts {
  readonly context: tls.SecureContext
  /** A connected socket, or any stream that leads to the other end. */
  readonly stream: Duplex
  readonly carrier: ProvenStream['carrier']
  /** Asked when the handshake is done: assignments change meanwhile. */
  readonly peer: () => TrustedPeer | null
  readonly clock: Clock
  /** Ends the attempt. */
  readonly signal?: AbortSignal
}

/** Longer through the hub, for slow lines. */
export const HANDSHAKE_MS: Readonly<Record<ProvenStream['carrier'], number>> = {
  lan: LINK_LIMITS.handshakeMs,
  hub: LINK_LIMITS.relayHandshakeMs,
}

/** What both sides insist on. */
export function pinnedSettings({ certificatePem, privateKey }: LinkIdentity): tls.SecureContextOptions {
  return {
    cert: certificatePem,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    minVersion: 'TLSv1.3',
    maxVersion: 'TLSv1.3',
    // A resumed session would outlive a pin that has gone, and is no faster.
    secureOptions: constants.SSL_OP_NO_TICKET,
  }
}

/** For all links that this computer opens: making one takes 2 ms. */
export function pinnedContext(identity: LinkIdentity): tls.SecureContext {
  return tls.createSecureContext(pinnedSettings(identity))
}

/** SHA-256 of the certificate that the other end has proved to own, or why there is none. */
export function provenFingerprint(socket: tls.TLSSocket): string | LinkError {
  if (socket.getProtocol() !== 'TLSv1.3' || socket.alpnProtocol !== JOB_LINK_ALPN)
    return new LinkError('protocol', 'the other end does not speak the job link')
  // getPeerCertificate() is an object, and so true, also without a certificate.
  const raw = socket.getPeerX509Certificate()?.raw
  if (raw === undefined) return new LinkError('not_pinned', 'the other end has no certificate')
  return createHash('sha256').update(raw).digest('hex')
}

export function isPinned(fingerprint: string, pins: readonly string[]): boolean {
  const seen = Buffer.from(fingerprint)
  return pins
    .map((pin) => Buffer.from(pin))
    .some((pin) => pin.length === seen.length && timingSafeEqual(pin, seen))
}

/** An error after the hand-over is the session's business; without a listener it would end the process. */
export function withoutUnhandledErrors(stream: Duplex): void {
  stream.on('error', () => undefined)
}

/**
 * TLS to the computer that `peer` names, over a stream that leads there; nothing was written to it before its pin was
 * checked. Rejects with LinkError timeout, not_pinned, protocol (no TLS, no job link), closed; the stream is closed then.
 */
export async function openPinned(parts: OpenPinnedParts): Promise<ProvenStream> {
  return new Opening(parts).run()
}

class Opening {
  readonly #parts: OpenPinnedParts
  readonly #result = Promise.withResolvers<ProvenStream>()
  #socket: tls.TLSSocket | null = null
  #isOver = false

  constructor(parts: OpenPinnedParts) {
    this.#parts = parts
  }

  async run(): Promise<ProvenStream> {
    const { clock, carrier, signal, stream } = this.#parts
    const limitMs = HANDSHAKE_MS[carrier]
    const onAbort = (): void => this.#fail(new LinkError('closed', 'the attempt was broken off'))
    const cancel = clock.after(limitMs, () =>
      this.#fail(new LinkError('timeout', `no handshake within ${limitMs / 1_000} s`)),
    )
    signal?.addEventListener('abort', onAbort)
    withoutUnhandledErrors(stream)
    stream.on('error', (error: Error) => this.#fail(brokenOff(error)))
    stream.on('close', () => this.#fail(brokenOff(null)))
    try {
      if (signal?.aborted === true || stream.destroyed) onAbort()
      else this.#handshake()
      return await this.#result.promise
    } finally {
      cancel()
      signal?.removeEventListener('abort', onAbort)
    }
  }

  #handshake(): void {
    const { stream, context } = this.#parts
    const socket = tls.connect({
      socket: stream,
      secureContext: context,
      ALPNProtocols: [JOB_LINK_ALPN],
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
    })
    this.#socket = socket
    socket
      .on('error', (error: Error) => this.#fail(brokenOff(error)))
      .on('close', () => {
        this.#fail(brokenOff(null))
        stream.destroy()
      })
      .once('secureConnect', () => this.#judge(socket))
  }

  #judge(socket: tls.TLSSocket): void {
    if (this.#isOver) return
    const { peer: trusted, carrier } = this.#parts
    const fingerprint = provenFingerprint(socket)
    if (typeof fingerprint !== 'string') return this.#fail(fingerprint)
    const peer = trusted()
    if (peer === null || !isPinned(fingerprint, peer.fingerprints))
      return this.#fail(new LinkError('not_pinned', notThatComputer(fingerprint)))
    this.#isOver = true
    this.#result.resolve({ stream: socket, peer, fingerprint, carrier })
  }

  /** The first end counts. */
  #fail(error: LinkError): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#result.reject(error)
    this.#socket?.destroy()
    this.#parts.stream.destroy()
  }
}

/** A tunnel says itself why it ended. */
function brokenOff(error: Error | null): LinkError {
  if (error instanceof LinkError) return error
  const code: unknown = error === null ? null : Reflect.get(error, 'code')
  const cause = typeof code === 'string' ? ` (${code})` : ''
  if (cause.includes('SSL'))
    return new LinkError('protocol', `the other end does not speak the job link${cause}`, error ?? undefined)
  return new LinkError('closed', `the other end broke off during the handshake${cause}`, error ?? undefined)
}

function notThatComputer(fingerprint: string): string {
  return `the computer at that address is another one: its certificate begins with ${fingerprint.slice(0, 8)}`
}
