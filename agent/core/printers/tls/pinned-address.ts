// A printer with a TLS port as text, HOST:PORT#sha256=CERTIFICATE; the port may be left out, and the certificate too.
import type { SocketAddress } from '../socket-writer.ts'
import { parseTcpAddress } from '../tcp-address.ts'

/** Of Zebra's Link-OS printers, on in all of them (techdocs.zebra.com, Link-OS SDK command line tool). */
export const TLS_PRINTER_PORT = 9_143

export interface PinnedAddress {
  readonly address: SocketAddress
  /** SHA-256 of its certificate, 64 hexadecimal digits; null: the first one that is seen is kept. */
  readonly pin: string | null
}

/** 64 digits, with colons between every two as openssl and browsers show them, or without. */
const PIN = /^sha256=([0-9a-f]{64}|[0-9a-f]{2}(?::[0-9a-f]{2}){31})$/i

/** `printer.local`, `192.168.1.50:9143#sha256=1f:…`, `[fd00::5]:9143`. Null when the text is none. */
export function parsePinnedAddress(text: string): PinnedAddress | null {
  const hash = text.indexOf('#')
  const place = hash === -1 ? text : text.slice(0, hash)
  const address = parseTlsAddress(place)
  if (address === null) return null
  if (hash === -1) return { address, pin: null }
  const digits = PIN.exec(text.slice(hash + 1))?.[1]
  return digits === undefined ? null : { address, pin: digits.replaceAll(':', '').toLowerCase() }
}

/** Of those texts; one that is none is left out. */
export function pinnedAddresses(texts: readonly string[]): PinnedAddress[] {
  return texts.flatMap((text) => parsePinnedAddress(text) ?? [])
}

/** Without a certificate: only the settings of this computer pin one, no assignment does. */
export function parseTlsAddress(text: string): SocketAddress | null {
  return parseTcpAddress(text) ?? parseTcpAddress(`${text}:${TLS_PRINTER_PORT}`)
}
