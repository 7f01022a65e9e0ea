// Tells from its first bytes whether a connection brings a label, or a browser, a scanner or another protocol.

export type FirstBytes =
  /** Too few bytes to tell. */
  | { readonly kind: 'undecided' }
  | { readonly kind: 'label' }
  | { readonly kind: 'refused'; readonly reason: RefusedProtocol }

export type RefusedProtocol =
  | 'tls'
  | 'http'
  | 'http2'
  | 'ssh'
  | 'rtsp-or-sip'
  | 'smb'
  | 'rdp'
  | 'ldap'
  | 'probe'
  | 'pjl'
  | 'postscript'
  | 'pcl'

interface Opening {
  readonly reason: RefusedProtocol
  /** Null stands for any byte. */
  readonly bytes: readonly (number | null)[]
}

/** Pages in a browser cannot choose the first bytes, so a verb with its space shuts them out (security 2.6, L02). */
const HTTP_VERBS = [
  'GET',
  'POST',
  'PUT',
  'HEAD',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'CONNECT',
  'TRACE',
  'PROPFIND',
]

/** Of a TLS handshake record (RFC 8446, 5.1). Where this computer takes job links, tls-connections.ts has them before they are judged. */
export const TLS_FIRST_BYTE = 0x16

/** No label language begins so: ZPL ^ or ~, EPL and TSPL other words, ESC/POS 1B, SBPL and DPL 02 or 1B. */
const OPENINGS: readonly Opening[] = [
  ...HTTP_VERBS.map((verb) => text('http', `${verb} `)),
  text('http2', 'PRI * HTTP/2'),
  text('ssh', 'SSH-'),
  text('rtsp-or-sip', 'DESCRIBE '),
  text('rtsp-or-sip', 'INVITE '),
  text('probe', 'HELP\r\n'),
  text('probe', 'EHLO '),
  { reason: 'tls', bytes: [TLS_FIRST_BYTE] },
  // NetBIOS length, then the mark of SMB1 and SMB2.
  { reason: 'smb', bytes: [0, null, null, null, 0xff, 0x53, 0x4d, 0x42] },
  { reason: 'smb', bytes: [0, null, null, null, 0xfe, 0x53, 0x4d, 0x42] },
  // TPKT version 3 with a connection request.
  { reason: 'rdp', bytes: [0x03, 0x00, null, null, null, 0xe0] },
  { reason: 'ldap', bytes: [0x30, 0x84] },
  { reason: 'ldap', bytes: [0x30, 0x0c, 0x02, 0x01] },
  // Languages of office printers, with which printers are also attacked (security 2.6, L05): a label printer prints them as text.
  text('pjl', '\x1b%-12345X'),
  text('pjl', '@PJL'),
  text('postscript', '%!'),
  text('postscript', '\x04%!'),
  // ESC E alone is also ESC/POS: bold.
  text('pcl', '\x1bE\x1b'),
]

/** More bytes never change the answer. */
export const FIRST_BYTES_NEEDED = Math.max(...OPENINGS.map(({ bytes }) => bytes.length))

/** Most labels begin with none of these. */
const FIRST_OF_OPENINGS: ReadonlySet<number | null | undefined> = new Set(
  OPENINGS.map(({ bytes }) => bytes[0]),
)

/** Judges the bytes that have come so far. Undecided bytes that stay all there is are a label. */
export function judgeFirstBytes(bytes: Uint8Array): FirstBytes {
  if (bytes.length > 0 && !FIRST_OF_OPENINGS.has(bytes[0])) return { kind: 'label' }
  let isUndecided = bytes.length === 0
  for (const opening of OPENINGS) {
    const length = Math.min(opening.bytes.length, bytes.length)
    const fits = opening.bytes.slice(0, length).every((byte, index) => byte === null || byte === bytes[index])
    if (fits && length === opening.bytes.length) return { kind: 'refused', reason: opening.reason }
    isUndecided ||= fits
  }
  return isUndecided ? { kind: 'undecided' } : { kind: 'label' }
}

function text(reason: RefusedProtocol, opening: string): Opening {
  return { reason, bytes: [...Buffer.from(opening)] }
}
