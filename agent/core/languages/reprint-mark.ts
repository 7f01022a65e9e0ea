// The one addition to a sender's bytes: a reprint says on the label that it is one.
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { printLines } from './print-lines.ts'
import { readZpl, type ZplFormat } from './zpl-formats.ts'

interface Insertion {
  readonly at: number
  readonly text: string
}

/**
 * The payload with `REPRINT n` along the left edge of every label, and not a byte of it changed otherwise. Labels keep
 * that margin clear more often than any other place; the letters are 18 or 20 dots high, about 2 mm. Null
 * when the language allows no mark, or when this payload gives no place for one that is certain: then nothing may be
 * called marked. `n` counts the reprints of a job from 1.
 */
export function withReprintMark(
  payload: Uint8Array,
  language: PrintJob['language'],
  n: number,
): Buffer | null {
  const mark = `REPRINT ${Math.max(1, Math.trunc(n))}`
  const insertions = insertionsFor(payload, language, mark)
  return insertions === null || insertions.length === 0 ? null : inserted(payload, insertions)
}

function insertionsFor(
  payload: Uint8Array,
  language: PrintJob['language'],
  mark: string,
): readonly Insertion[] | null {
  if (language === 'zpl') return zplMarks(payload, mark)
  if (language !== 'epl' && language !== 'tspl') return null
  const line = language === 'epl' ? `A20,8,1,2,1,1,N,"${mark}"` : `TEXT 20,8,"2",90,1,1,"${mark}"`
  return printLines(payload, language)?.map(({ at }) => ({ at, text: `${line}\r\n` })) ?? null
}

/** A format that only sets or stores something stays as it is: it would print a label, or keep the mark for ever. */
function zplMarks(payload: Uint8Array, mark: string): readonly Insertion[] | null {
  const { formats, isInDots } = readZpl(payload)
  if (!isInDots) return null
  const marks = formats
    .filter(({ labels }) => labels > 0)
    .map((format) => ({ at: format.endAt, text: zplField(format, mark) }))
  const isCertain = marks.every(({ text }) => text !== null)
  return isCertain ? marks.flatMap(({ at, text }) => (text === null ? [] : [{ at, text }])) : null
}

/**
 * One field on its own: the first ^FS ends one that the sender left open, ^FR shows on white and on black. Null where
 * somebody made a character of the field a prefix or the delimiter.
 */
function zplField({ prefixes }: ZplFormat, mark: string): string | null {
  const prefix = String.fromCharCode(prefixes.format)
  const delimiter = String.fromCharCode(prefixes.delimiter)
  const control = String.fromCharCode(prefixes.control)
  const field = ['FS', `FO0${delimiter}8`, `A0R${delimiter}18${delimiter}18`, 'FR', `FD${mark}`, 'FS']
  const used = field.join('').replaceAll(delimiter, '')
  const isSafe = ![prefix, control].some((byte) => used.includes(byte) || byte === delimiter)
  return isSafe && !/[0-9A-Za-z ]/.test(delimiter) ? field.map((part) => prefix + part).join('') : null
}

function inserted(payload: Uint8Array, insertions: readonly Insertion[]): Buffer {
  let from = 0
  const parts = insertions.flatMap(({ at, text }) => {
    const before = payload.subarray(from, at)
    from = at
    return [before, Buffer.from(text, 'latin1')]
  })
  return Buffer.concat([...parts, payload.subarray(from)])
}
