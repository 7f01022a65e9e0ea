// The mark of a reprint: on every label, beside bytes that stay as they were, or refused.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { realLabels } from '../../test-printer/test/printer-rig.ts'
import { createScanner } from '../intake/completeness.ts'
import { copiesOf } from './copies.ts'
import { withReprintMark } from './reprint-mark.ts'

const MARK = '^FS^FO0,8^A0R,18,18^FR^FDREPRINT 2^FS'
const marked = (text: string, language: PrintJob['language'] = 'zpl'): string | null =>
  withReprintMark(Buffer.from(text, 'latin1'), language, 2)?.toString('latin1') ?? null

describe('In ZPL', () => {
  test.each([
    ['^XA^FDx^FS^XZ', `^XA^FDx^FS${MARK}^XZ`],
    ['^XA^FDx^XZ\r\n^XA^FDy^FS^PQ2^XZ\r\n', `^XA^FDx${MARK}^XZ\r\n^XA^FDy^FS^PQ2${MARK}^XZ\r\n`],
    ['^xa^fdx^fs^xz', `^xa^fdx^fs${MARK}^xz`],
    ['^XA^GFB,3,3,1,^XZ^FS^XZ', `^XA^GFB,3,3,1,^XZ^FS${MARK}^XZ`],
    ['^XA^CC!!CD;!FDx!FS!XZ', `^XA^CC!!CD;!FDx!FS${MARK.replaceAll('^', '!').replaceAll(',', ';')}!XZ`],
    ['^XA^DFR:A^FN1^FD^FS^XZ^XA^XFR:A^FN1^FDx^FS^XZ', `^XA^DFR:A^FN1^FD^FS^XZ^XA^XFR:A^FN1^FDx^FS${MARK}^XZ`],
    ['~JSA^XA^LL9^XZ^XA^MUD^FDx^XZ', `~JSA^XA^LL9^XZ^XA^MUD^FDx${MARK}^XZ`],
  ])('%j', (text, expected) => expect(marked(text)).toBe(expected))

  test.each([
    ['nothing is printed', '^XA^LL9^XZ'],
    ['the format is open', '^XA^FDx'],
    ['positions are millimetres', '^XA^MUM^FDx^XZ'],
    ['the prefix is a letter of the mark', '^XA^CCRRFDxRXZ'],
    ['the delimiter is a digit', '^XA^CD8^FDx^XZ'],
    ['the control prefix is a letter of the mark', '^XA^CTE^FDx^XZ'],
  ])('not where %s', (_why, text) => expect(marked(text)).toBeNull())
})

test('in EPL and TSPL it stands before every line that prints', () => {
  expect(marked('N\nA1,1,0,3,1,1,N,"x"\nP1\nP2\n', 'epl')).toBe(
    'N\nA1,1,0,3,1,1,N,"x"\nA20,8,1,2,1,1,N,"REPRINT 2"\r\nP1\nA20,8,1,2,1,1,N,"REPRINT 2"\r\nP2\n',
  )
  expect(marked('SIZE 4,3\r\nCLS\r\nBITMAP 0,0,1,3,0,abcPRINT 1 \r\n', 'tspl')).toBe(
    'SIZE 4,3\r\nCLS\r\nBITMAP 0,0,1,3,0,abcTEXT 20,8,"2",90,1,1,"REPRINT 2"\r\nPRINT 1 \r\n',
  )
  expect(marked('FS"A"\nP1\nFE\n', 'epl')).toBeNull()
  expect(marked('DOWNLOAD "A.BAS"\nPRINT 1\nEOP\n', 'tspl')).toBeNull()
})

test('other languages have none', () => {
  for (const language of ['escpos', 'unknown'] as const) expect(marked('^XA^FDx^XZ', language)).toBeNull()
})

test.each(realLabels())('$name with its mark is as whole as before, and the same but for it', ({ bytes }) => {
  const payload = withReprintMark(bytes, 'zpl', 7)
  const scanner = createScanner()
  scanner.feed(payload ?? Buffer.of())
  expect(scanner.verdict()).toMatchObject({ language: 'zpl', isComplete: true })
  expect(copiesOf(payload ?? Buffer.of(), 'zpl')).toBe(copiesOf(bytes, 'zpl'))
  const mark = /(.)FS\1FO0.8\1A0R.18.18\1FR\1FDREPRINT 7\1FS/g
  expect(payload?.toString('latin1').replaceAll(mark, '')).toBe(bytes.toString('latin1'))
})

const pieces = fc.constantFrom(
  '^XA',
  '^XZ',
  '^CC!',
  '!XZ',
  '!XA',
  '^FDx',
  '^FS',
  '^PQ2',
  '^CD;',
  '^GFB,5,5,1,',
  '~DYA,B,P,4,0,',
  'N\n',
  'P1\n',
  'P2,2\r\n',
  'SIZE 1,1\r\n',
  'BITMAP 0,0,2,3,0,',
  'PRINT 1\n',
  '\n',
  '\0',
)

test('any bytes come back with nothing taken away', () => {
  const payloads = fc
    .array(
      fc.oneof(
        pieces.map((text) => Buffer.from(text)),
        fc.uint8Array({ maxLength: 6 }),
      ),
      { maxLength: 24 },
    )
    .map((parts) => Buffer.concat(parts))
  const languages = fc.constantFrom('zpl' as const, 'epl' as const, 'tspl' as const)
  const marks =
    /(.)FS\1FO0.8\1A0R.18.18\1FR\1FDREPRINT 3\1FS|A20,8,1,2,1,1,N,"REPRINT 3"\r\n|TEXT 20,8,"2",90,1,1,"REPRINT 3"\r\n/gs
  fc.assert(
    fc.property(payloads, languages, (payload, language) => {
      const text = withReprintMark(payload, language, 3)?.toString('latin1')
      if (text !== undefined) expect(text.replaceAll(marks, '')).toBe(payload.toString('latin1'))
      expect(copiesOf(payload, language)).toBeGreaterThan(0)
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 2_000) },
  )
})
