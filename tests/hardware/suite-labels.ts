// The suite's own labels: 60 × 40 mm at 203 dpi, each with its number and the run's mark, in four languages; no patient data.
import { randomInt } from 'node:crypto'

export const SUITE_LANGUAGES = ['zpl', 'epl', 'tspl', 'escpos'] as const
export type SuiteLanguage = (typeof SUITE_LANGUAGES)[number]

export interface LabelText {
  /** Large: `3`. */
  readonly number: string
  /** `of 5`. */
  readonly of: string
  /** `K7QD-3`: stands on no other label. */
  readonly mark: string
}

const TITLE = 'PRINTER SUITE - not a medicine label'
const PATTERN = 'ABC xyz 0123456789 -+/.,:'
/** Without letters and digits that look alike. */
const LETTERS = 'ABCDEFGHJKMNPQRTWXY346789'
const MARK_LETTERS = 4

/** Short numbered parts of the label during which the power goes. */
export const POWER_PARTS = 12

/** Keeps labels of an earlier run from being taken for those of this one. */
export function runMark(): string {
  return Array.from({ length: MARK_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

export function numberedLabel(
  language: SuiteLanguage,
  run: string,
  { n, of }: { readonly n: number; readonly of: number },
): Buffer {
  return Buffer.from(WRITERS[language]({ number: String(n), of: `of ${of}`, mark: markOf(run, n) }))
}

export function markOf(run: string, n: number): string {
  return `${run}-${n}.`
}

export function partMarkOf(run: string, part: number): string {
  return `${run}-P${part}.`
}

/** One payload of many labels, so that somebody can switch the printer off in the middle of it. */
export function powerLabel(language: SuiteLanguage, run: string): Buffer {
  const parts = Array.from({ length: POWER_PARTS }, (_, index) => index + 1)
  const texts = parts.map((part) => ({
    number: `P${part}`,
    of: `of ${POWER_PARTS}`,
    mark: partMarkOf(run, part),
  }))
  return Buffer.from(texts.map(WRITERS[language]).join(''))
}

const WRITERS: Readonly<Record<SuiteLanguage, (text: LabelText) => string>> = {
  zpl: ({ number, of, mark }) =>
    [
      '^XA^CI28^PW480^LL320^LH0,0',
      '^FO4,4^GB472,312,3^FS',
      `^FO20,22^A0N,26,23^FD${TITLE}^FS`,
      `^FO20,70^A0N,130,120^FD${number}^FS`,
      `^FO290,140^A0N,50,45^FD${of}^FS`,
      `^FO20,220^A0N,40,36^FD${mark}^FS`,
      `^FO20,272^A0N,26,23^FD${PATTERN}^FS`,
      '^PQ1^XZ\n',
    ].join('\n'),
  // EPL2 programmer's manual: N clears, A writes text with font and magnification, X draws a box, P prints.
  epl: ({ number, of, mark }) =>
    [
      '',
      'N',
      'q480',
      'Q320,24',
      'X4,4,3,476,316',
      `A20,22,0,2,1,1,N,"${TITLE}"`,
      `A20,70,0,5,2,2,N,"${number}"`,
      `A290,140,0,4,2,2,N,"${of}"`,
      `A20,220,0,4,1,1,N,"${mark}"`,
      `A20,272,0,2,1,1,N,"${PATTERN}"`,
      'P1,1',
      '',
    ].join('\n'),
  // TSPL2 programming manual: SIZE sets the label up, CLS clears, TEXT and BOX draw, PRINT prints.
  tspl: ({ number, of, mark }) =>
    [
      'SIZE 60 mm,40 mm',
      'CLS',
      'BOX 4,4,476,316,3',
      `TEXT 20,22,"2",0,1,1,"${TITLE}"`,
      `TEXT 20,70,"5",0,2,2,"${number}"`,
      `TEXT 290,140,"4",0,2,2,"${of}"`,
      `TEXT 20,220,"4",0,1,1,"${mark}"`,
      `TEXT 20,272,"2",0,1,1,"${PATTERN}"`,
      'PRINT 1,1',
      '',
    ].join('\r\n'),
  // ESC @ sets up, GS ! enlarges, ESC d feeds behind the tear-off edge.
  escpos: ({ number, of, mark }) =>
    `\x1b@${TITLE}\n\x1d!\x33${number}\x1d!\x11 ${of}\n${mark}\n\x1d!\x00${PATTERN}\n\x1bd\x04`,
}
