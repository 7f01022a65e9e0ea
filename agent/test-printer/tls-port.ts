// What the printer needs for a port within TLS: a certificate that it signed itself, and the handshake with a sender.
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import tls from 'node:tls'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { makeDeviceKey } from '../core/keys/make-device-key.ts'

export interface TlsIdentity {
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  readonly fingerprint: string
  readonly context: tls.SecureContext
}

/** Good for ten years from `nowMs`; takes about 0.1 s. */
export async function newTlsIdentity(name: string, nowMs: number): Promise<TlsIdentity> {
  const { pem: cert, privateKey } = await makeDeviceKey({ name, nowMs })
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' })
  const context = tls.createSecureContext({ cert, key: key.export({ type: 'pkcs8', format: 'pem' }) })
  const { raw } = new X509Certificate(cert)
  return { context, fingerprint: createHash('sha256').update(raw).digest('hex') }
}

/** Null when the sender does not speak TLS, breaks off, or takes longer than `limitMs`. */
export async function withinTls(
  wire: Socket,
  { context }: TlsIdentity,
  { limitMs, clock }: { readonly limitMs: number; readonly clock: Clock },
): Promise<tls.TLSSocket | null> {
  const socket = new tls.TLSSocket(wire, { isServer: true, secureContext: context })
  const { promise, resolve } = Promise.withResolvers<tls.TLSSocket | null>()
  const cancel = clock.after(limitMs, () => resolve(null))
  socket
    .once('secure', () => resolve(socket))
    .once('close', () => resolve(null))
    .on('error', () => resolve(null))
  return promise.finally(cancel)
}
