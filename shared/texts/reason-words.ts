// Says in another language why a label is in its state. The agent keeps the English words with the label, put together of
// the phrases of reasons-en.ts and of what the printer says of itself; whole or not at all.
import type { PrinterCondition } from '../printer-condition.ts'
import { printingEn } from './printing-en.ts'
import { reasonsEn, type ReasonsTexts } from './reasons-en.ts'

/** The groups of the catalogue that are needed; `texts(language)` fits. */
export interface ReasonTextsSource {
  readonly reasons: ReasonsTexts
  /** A word, or a comma and a word. */
  readonly reasonAnd: string
  readonly printing: { readonly conditions: Readonly<Record<PrinterCondition, string>> }
}

interface Phrase {
  readonly pattern: RegExp
  /** Of that language, with the slots of the pattern. */
  readonly words: (t: ReasonTextsSource) => string
}

/** What stands between two phrases: kept as it is, but for the word. */
const JOINT = /(; |, and |: |\. |\.$| \([^()]*\)| )/y
const MAX_PHRASES = 12

const reasonKeys = Object.keys(reasonsEn) as (keyof ReasonsTexts)[]
const conditionKeys = Object.keys(printingEn.conditions) as PrinterCondition[]
const PHRASES: readonly Phrase[] = [
  ...reasonKeys.map((key) => phrase(reasonsEn[key], (t) => t.reasons[key])),
  ...conditionKeys.map((key) => phrase(printingEn.conditions[key], (t) => t.printing.conditions[key])),
].toSorted((a, b) => b.pattern.source.length - a.pattern.source.length)

/** Null where a part of it is not known; the English words are shown then. */
export function reasonWords(reason: string, t: ReasonTextsSource): string | null {
  let said = ''
  let at = 0
  for (let count = 0; count < MAX_PHRASES; count += 1) {
    const found = phraseAt(reason, at, t)
    if (found === null) return null
    said += found.words
    at = found.end
    for (let joint = jointAt(reason, at); joint !== null; joint = jointAt(reason, at)) {
      said += joint === ', and ' ? andOf(t) : joint
      at += joint.length
    }
    if (at === reason.length) return said
  }
  return null
}

function andOf({ reasonAnd }: ReasonTextsSource): string {
  return `${reasonAnd.startsWith(',') ? '' : ' '}${reasonAnd} `
}

function phraseAt(reason: string, at: number, t: ReasonTextsSource): { words: string; end: number } | null {
  for (const { pattern, words } of PHRASES) {
    pattern.lastIndex = at
    const match = pattern.exec(reason)
    if (match === null) continue
    const filled = words(t).replaceAll(/\{(\w+)\}/g, (slot, name: string) => match.groups?.[name] ?? slot)
    return { words: filled, end: pattern.lastIndex }
  }
  return null
}

function jointAt(reason: string, at: number): string | null {
  JOINT.lastIndex = at
  return JOINT.exec(reason)?.[0] ?? null
}

function phrase(english: string, words: Phrase['words']): Phrase {
  const literal = english.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  const source = literal.replaceAll(/\{(\w+)\}/g, (_slot, name: string) => `(?<${name}>[^;]{1,80}?)`)
  return { pattern: new RegExp(`${source}(?=[;,:. ]|$)`, 'y'), words }
}
