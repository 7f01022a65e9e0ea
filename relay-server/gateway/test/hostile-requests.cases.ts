// Hostile and edge requests with what the gateway promises for each, as raw bytes (one character, one byte).

/**
 * `gone`: forwarded without any key-like field. `reject`: refused, no complete request upstream. `reject-or-gone`: either.
 * `hops-gone`: forwarded without hop-by-hop fields. `lives`: answered in any way. `one`: one request up, one reply.
 */
export type Promised = 'gone' | 'reject' | 'reject-or-gone' | 'hops-gone' | 'lives' | 'one'

export interface HostileCase {
  readonly id: string
  readonly bytes: string
  readonly promised: Promised
}

const H = 'Host: gw.test\r\n'
const SMUGGLED = `GET /Identity/smuggled HTTP/1.1\r\n${H}X-Internal-Key: evil\r\n\r\n`
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const HELLO = '5\r\nhello\r\n0\r\n\r\n'

const get = (fields: string): string => `GET /Store/api/x HTTP/1.1\r\n${H}${fields}\r\n`
const post = (fields: string, body: string): string =>
  `POST /Store/api/x HTTP/1.1\r\n${H}${fields}\r\n${body}`
const chunked = (body: string): string => post(CHUNKED, body)
const target = (text: string): string => `GET ${text} HTTP/1.1\r\n${H}\r\n`
const upgrade = (fields: string): string =>
  `GET /Store/hubs/?EIO=4&transport=websocket HTTP/1.1\r\n${H}${fields}Connection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

function cases(promised: Promised, table: Readonly<Record<string, string>>): HostileCase[] {
  return Object.entries(table).map(([id, bytes]) => ({ id, bytes, promised }))
}

export const HOSTILE_CASES: readonly HostileCase[] = [
  ...cases('gone', {
    A01: get('X-Internal-Key: evil\r\n'),
    A02: get('x-internal-key: evil\r\n'),
    A03: get('X-INTERNAL-KEY: evil\r\n'),
    A28: `GET /Store/api/x HTTP/1.0\r\n${H}X-Internal-Key: evil\r\n\r\n`,
    A29: get('') + get('X-Internal-Key: evil\r\n'),
    'squeezed name': get('XInternal-Key: evil\r\n'),
    'hyphens elsewhere': get('X-Inter-nalKey-: evil\r\n'),
  }),
  ...cases('reject-or-gone', {
    A04: get('X-Internal-Key: evil\r\nx-Internal-key: evil2\r\n'),
    A12: get('Foo: bar\nX-Internal-Key: evil\r\n'),
    A15: chunked('5\r\nhello\r\n0\r\nX-Internal-Key: evil\r\n\r\n'),
    A17: get('Connection: close, X-Forwarded-For\r\n'),
    A18: get('Connection: X-Internal-Key\r\nX-Internal-Key: evil\r\n'),
    A19: post('Connection: Content-Length\r\nContent-Length: 5\r\n', 'hello'),
    A20: post(`Connection: Transfer-Encoding\r\n${CHUNKED}`, HELLO),
    A21: get('Connection: Host\r\n'),
    B29: chunked('5 \r\nhello\r\n0\r\n\r\n'),
  }),
  ...cases('hops-gone', {
    A23: get(
      'Proxy-Connection: keep-alive\r\nKeep-Alive: timeout=999\r\nTE: trailers\r\nProxy-Authorization: Basic eA==\r\n',
    ),
  }),
  ...cases('lives', { A24: get('__proto__: evil\r\nconstructor: x\r\nhasOwnProperty: y\r\n') }),
  ...cases('one', { B30: get(`Content-Length: ${SMUGGLED.length}\r\n`) + SMUGGLED }),
  ...cases('reject', {
    A05: get('X_Internal_Key: evil\r\n'),
    A06: get('X-Internal_Key: evil\r\n'),
    A07: get('X.Internal.Key: evil\r\n'),
    A08: get('X-Internal-Key : evil\r\n'),
    A09: get('X-Internal-Key\t: evil\r\n'),
    A10: get(' X-Internal-Key: evil\r\n'),
    A11: get('Foo: bar\r\n\tX-Internal-Key: evil\r\n'),
    A13: get('Foo: bar\rX-Internal-Key: evil\r\n'),
    A14: get('Foo: b\x00r\r\n'),
    A16: post(`${CHUNKED}Trailer: X-Internal-Key\r\n`, '5\r\nhello\r\n0\r\nX-Internal-Key: evil\r\n\r\n'),
    A22: get('Connection: Authorization\r\nAuthorization: Bearer t\r\n'),
    A25: get('X-Int\xebrnal-Key: evil\r\n'),
    A26: get('X\xadInternal\xadKey: evil\r\n'),
    A30: upgrade('X_Internal_Key: evil\r\n'),
    'Host missing': 'GET /Store/api/x HTTP/1.1\r\n\r\n',
    'Host repeated': get('Host: other\r\n'),
    'Host with userinfo': 'GET /Store/api/x HTTP/1.1\r\nHost: a@gw.test\r\n\r\n',
    'Authorization repeated': get('Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'),
    'unknown method': `PROPFIND /Store/api/x HTTP/1.1\r\n${H}\r\n`,
    'CONNECT method': `CONNECT gw.test:80 HTTP/1.1\r\n${H}\r\n`,
    'HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'other expectation': post('Expect: fire\r\nContent-Length: 5\r\n', 'hello'),
    B01: post('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${SMUGGLED}`),
    B02: post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `5c\r\n${SMUGGLED}\r\n0\r\n\r\n`),
    B03: post('Content-Length: 5\r\nContent-Length: 10\r\n', 'helloworld'),
    B04: post('Content-Length: 5\r\nContent-Length: 5\r\n', 'hello'),
    B05: post('Content-Length: 5, 5\r\n', 'hello'),
    B06: post('Content-Length: +5\r\n', 'hello'),
    B07: post('Content-Length: -5\r\n', 'hello'),
    B08: post('Content-Length: 0x5\r\n', 'hello'),
    B09: post('Content-Length: \r\n', 'hello'),
    B10: post('Content-Length: 005\r\n', 'hello'),
    B11: post('Content-Length: 18446744073709551621\r\n', 'hello'),
    B12: post('Transfer-Encoding: xchunked\r\n', HELLO),
    B13: post('Transfer-Encoding: chunked, identity\r\n', HELLO),
    B14: post('Transfer-Encoding: chunked, chunked\r\n', HELLO),
    B15: post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', HELLO),
    B16: post('Transfer-Encoding : chunked\r\n', HELLO),
    B17: post('Transfer_Encoding: chunked\r\nContent-Length: 5\r\n', 'hello'),
    B18: `POST /Store/api/x HTTP/1.0\r\n${H}${CHUNKED}\r\n${HELLO}`,
    B19: post('Transfer-Encoding:\x0bchunked\r\n', HELLO),
    B20: post('Transfer-Encoding: \r\n', HELLO),
    B21: chunked('0x5\r\nhello\r\n0\r\n\r\n'),
    B22: chunked('+5\r\nhello\r\n0\r\n\r\n'),
    B23: chunked('FFFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n'),
    B24: chunked('5;\nhello\r\n0\r\n\r\n'),
    B25: chunked('5\r\r;ABCD\r\nhello\r\n0\r\n\r\n'),
    B26: chunked('5\r\nhelloXX0\r\n\r\n'),
    B27: chunked('5\nhello\n0\n\n'),
    B28: chunked(`5;${'a'.repeat(65_536)}\r\nhello\r\n0\r\n\r\n`),
    'h2c upgrade': get('Connection: Upgrade\r\nUpgrade: h2c\r\n'),
    'h2c upgrade with settings': get(
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
    ),
    'WebSocket off the hub': upgrade('').replace('/Store/hubs/', '/Store/api/'),
    'WebSocket below the hub': upgrade('').replace('/Store/hubs/', '/Store/hubs/x'),
    'WebSocket version 12': upgrade('').replace('Version: 13', 'Version: 12'),
    'WebSocket with a short key': upgrade('').replace('dGhl', ''),
    'WebSocket by POST': upgrade('').replace('GET', 'POST'),
    'WebSocket by HTTP/1.0': upgrade('').replace('HTTP/1.1', 'HTTP/1.0'),
    'WebSocket with a body': upgrade('Content-Length: 5\r\n') + 'hello',
    'reserved hub': upgrade('').replace('/Store/', '/Pharmacy/'),
    C01: target('/Store/../Identity/x'),
    C02: target('/Store/%2e%2e/Identity/x'),
    C03: target('/Store/.%2E/Identity/x'),
    C04: target('/Store/..;/Identity/x'),
    C05: target('/Store%2f..%2fIdentity/x'),
    C06: target('/Store/..%2fIdentity/x'),
    C07: target('/Store//evil.test/x'),
    C08: target('//Store/x'),
    C09: target('/Store../admin'),
    C10: target('/Store%2e%2e/admin'),
    C11: target('/Storefoo/x'),
    C12: target('/store/x'),
    C13: target('/Store\\..\\Identity'),
    C14: target('/Store/%5c..%5cIdentity'),
    C15: target('/Store/%252e%252e/Identity'),
    C16: target('/Store/x%00.png'),
    C17: target('/Store/x%0d%0aX-Internal-Key:%20evil'),
    C18: target('/Store/%c0%ae%c0%ae/x'),
    'absolute form': target('http://gw.test/Store/x'),
    'asterisk form': `OPTIONS * HTTP/1.1\r\n${H}\r\n`,
    fragment: target('/Store/x#y'),
    'half an escape': target('/Store/x%2'),
    'no route': target('/'),
  }),
]
