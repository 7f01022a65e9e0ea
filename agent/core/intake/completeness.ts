// Judges whether a payload is whole, from its bytes alone: which label language it is in, and whether a label is open.
import type { IncompleteCode } from '../spool/rules/arrival.ts'
import { LINE_LANGUAGES } from '../languages/line-languages.ts'
import { LineScanner } from '../languages/line-scanner.ts'
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
  let candidates = [zpl(), ...LINE_LANGUAGES.map(lines), escpos()]
  let shown: Candidate | null = null
  const take = (byte: number): void => {
    for (const candidate of candidates) candidate.take(byte)
    if (shown !== null) return
    shown = candidates.find((candidate) => candidate.isShown()) ?? null
    if (shown !== null) candidates = [shown]
  }
  return {
    feed: (bytes) => {
      for (const byte of bytes) take(byte)
    },
    verdict: () =>
      shown === null
        ? { language: 'unknown', isComplete: null, reason: 'not_checked' }
        : { language: shown.language, ...shown.verdict() },
  }
}

function zpl(): Candidate {
  const scanner = new ZplScanner()
  return {
    language: 'zpl',
    take: (byte) => scanner.take(byte),
    isShown: () => scanner.isZpl,
    verdict: () => {
      const place = scanner.place()
      return place === 'outside' ? WHOLE : { isComplete: false, reason: ZPL_REASONS[place] }
    },
  }
}

function lines(language: (typeof LINE_LANGUAGES)[number]): Candidate {
  const scanner = new LineScanner(language)
  return {
    language: language.name,
    take: (byte) => scanner.take(byte),
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
  return {
    language: 'escpos',
    take: (byte) => {
      isShown ||= previous === ESC && byte === AT
      previous = byte
    },
    isShown: () => isShown,
    verdict: () => ({ isComplete: null, reason: 'no_end_mark' }),
  }
}
