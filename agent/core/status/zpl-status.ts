// ZPL printers: host status, error status, identification and label counter. reference/printing 3.4, Zebra's ~HS, ~HQ, ~HI.
//
// Answers stand one after the other, each from STX to ETX, but that of a variable, which stands in quotes. A printer
// without paper, without ribbon, hot or open does not answer ~HS at all, but ~HQES. ~HQOD counts inches or
// centimetres, so it is not asked: the only counter of labels is the variable.
import { stopsPrinting, type PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { answerText, conditionsOf, type ParsedAnswer, type StatusAdapter } from './printer-reading.ts'
import { parseHostStatus, type HostStatus } from './zpl-host-status.ts'

const QUESTION = '~HI\r\n~HS\r\n~HQES\r\n! U1 getvar "odometer.total_label_count"\r\n'

const [STX, ETX] = ['\x02', '\x03']
const MAX_FRAME_CHARACTERS = 4_096
const IDENTIFICATION = /^\s*([^,\r\n]{1,60}),\s*V[^,]{1,30},\s*\d{1,3},\s*\d+\s*KB/
/** Flag, then two groups of eight hexadecimal digits; the second group counts. Spacing differs between makers. */
const FLAGS = '\\s*(?::\\s*)?([01])\\s+[0-9A-F]{8}\\s+([0-9A-F]{8})'
const ERRORS = new RegExp(`ERRORS${FLAGS}`, 'i')
const WARNINGS = new RegExp(`WARNINGS${FLAGS}`, 'i')
/** `"?"` is the answer of a printer that has no such counter. */
const COUNTER = /"(\d{1,12}|\?)"/g

const ERROR_BITS: readonly (readonly [number, PrinterCondition])[] = [
  [0x1, 'paper_out'],
  [0x2, 'ribbon_out'],
  [0x4, 'head_open'],
  [0x8, 'cutter_jam'],
  [0x10, 'too_hot'],
  [0x100, 'paper_jam'],
  [0x1000, 'paper_jam'],
  [0x4000, 'paper_jam'],
  [0x1_0000, 'paused'],
]
const WARNING_BITS: readonly (readonly [number, PrinterCondition])[] = [
  [0x2, 'clean_head'],
  [0x4, 'replace_head'],
  [0x8, 'paper_low'],
]

export const zplStatus: StatusAdapter = {
  language: 'zpl',
  question: Buffer.from(QUESTION),
  parse: (bytes) => {
    const { frames, rest } = framesOf(answerText(bytes))
    const model =
      frames.map((frame) => IDENTIFICATION.exec(frame)?.[1]?.trim()).findLast((told) => told !== undefined) ??
      null
    const host = parseHostStatus(frames)
    const flags = frames.map(flagsOf).findLast((told) => told !== null) ?? null
    const counter = [...rest.matchAll(COUNTER)].at(-1)?.[1]
    if (model === null && host === null && flags === null && counter === undefined) return null
    const isWhole = model !== null && host?.isWhole === true && flags !== null && counter !== undefined
    return { ...merged(host, flags), model, odometer: countOf(counter), isWhole }
  },
}

function flagsOf(frame: string): PrinterCondition[] | null {
  const [, isError, errors] = ERRORS.exec(frame) ?? []
  if (errors === undefined) return null
  const named = conditionsOf(Number.parseInt(errors, 16), ERROR_BITS)
  const [, , warnings = '0'] = WARNINGS.exec(frame) ?? []
  const known = WARNING_BITS.filter(([bit]) => (Number.parseInt(warnings, 16) & bit) !== 0)
  const stops: PrinterCondition[] = isError === '1' && named.length === 0 ? ['fault'] : named
  return [...stops, ...known.map(([, condition]) => condition)]
}

function merged(
  host: HostStatus | null,
  flags: readonly PrinterCondition[] | null,
): Omit<ParsedAnswer, 'model' | 'odometer' | 'isWhole'> {
  const conditions = [...new Set([...(host?.conditions ?? []), ...(flags ?? [])])]
  const isStopped = conditions.some(stopsPrinting)
  const counts = {
    formatsInBuffer: host?.formatsInBuffer ?? null,
    labelsRemaining: host?.labelsRemaining ?? null,
    isPartialFormat: host?.isPartialFormat ?? null,
  }
  const waiting = (counts.formatsInBuffer ?? 0) + (counts.labelsRemaining ?? 0)
  const isBusy = isStopped || waiting > 0 || counts.isPartialFormat === true
  return { ...counts, conditions, isIdle: isBusy ? false : host?.isWhole === true ? true : null }
}

/** What stands in frames, and what stands outside; a frame that has begun and not ended is neither. */
function framesOf(text: string): { readonly frames: readonly string[]; readonly rest: string } {
  const [before = '', ...begun] = text.split(STX)
  const ended = begun.map((part) => part.split(ETX)).filter((parts) => parts.length > 1)
  const frames = ended.map(([frame = '']) => frame.slice(0, MAX_FRAME_CHARACTERS))
  return { frames, rest: [before, ...ended.flatMap(([, ...after]) => after)].join('\n') }
}

function countOf(counter: string | undefined): number | null {
  return counter === undefined || counter === '?' ? null : Number(counter)
}
