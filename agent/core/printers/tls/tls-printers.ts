// Printers with a raw port within TLS, as Zebra's Link-OS printers have on 9143. Never falls back to the plain port.
import { groupedFingerprint } from '@pharmacy-relay/shared/endorsement.ts'
import type { PrinterBackend, PrinterInfo } from '../printer-backend.ts'
import type { SocketAddress } from '../socket-writer.ts'
import { createSocketPrinters, type SocketPrinterParts } from '../socket-printers.ts'
import { tcpAddressText } from '../tcp-address.ts'
import type { PrinterTrust } from './known-certificates.ts'
import { parseTlsAddress, type PinnedAddress } from './pinned-address.ts'

export interface TlsPrinterParts extends Pick<SocketPrinterParts, 'clock' | 'limits' | 'failpoint'> {
  /** The printers that are listed. */
  readonly pinned: () => readonly PinnedAddress[]
  readonly trust: PrinterTrust
  /** Of a label; TLS_HANDSHAKE_MS unless a test is in a hurry. */
  readonly handshakeMs?: number
}

/** A printer's processor takes about a second for it, and longer while it draws. */
export const TLS_HANDSHAKE_MS = 10_000

export function createTlsPrinters(parts: TlsPrinterParts): PrinterBackend {
  const { pinned, trust, clock, limits, failpoint, handshakeMs = TLS_HANDSHAKE_MS } = parts
  return createSocketPrinters({
    clock,
    limits,
    failpoint,
    kind: 'tls',
    listed: () => {
      const printers = new Map(pinned().map(({ address }) => [tcpAddressText(address), address]))
      return [...printers].map(([printer, address]) => listed(printer, { address, trust }))
    },
    parse: parseTlsAddress,
    secure: (address) => {
      const printer = tcpAddressText(address)
      return { handshakeMs, isTrusted: (fingerprint) => trust.isTrusted(printer, fingerprint) }
    },
  })
}

/** The certificate stands there for people to compare; in no language, since readers of several read it. */
function listed(
  printer: string,
  { address, trust }: { readonly address: SocketAddress; readonly trust: PrinterTrust },
): PrinterInfo {
  const [fingerprint] = trust.trusted(printer)
  const detail = fingerprint === undefined ? '' : `SHA-256 ${groupedFingerprint(fingerprint)}`
  const secured = fingerprint === undefined ? 'new' : 'known'
  const place = { kind: 'socket', ...address, secured } as const
  return { id: `tls:${printer}`, name: printer.slice(0, 200), detail, place }
}
