// A printer's side of TLS for tests: certificates that it signed itself, and the behaviours of printer-peer.ts within TLS.
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import tls from 'node:tls'
import { makeDeviceKey } from '../../keys/make-device-key.ts'
import { peerOn, type Behaviour, type PrinterPeer } from './printer-peer.ts'

export interface PrinterCertificate {
  readonly fingerprint: string
  readonly pem: string
  readonly key: string
}

/** Good for ten years from `madeMs`. */
export async function printerCertificate(madeMs = Date.now()): Promise<PrinterCertificate> {
  const { pem, privateKey } = await makeDeviceKey({ name: 'printer', nowMs: madeMs })
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' })
  const fingerprint = createHash('sha256').update(new X509Certificate(pem).raw).digest('hex')
  return { pem, fingerprint, key: String(key.export({ type: 'pkcs8', format: 'pem' })) }
}

/** Listens until the test is over; only bytes within TLS count as received. */
export async function tlsPeer(
  behave: Behaviour,
  { pem: cert, key }: PrinterCertificate,
  version: tls.SecureVersion = 'TLSv1.3',
): Promise<PrinterPeer> {
  const secureContext = tls.createSecureContext({ cert, key, maxVersion: version })
  return peerOn({ port: 0, host: '127.0.0.1' }, behave, (socket) => {
    const within = new tls.TLSSocket(
      socket.on('error', () => undefined),
      { isServer: true, secureContext },
    )
    // A TLSSocket resets nothing by itself.
    return Object.assign(within, { resetAndDestroy: () => void socket.resetAndDestroy() })
  })
}
