// Texts of section 6 of the Autobahn test suite, after Markus Kuhn's "UTF-8 decoder capability and stress test".

interface Texts {
  /** Of crossbario/autobahn-testsuite. */
  readonly numbers: string
  readonly title: string
  readonly texts: readonly Buffer[]
}

const hex = (...texts: readonly string[]): Buffer[] => texts.map((text) => Buffer.from(text, 'hex'))

export const VALID_UTF8: readonly Texts[] = [
  {
    numbers: '6.2.1, 6.5',
    title: 'some valid text',
    texts: [
      'Hello-µ@ßöäüàá-UTF-8!!',
      'hello$world',
      'hello¢world',
      'hello€world',
      'hello𤭢world',
      'κόσμε',
    ].map((text) => Buffer.from(text)),
  },
  {
    numbers: '6.7',
    title: 'the first characters of each length',
    texts: hex('00', 'c280', 'e0a080', 'f0908080'),
  },
  {
    numbers: '6.9',
    title: 'the last characters of each length',
    texts: hex('7f', 'dfbf', 'efbfbf', 'f48fbfbf'),
  },
  {
    numbers: '6.11.1–4',
    title: 'characters at other bounds',
    texts: hex('ed9fbf', 'ee8080', 'efbfbd', 'f48fbfbf'),
  },
  {
    numbers: '6.22',
    title: 'code points that are no characters, and yet valid',
    texts: hex('efbfbe', 'efbfbf', ...planes()),
  },
  {
    numbers: '6.23',
    title: 'specials',
    texts: hex('efbfb9', 'efbfba', 'efbfbb', 'efbfbc', 'efbfbd', 'efbfbe', 'efbfbf'),
  },
]

/** U+nFFFE and U+nFFFF of the planes 1 to 16. */
function planes(): string[] {
  return Array.from({ length: 16 }, (_, n) => n + 1).flatMap((plane) =>
    [0xfffe, 0xffff].map((last) =>
      Buffer.from(String.fromCodePoint(plane * 0x1_0000 + last)).toString('hex'),
    ),
  )
}

const KOSME = 'cebae1bdb9cf83cebcceb5'
const CUT = [
  'c0',
  'e080',
  'f08080',
  'f8808080',
  'fc80808080',
  'df',
  'efbf',
  'f7bfbf',
  'fbbfbfbf',
  'fdbfbfbfbf',
]

export const INVALID_UTF8: readonly Texts[] = [
  {
    numbers: '6.3.1',
    title: 'valid text, then something that is none',
    texts: hex(`${KOSME}eda080656469746564`, `${KOSME}f4908080656469746564`),
  },
  { numbers: '6.6', title: 'prefixes of valid text', texts: hex('ce', 'cebae1', 'cebae1bd') },
  { numbers: '6.8', title: 'five and six bytes, first', texts: hex('f888808080', 'fc8480808080') },
  { numbers: '6.10', title: 'beyond U+10FFFF, last', texts: hex('f7bfbfbf', 'fbbfbfbfbf', 'fdbfbfbfbfbf') },
  { numbers: '6.11.5', title: 'one beyond U+10FFFF', texts: hex('f4908080') },
  {
    numbers: '6.12',
    title: 'continuations of nothing',
    texts: hex('80', 'bf', '80bf', '80bf80', '80bf80bf', '80bf80bf80', '80bf80bf80bf', range(0x80, 0xbf, '')),
  },
  {
    numbers: '6.13',
    title: 'beginnings of nothing',
    texts: hex(
      range(0xc0, 0xdf, '20'),
      range(0xe0, 0xef, '20'),
      range(0xf0, 0xf7, '20'),
      range(0xf8, 0xfb, '20'),
      range(0xfc, 0xfd, '20'),
    ),
  },
  { numbers: '6.14', title: 'the last byte is missing', texts: hex(...CUT) },
  { numbers: '6.15', title: 'one unfinished after the other', texts: hex(CUT.join('')) },
  { numbers: '6.16', title: 'bytes that are in no text', texts: hex('fe', 'ff', 'fefeffff') },
  {
    numbers: '6.17',
    title: 'a slash, too long',
    texts: hex('c0af', 'e080af', 'f08080af', 'f8808080af', 'fc80808080af'),
  },
  {
    numbers: '6.18',
    title: 'too long, at most',
    texts: hex('c1bf', 'e09fbf', 'f08fbfbf', 'f887bfbfbf', 'fc83bfbfbfbf'),
  },
  {
    numbers: '6.19',
    title: 'NUL, too long',
    texts: hex('c080', 'e08080', 'f0808080', 'f880808080', 'fc8080808080'),
  },
  {
    numbers: '6.20',
    title: 'a surrogate alone',
    texts: hex('eda080', 'edadbf', 'edae80', 'edafbf', 'edb080', 'edbe80', 'edbfbf'),
  },
  {
    numbers: '6.21',
    title: 'surrogates in pairs',
    texts: hex(
      ...['eda080', 'edadbf', 'edae80', 'edafbf'].flatMap((high) => [`${high}edb080`, `${high}edbfbf`]),
    ),
  },
]

function range(from: number, to: number, after: string): string {
  return Array.from({ length: to - from }, (_, at) => `${(from + at).toString(16)}${after}`).join('')
}
