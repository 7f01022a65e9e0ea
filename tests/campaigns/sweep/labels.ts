// The labels that are swept, each with room for a number that finds it on the roll, and the positions in it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createScanner } from '../../../agent/core/intake/completeness.ts'
import { copiesOf } from '../../../agent/core/languages/copies.ts'
import { zplStatus } from '../../../agent/core/status/zpl-status.ts'

export interface SweptLabel {
  readonly name: string
  readonly language: 'zpl' | 'epl' | 'tspl'
  /** Its bytes with this number in a comment, which the printer does not print; every number has the same length. */
  readonly numbered: (serial: number) => Buffer
  /** With its number. */
  readonly bytes: number
  /** Labels that come out of it. */
  readonly copies: number
  /** Where nothing of it is missing any more: behind the last ^XZ or the last line. */
  readonly endsAt: number
}

const FOLDER = path.resolve(import.meta.dirname, '../../../agent/test-printer/labels')
const NUMBER = /sweep-(\d{8})/
/** Small, of usual size, two labels behind a stored format, pictures declared as text. */
const FILES = ['labelary.zpl', 'fedex.zpl', 'templating.zpl', 'swisspost.zpl']

const OWN: readonly (readonly [name: string, bytes: Buffer])[] = [
  // Declared data in which the end of a format stands.
  [
    'binary.zpl',
    Buffer.from(
      '^XA^FO9,9^GFB,24,24,3,\0\x01^XZ^XA\xff\x7e^XZ~DG,\r\n\x02^XA^FS^FO9,90^FD1^FS^XZ\r\n',
      'latin1',
    ),
  ],
  ['epl', Buffer.from('N\nq609\nA20,20,0,3,1,1,N,"Amoxicillin 500 mg"\nP1\n')],
  ['tspl', Buffer.from('SIZE 76 mm,50 mm\nCLS\nTEXT 20,20,"3",0,1,1,"Amoxicillin 500 mg"\nPRINT 1\n')],
]

/** Those that are swept when none is named. */
export function usualLabels(): SweptLabel[] {
  const files = FILES.map((name) => labelOf(name, readFileSync(path.join(FOLDER, name))))
  return [...files, ...OWN.map(([name, bytes]) => labelOf(name, bytes))]
}

/** Throws an Error in words for a file that is no whole label of a known language. */
export function labelOf(name: string, bytes: Buffer): SweptLabel {
  const scanner = createScanner()
  scanner.feed(bytes)
  const { language, isComplete } = scanner.verdict()
  if (isComplete !== true || (language !== 'zpl' && language !== 'epl' && language !== 'tspl'))
    throw new Error(`${name} is no whole label in ZPL, EPL or TSPL`)
  const [at, before, after] = placeOfNumber(bytes, language)
  const numbered = (serial: number): Buffer => {
    const comment = `${before}sweep-${String(serial).padStart(8, '0')}${after}`
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(comment), bytes.subarray(at)])
  }
  const whole = numbered(0)
  const end = language === 'zpl' ? whole.lastIndexOf('^XZ') + '^XZ'.length : whole.length
  return { name, language, numbered, bytes: whole.length, copies: copiesOf(whole, language), endsAt: end }
}

/** Null when the bytes are of none of the labels. */
export function serialIn(bytes: Buffer): number | null {
  const found = NUMBER.exec(bytes.toString('latin1'))
  return found === null ? null : Number(found[1])
}

/**
 * Byte counts at which the printer's trouble begins, from 0 to all of the label and of the question behind it. With
 * `every` above 1 only each so many, and all around ends, formats' borders and the number.
 */
export function positionsIn(label: SweptLabel, every: number): number[] {
  const last = label.bytes + (label.language === 'zpl' ? zplStatus.question.length : 0)
  const borders = new Set(bordersOf(label, last).flatMap((at) => [at - 1, at, at + 1]))
  return Array.from({ length: last + 1 }, (_, at) => at).filter((at) => at % every === 0 || borders.has(at))
}

function bordersOf({ numbered, bytes, endsAt }: SweptLabel, last: number): number[] {
  const text = numbered(0).toString('latin1')
  const commands = [...text.matchAll(/\^XA|\^XZ/g)].flatMap(({ index }) => [index, index + '^XZ'.length])
  return [0, ...commands, endsAt, bytes, last]
}

/** A ZPL comment behind the first ^XA; a line before the last, which is the one that prints. */
function placeOfNumber(bytes: Buffer, language: SweptLabel['language']): [number, string, string] {
  if (language === 'zpl') return [bytes.indexOf('^XA') + '^XA'.length, '^FX', '^FS']
  const at = bytes.lastIndexOf('\n', bytes.length - 2) + 1
  return [at, language === 'epl' ? ';' : 'REM ', '\n']
}
