// Judges whether a payload is whole, from its bytes alone: which label language it is in, and whether a label is open.
import type { IncompleteCode } from '../spool/rules/arrival.ts'
import { copiesIn, copiesOf } from '../languages/copies.ts'
import { LINE_LANGUAGES } from '../languages/line-languages.ts'
import { LineScanner } from '../languages/line-scanner.ts'
import { readZpl } from '../languages/zpl-formats.ts'
import { ZplScanner, type ZplPlace } from '../languages/zpl-scanner.ts'

export type LabelLanguage = 'zpl' | 'epl' | 'tspl' | 'escpos' | 'unknown'

export interface Verdict {
  readonly language: LabelLanguage
  /** Null: not checked, because the language is unknown or marks no end of a label. */
  readonly isComplete: boolean | null
  /** Why it is not complete, or was not checked; null when it is complete. */
  readonly reason: IncompleteCode | null
}

/** Reads a payload in pieces of any size and keeps none of it. */
export interface CompletenessScanner {
  feed(bytes: Uint8Array): void
  /** The verdict over all bytes so far; may be asked any number of times. */
  verdict(): Verdict
}

interface Candidate {
  readonly language: Exclude<LabelLanguage, 'unknown'>
  readonly take: (byte: number) => void
  readonly feed: (bytes: Uint8Array) => void
  readonly isShown: () => boolean
  readonly verdict: () => Pick<Verdict, 'isComplete' | 'reason'>
}

const WHOLE = { isComplete: true, reason: null }
const ZPL_REASONS: Readonly<Record<Exclude<ZplPlace, 'outside'>, IncompleteCode>> = {
  'inside a format': 'cut_label',
  'inside declared data': 'cut_data',
  'inside a command': 'cut_command',
}

/** The language is the first that shows itself, wherever in the payload that is. */
export function createScanner(): CompletenessScanner {
  return new Scanner()
}

/** Of a whole payload, with the labels that it makes: what a label program sent is read once. */
export function verdictOn(payload: Uint8Array): Verdict & { readonly copies: number } {
  const scanner = new Scanner()
  const at = scanner.identify(payload)
  if (scanner.language !== 'zpl') {
    scanner.feed(payload.subarray(at))
    const verdict = scanner.verdict()
    return { ...verdict, copies: copiesOf(payload, verdict.language) }
  }
  const read = readZpl(payload)
  return { language: 'zpl', ...zplVerdict(read.place), copies: copiesIn(read) }
}

class Scanner implements CompletenessScanner {
  #candidates = [zpl(), ...LINE_LANGUAGES.map(lines), escpos()]
  #shown: Candidate | null = null

  get language(): LabelLanguage {
    return this.#shown?.language ?? 'unknown'
  }

  feed(bytes: Uint8Array): void {
    const at = this.identify(bytes)
    if (at < bytes.length) this.#shown?.feed(bytes.subarray(at))
  }

  /** Takes bytes until the language has shown itself; returns how many. */
  identify(bytes: Uint8Array): number {
    let at = 0
    for (; at < bytes.length && this.#shown === null; at += 1) {
      for (const candidate of this.#candidates) candidate.take(bytes[at] ?? 0)
      this.#shown = this.#candidates.find((candidate) => candidate.isShown()) ?? null
    }
    return at
  }

  verdict(): Verdict {
    return this.#shown === null
      ? { language: 'unknown', isComplete: null, reason: 'not_checked' }
      : { language: this.#shown.language, ...this.#shown.verdict() }
  }
}

function zpl(): Candidate {
  const scanner = new ZplScanner()
  return {
    language: 'zpl',
    take: (byte) => scanner.take(byte),
    feed: (bytes) => scanner.feed(bytes),
    isShown: () => scanner.isZpl,
    verdict: () => zplVerdict(scanner.place()),
  }
}

function zplVerdict(place: ZplPlace): Pick<Verdict, 'isComplete' | 'reason'> {
  return place === 'outside' ? WHOLE : { isComplete: false, reason: ZPL_REASONS[place] }
}

function eachOf(take: (byte: number) => void): Candidate['feed'] {
  return (bytes) => {
    for (const byte of bytes) take(byte)
  }
}

function lines(language: (typeof LINE_LANGUAGES)[number]): Candidate {
  const scanner = new LineScanner(language)
  return {
    language: language.name,
    take: (byte) => scanner.take(byte),
    feed: eachOf((byte) => scanner.take(byte)),
    isShown: () => scanner.isShown,
    verdict: () => {
      const missing = scanner.missing()
      return missing === null ? WHOLE : { isComplete: false, reason: missing }
    },
  }
}

/** ESC/POS begins with ESC @ and has no mark at its end. */
function escpos(): Candidate {
  const [ESC, AT] = [0x1b, 0x40]
  let previous = 0
  let isShown = false
  const take = (byte: number): void => {
    isShown ||= previous === ESC && byte === AT
    previous = byte
  }
  return {
    language: 'escpos',
    take,
    feed: () => undefined,
    isShown: () => isShown,
    verdict: () => ({ isComplete: null, reason: 'no_end_mark' }),
  }
}
