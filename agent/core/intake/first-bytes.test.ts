// The first bytes of a connection: protocols that are no label, by the ids of the security list, and labels that are.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FIRST_BYTES_NEEDED, judgeFirstBytes, type FirstBytes } from './first-bytes.ts'

const SMB = Buffer.from([0, 0, 0, 0xa4, 0xff, 0x53, 0x4d, 0x42, 0x72])
const RDP = Buffer.from([3, 0, 0, 0x2a, 0x25, 0xe0, 0, 0, 0, 0, 0])
const CLIENT_HELLO = Buffer.from([0x16, 3, 1, 6, 0x2e, 1])
const BROTHER_RASTER = Buffer.alloc(200)

describe('Refused are', () => {
  test.each<[string, string | Buffer, string]>([
    ['L02: a form that a page posts', 'POST / HTTP/1.1\r\nHost: x\r\n\r\n^XA^FDx^XZ', 'http'],
    ['L03: a proxy probe', 'GET http://www.baidu.com/ HTTP/1.1\r\n\r\n', 'http'],
    ['L04: a TLS ClientHello', CLIENT_HELLO, 'tls'],
    ['L04: an SMB negotiation', SMB, 'smb'],
    ['L04: an RDP connection request', RDP, 'rdp'],
    ['L04: a port scanner', 'HELP\r\n', 'probe'],
    ['L04: a scanner for RTSP and SIP', 'OPTIONS / RTSP/1.0\r\n\r\n', 'http'],
    ['L05: PJL', '\x1b%-12345X@PJL INFO STATUS\r\n', 'pjl'],
    ['L05: PJL without its escape', '@PJL RDYMSG DISPLAY="x"\r\n', 'pjl'],
    ['L05: PostScript', '%!PS\nshowpage', 'postscript'],
    ['L05: PostScript after an end of file', '\x04%!PS-Adobe-3.0\n', 'postscript'],
    ['L05: PCL', '\x1bE\x1b&l0O', 'pcl'],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'http2'],
    ['an SSH client', 'SSH-2.0-OpenSSH_9\r\n', 'ssh'],
    ['an LDAP search', Buffer.from([0x30, 0x84, 0, 0, 0, 0x2d]), 'ldap'],
  ])('%s', (_name, bytes, reason) => {
    expect(judgeFirstBytes(Buffer.from(bytes))).toEqual({ kind: 'refused', reason })
  })
})

describe('Labels are', () => {
  test.each<[string, string | Buffer]>([
    ['ZPL', '^XA'],
    ['EPL', 'N\nP1\n'],
    ['TSPL that prints', 'PRINT 1\r\n'],
    ['TSPL with a gap', 'GAP 3 mm,0\r\n'],
    ['TSPL with a stored picture', 'PUTBMP 1,1,"A"\r\n'],
    ['ESC/POS', '\x1b@'],
    ['ESC/POS that begins in bold', '\x1bE\x01Rx'],
    ['a raster that begins with zeros', BROTHER_RASTER],
    ['text', 'Postcard\r\n'],
  ])('%s', (_name, bytes) => {
    expect(judgeFirstBytes(Buffer.from(bytes))).toEqual({ kind: 'label' })
  })
})

test('Too few bytes are undecided', () => {
  for (const bytes of ['', 'P', 'POST', 'PRI', 'SSH', '\0\0\0\xa4'])
    expect(judgeFirstBytes(Buffer.from(bytes, 'latin1'))).toEqual({ kind: 'undecided' })
})

test('An answer once given stays the same, and is given within the first bytes', () => {
  const starts = fc
    .constantFrom('POST / ', 'GET /', 'PRINT 1', 'PRI * HTTP/2.0', 'SSH-2', '^XA', '\0\0\0\0')
    .map((text) => Buffer.from(text))
  fc.assert(
    fc.property(fc.oneof(starts, fc.uint8Array({ minLength: FIRST_BYTES_NEEDED })), (bytes) => {
      let before: FirstBytes = { kind: 'undecided' }
      for (let length = 0; length <= bytes.length; length += 1) {
        const answer = judgeFirstBytes(bytes.subarray(0, length))
        if (before.kind !== 'undecided') expect(answer).toEqual(before)
        before = answer
      }
      if (bytes.length >= FIRST_BYTES_NEEDED) expect(before.kind).not.toBe('undecided')
    }),
  )
})
