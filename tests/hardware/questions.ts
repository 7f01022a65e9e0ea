// The questions that are asked more than once, and how their answers are read.
import type { Question } from './person.ts'
import type { PrintedLabel } from './printing.ts'
import { SEEN, type Seen } from './run-record.ts'
import { markOf } from './suite-labels.ts'

export function seenQuestion(
  run: string,
  n: number,
  { words, outcome }: Pick<PrintedLabel, 'words' | 'outcome'>,
): Question {
  const usual = outcome === 'ok' ? 'once' : 'none'
  return {
    id: `label-${n}`,
    text: `Label ${n}, marked ${markOf(run, n)} The agent says: ${words}\nWhat came out?`,
    choices: {
      once: 'once, whole and readable',
      none: 'nothing',
      several: 'more than once',
      cut: 'a part of it',
      unreadable: 'text or signs that are no label',
    },
    usual: outcome === 'ambiguous' ? null : usual,
    about: { kind: 'label', mark: markOf(run, n) },
  }
}

export function toSeen(answer: string | null): Seen | null {
  return SEEN.find((seen) => seen === answer) ?? null
}

export function yesNo(
  question: Omit<Question, 'choices' | 'usual'> & { readonly usual: 'yes' | 'no' },
): Question {
  return { ...question, choices: { yes: 'yes', no: 'no' } }
}

export function toYes(answer: string | null): boolean | null {
  return answer === null ? null : answer === 'yes'
}

/** From 0 to `most`; null: no such number. */
export function toCount(answer: string | null, most: number): number | null {
  const count = answer !== null && /^\d{1,3}$/.test(answer.trim()) ? Number(answer) : Number.NaN
  return count <= most ? count : null
}
