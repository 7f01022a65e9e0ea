// TLS around a connected socket to a printer: nothing is read from it or written to it before its certificate was judged.
//
// A label printer signs its certificate itself, and dates are not checked, as clocks of pharmacies and printers are wrong:
// the certificate as a whole decides. That the printer has its key is proven by the handshake, whatever
// rejectUnauthorized says.
import { createHash } from 'node:crypto'
import type net from 'node:net'
import { Duplex } from 'node:stream'
import tls from 'node:tls'
import type { WriteFailureCode } from './write-outcome.ts'

export interface Secured {
  /** From the connection to the end of the handshake. */
  readonly handshakeMs: number
  /** Whether labels may go to whoever has this certificate: its SHA-256 as 64 hexadecimal digits. */
  readonly isTrusted: (fingerprint: string) => boolean
}

/** `onReady` gets the fingerprint once the handshake is done. Half-open, and closed when the socket is. */
export function secured(socket: net.Socket, onReady: (fingerprint: string | null) => void): tls.TLSSocket {
  const stream = tls.connect({ socket: bridgeTo(socket), rejectUnauthorized: false, minVersion: 'TLSv1.2' })
  return stream.once('secureConnect', () => {
    const raw = stream.getPeerX509Certificate()?.raw
    onReady(raw === undefined ? null : createHash('sha256').update(raw).digest('hex'))
  })
}

/**
 * A socket that TLS is given itself is written to past it: where the printer resets before our close_notify, the system
 * tells that write alone, node:tls drops the error, and the reset then reads as a FIN. Here every write is the socket's own.
 */
function bridgeTo(socket: net.Socket): Duplex {
  const bridge = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, _encoding, done) => void socket.write(chunk, (error) => done(error ?? null)),
    final: (done) => void socket.end(() => done()),
  })
  socket
    .on('data', (chunk: Buffer) => {
      // Once TLS is over, what still comes is read to its end.
      if (!bridge.destroyed && !bridge.push(chunk)) socket.pause()
    })
    .on('end', () => bridge.push(null))
    .on('close', () => bridge.destroy())
  return bridge.on('error', () => undefined)
}

/** Of an error before the certificate was judged: OpenSSL's are those of somebody who speaks otherwise. */
export function handshakeFailure(code: string): WriteFailureCode {
  return code.startsWith('ERR_SSL_') || code === 'EPROTO' ? 'no_tls' : 'connection_reset'
}
