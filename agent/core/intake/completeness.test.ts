// The completeness scanner: whole and cut labels, changed prefixes, declared data, and any way of cutting into chunks.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScanner, type Verdict } from './completeness.ts'

const bytes = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)))
const allByteValues = Uint8Array.from({ length: 256 }, (_, value) => value)

function verdictOf(payload: Uint8Array, chunkSizes: readonly number[] = []): Verdict {
  const scanner = createScanner()
  let from = 0
  for (const size of chunkSizes) {
    scanner.feed(payload.subarray(from, from + size))
    from += size
  }
  scanner.feed(payload.subarray(from))
  return scanner.verdict()
}

const isWhole = (payload: Uint8Array): boolean | null => verdictOf(payload).isComplete

/** Each is one format from its first byte to its last. */
const FORMATS: Readonly<Record<string, Buffer>> = {
  'of text': bytes('^XA^CI28^FO20,20^A0N,28,28^FDAmoxicillin 500 mg ä€^FS^PQ2^XZ'),
  'of lower-case commands': bytes('^xa^fo20,20^fdx^fs^xz'),
  'with ^XA twice': bytes('^XA^LL1200^FX note^FS\r\n^XA^FO1,1^FDx^FS^XZ'),
  'with prefixes changed inside': bytes(
    '^XA^CC+\r\n+FO1,1+FD^XZ ~ no command+FS+CD;+CT!+GB1;1;1+FS+CC^^FS^XZ',
  ),
  'with a hexadecimal picture': bytes('^XA^FO1,1^GFA,8,8,2,FFFF8001\r\n8001FFFF^FS^XZ'),
  'with a compressed picture': bytes('^XA^FO1,1^GFA,598,598,13,,J03C,gM0!:K7F,^FS^XZ'),
  'with a Base64 picture': bytes('^XA^FO1,1^GFA,10,600,10,:Z64:eJztzEEJAAAMA/9x:8A1F^FS^XZ'),
  'with a binary picture': bytes('^XA^FO1,1^GFB,256,256,16,', allByteValues, '^FS^XZ'),
  'with a binary picture that holds commands': bytes('^XA^GFB,12,12,4,', '^XZ~DG^CC!^X', '^FS^XZ'),
  'with a compressed binary picture': bytes('^XA^GFC,6,400,20,', '^XZ^XZ', '^FS^XZ'),
  'with a download inside': bytes('^XA~DGR:A.GRF,8,2,FFFF8001,FFFF^FO1,1^XGR:A.GRF,1,1^FS^XZ'),
  'with a binary object inside': bytes('^XA~DYR:LOGO,B,P,11,0,', '^XZ\0\x01\x02^XZ~!', '^FO1,1^FS^XZ'),
}

describe('A ZPL label', () => {
  test.each(Object.entries(FORMATS))('%s is complete', (_name, format) => {
    expect(verdictOf(format)).toEqual({ language: 'zpl', isComplete: true, reason: null })
    expect(isWhole(bytes('\r\n', format, '\r\n', format, '\r\n'))).toBe(true)
  })

  test.each(Object.entries(FORMATS))('%s is incomplete wherever it is cut', (_name, format) => {
    const whole = Array.from({ length: format.length - 1 }, (_, index) => index + 1).filter(
      (length) => isWhole(format.subarray(0, length)) !== false,
    )
    expect(whole).toEqual([])
  })

  test('cut in its second format is incomplete, and whole where the first one ended', () => {
    const [first, second] = [bytes('^XA^FDone^FS^XZ\r\n'), bytes('^XA^FDtwo^FS^XZ')]
    const payload = bytes(first, second)
    for (let length = first.length + 1; length < payload.length; length += 1)
      expect(isWhole(payload.subarray(0, length)), `cut at ${length}`).toBe(false)
    expect(isWhole(first)).toBe(true)
  })

  test('says what is missing', () => {
    expect(verdictOf(bytes('^XA^FDx')).reason).toBe('cut_label')
    expect(verdictOf(bytes('~DGR:A.GRF,8,2,FFFF')).reason).toBe('cut_data')
    expect(verdictOf(bytes('~DGR:A.GRF,8')).reason).toBe('cut_command')
  })
})

describe('Prefixes', () => {
  test('changed before the label are followed, also with ~CC and ~CT', () => {
    expect(verdictOf(bytes('~CC#~CT@#XA#FD^XZ#FS@DGA,1,1,FF#XZ'))).toMatchObject({
      language: 'zpl',
      isComplete: true,
    })
    expect(isWhole(bytes('^CC#^XA^XZ#XA^XZ'))).toBe(false)
  })

  test('may be letters', () => {
    expect(isWhole(bytes('^XA^CCX', 'XFDtextXFS', 'XXZ'))).toBe(true)
    expect(isWhole(bytes('^XA^CCX', 'XFDtextXFS', '^XZ'))).toBe(false)
  })

  test('that are data characters do not end declared data', () => {
    expect(isWhole(bytes('^XA^CCA', 'AGFA,4,4,2,AAAAAAAA', 'AFSAXZ'))).toBe(true)
    expect(isWhole(bytes('^XA^CC/', '/GFA,4,4,2,:B64:ab/XZab=:12AB', '/FS'))).toBe(false)
  })

  test('one for formats and controls alike starts both', () => {
    expect(isWhole(bytes('^CT^^XA^DGA,2,1,FFFF^XZ'))).toBe(true)
  })
})

describe('Declared data', () => {
  test('of text ends early at a command, as printers have it', () => {
    expect(isWhole(bytes('^XA^GFA,9999,9999,10,FFFF^FS^XZ'))).toBe(true)
    expect(isWhole(bytes('~DGR:A.GRF,99,3,FFFF\r\n^XA^XGR:A.GRF^FS^XZ'))).toBe(true)
  })

  test('of bytes does not end before all of them have come', () => {
    expect(isWhole(bytes('^XA^GFB,20,20,10,short^FS^XZ'))).toBe(false)
    expect(isWhole(bytes('~DYR:A,B,P,300,0,', allByteValues))).toBe(false)
    expect(isWhole(bytes('~DYR:A,B,P,256,0,', allByteValues))).toBe(true)
  })

  test('without a count is ignored, as printers have it', () => {
    expect(isWhole(bytes('^XA^GFA,,,,FFFF^FS^XZ'))).toBe(true)
    expect(isWhole(bytes('^XA^GFB,x,y,z,^FS^XZ'))).toBe(true)
  })
})

describe('Languages', () => {
  test.each<[string, Uint8Array, Verdict['language'], boolean | null]>([
    ['a status query', bytes('~HS'), 'zpl', true],
    ['a cut status query', bytes('~H'), 'zpl', false],
    ['ZPL in the envelope of a driver', bytes('! U1 setvar "a" "b"\r\n${^XA^XZ}$\r\n'), 'zpl', true],
    ['EPL', bytes('I8,A\nN\nA10,10,0,3,1,1,N,"Rx"\nP1\n'), 'epl', true],
    ['EPL without P', bytes('N\nA10,10,0,3,1,1,N,"Rx"\n'), 'epl', false],
    ['EPL cut inside P', bytes('N\nP1'), 'epl', false],
    ['EPL with a picture', bytes('N\r\nGW0,0,2,4,', 'P1\n^XA\nN', '\r\nP1,2\r\n'), 'epl', true],
    ['EPL cut in its picture', bytes('N\nGW0,0,2,40\n', '\nP1\n'), 'epl', false],
    [
      'TSPL',
      bytes('SIZE 40 mm,30 mm\r\nCLS\r\nTEXT 1,1,"2",0,1,1,"x"\r\nPRINT 1,1\r\nCUT\r\n'),
      'tspl',
      true,
    ],
    ['TSPL without PRINT', bytes('SIZE 40 mm,30 mm\r\nCLS\r\nBAR 1,1,2,2\r\n'), 'tspl', false],
    ['TSPL with a picture', bytes('SIZE 4,3\nBITMAP 0,0,2,4,0,', '\nPRINT 1', '\nPRINT 1\n'), 'tspl', true],
    ['TSPL cut in its picture', bytes('SIZE 4,3\nBITMAP 0,0,9,9,0,', '\nPRINT 1\n'), 'tspl', false],
    ['a second TSPL label cut', bytes('SIZE 4,3\nPRINT 1\nBAR 1,1,2,2\n'), 'tspl', false],
    ['TSPL whose download holds ZPL', bytes('SIZE 4,3\nDOWNLOAD "A",4,', '^XA\n', 'PRINT 1\n'), 'tspl', true],
    ['ESC/POS', bytes('\x1b@Receipt ^XA\n\x1dV\0'), 'escpos', null],
    ['plain text', bytes('Hello, printer\r\n'), 'unknown', null],
    ['nothing', bytes(), 'unknown', null],
  ])('%s', (_name, payload, language, isComplete) => {
    expect(verdictOf(payload)).toMatchObject({ language, isComplete })
  })

  test('are judged over the whole payload', () => {
    expect(verdictOf(bytes('x'.repeat(200_000), '\n^XA^FDlate^FS^XZ'))).toMatchObject({
      language: 'zpl',
      isComplete: true,
    })
  })
})

const pieces = fc.constantFrom(
  '^XA',
  '^XZ',
  '^CC!',
  '!XZ',
  '!XA',
  '~CT^',
  '^CD;',
  '~DGA,3,1,',
  '^GFB,5,5,1,',
  '^GFA,9,9,3,',
  'FFA',
  'gY0,',
  '~DYA,B,P,4,0,',
  ':Z64:ab+/:12',
  'N\n',
  'P1\n',
  'SIZE 1,1\r\n',
  'BITMAP 0,0,2,3,0,',
  'PRINT 1\n',
  '\x1b@',
)
const payloads = fc
  .array(
    fc.oneof(
      pieces.map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 6 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => bytes(...parts))

describe('The verdict', () => {
  test('does not depend on how the bytes were cut into chunks', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 })
    fc.assert(
      fc.property(payloads, sizes, (payload, chunkSizes) => {
        expect(verdictOf(payload, chunkSizes)).toEqual(verdictOf(payload))
        expect(verdictOf(payload, Array<number>(payload.length).fill(1))).toEqual(verdictOf(payload))
      }),
      { numRuns: 1_000 },
    )
  })

  test('asked in between does not change it', () => {
    const scanner = createScanner()
    scanner.feed(bytes('^X'))
    expect(scanner.verdict().isComplete).toBe(false)
    scanner.feed(bytes('A^XZ'))
    expect(scanner.verdict().isComplete).toBe(true)
  })

  test('of a whole label followed by another one cut anywhere is never complete', () => {
    const formats = fc.constantFrom(...Object.values(FORMATS).filter((format) => !format.includes('+CT!')))
    fc.assert(
      fc.property(formats, formats, fc.double({ min: 0, max: 1, noNaN: true }), (first, second, share) => {
        const cut = 1 + Math.floor(share * (second.length - 2))
        expect(isWhole(bytes(first, second.subarray(0, cut)))).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})
