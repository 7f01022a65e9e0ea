// Labels of which no two are alike: each has its own SHA-256, its own length and its number in its text.
//
// A job tells its length and never what is on it, so the length is what finds a label in a spool. It is 3 modulo 4:
// half of such a label (what FP10 leaves on the wire) never has the length of another one.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Dice } from './dice.ts'

export interface Payload {
  readonly serial: number
  readonly bytes: Buffer
  readonly sha256: string
}

const LABELS = path.resolve(import.meta.dirname, '../../agent/test-printer/labels')
const BEGIN = '^XA'
const END = '^XZ'
const SERIAL = /campaign-(\d{8})/
const CLASS = { modulo: 4, rest: 3 }
/** The filler grows with every label of about the same size. */
const MAX_PAYLOAD_BYTES = 400_000

const PLAIN = Buffer.from('^XA^CI28^FO20,20^A0N,28,28^FDAmoxicillin 500 mg^FS^XZ')
const EPL = Buffer.from('N\nq609\nA20,20,0,3,1,1,N,"Amoxicillin 500 mg"\nP1\n')
const TSPL = Buffer.from('SIZE 76 mm,50 mm\nCLS\nTEXT 20,20,"3",0,1,1,"Amoxicillin 500 mg"\nPRINT 1\n')

type Template = { readonly before: Buffer; readonly mark: (text: string) => string; readonly after: Buffer }

/** `serial`: of any payload that came out, also one that was cut behind a whole label; null when it is none of ours. */
export function serialIn(bytes: Buffer): number | null {
  const found = SERIAL.exec(bytes.toString('latin1'))
  return found === null ? null : Number(found[1])
}

/** A serial line has no end of a label: there each is one format, and begins and ends with it. */
export type PayloadKind = 'zpl' | 'mixed' | 'line'

/** `kind`: whether EPL and TSPL stand between the ZPL; a printer is asked only while its language is certain. */
export class Payloads {
  readonly #templates: readonly [Template, ...Template[]]
  readonly #dice: Dice
  readonly #lengths = new Set<number>()
  #serial = 0

  constructor(dice: Dice, kind: PayloadKind) {
    const plain = zplTemplate(PLAIN)
    const others = kind === 'mixed' ? [lineTemplate(EPL, ';'), lineTemplate(TSPL, 'REM ')] : []
    const labels = kind === 'line' ? singleFormats() : realLabels()
    this.#templates = [plain, ...others, ...labels.map(zplTemplate)]
    this.#dice = dice
  }

  next(): Payload {
    this.#serial += 1
    const { before, mark, after } = this.#dice.oneOf(this.#templates)
    const name = `campaign-${String(this.#serial).padStart(8, '0')}`
    const least = before.length + after.length + mark(name).length
    const length = this.#freeLength(least)
    const text = mark(name.padEnd(name.length + length - least, '.'))
    const bytes = Buffer.concat([before, Buffer.from(text, 'latin1'), after])
    return { serial: this.#serial, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  }

  #freeLength(least: number): number {
    let length = least
    while (length % CLASS.modulo !== CLASS.rest || this.#lengths.has(length)) length += 1
    if (length > MAX_PAYLOAD_BYTES) throw new Error('the campaign has no length left for another label')
    this.#lengths.add(length)
    return length
  }
}

/** Without the one that stores formats for later labels, and the one that changes what a command begins with. */
function realLabels(): readonly Buffer[] {
  const left = new Set(['templating.zpl', 'encodings_013.zpl'])
  return readdirSync(LABELS)
    .filter((name) => name.endsWith('.zpl') && !left.has(name))
    .toSorted()
    .map((name) => readFileSync(path.join(LABELS, name)))
}

function singleFormats(): readonly Buffer[] {
  const texts = realLabels().map((bytes) => bytes.toString('latin1').trim())
  const single = texts.filter(
    (text) => text.lastIndexOf(BEGIN) === 0 && text.indexOf(END) === text.length - END.length,
  )
  return single.map((text) => Buffer.from(text, 'latin1'))
}

function zplTemplate(label: Buffer): Template {
  const at = label.indexOf(BEGIN) + BEGIN.length
  return {
    before: label.subarray(0, at),
    mark: (text) => `^FX${text}^FS`,
    after: label.subarray(at),
  }
}

/** A comment before the last line, which is the one that prints. */
function lineTemplate(label: Buffer, comment: string): Template {
  const at = label.lastIndexOf('\n', label.length - 2) + 1
  return {
    before: label.subarray(0, at),
    mark: (text) => `${comment}${text}\n`,
    after: label.subarray(at),
  }
}
