// Whether a printer may be asked how it is, and in which language.
//
// A question in the wrong language comes out as text on a label (`~HS` prints "HS"), so nothing is ever tried out.
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { mannersOf } from './models/find-model.ts'
import type { SystemModel } from './models/printer-model.ts'
import type { StatusLanguage } from './printer-reading.ts'

export interface PrinterFacts {
  /** In which language it answered last; null when it never did. Kept with the printer's id. */
  readonly answered: StatusLanguage | null
  /** As its system or itself names it; null: unknown. */
  readonly systemModel: SystemModel | null
  /** Languages of the last payloads that it took whole and without complaint, at most 10, in any order. */
  readonly printed: readonly PrintJob['language'][]
  /** Questions in a row since its last answer that it did not answer although it took the connection. */
  readonly unanswered: number
}

/** What happened at a printer, for its facts. */
export type PrinterEvent =
  /** It took a payload whole and without complaint. Labels of our own for testing do not count: they prove nothing. */
  | { readonly kind: 'printed'; readonly language: PrintJob['language'] }
  | { readonly kind: 'answered'; readonly language: StatusLanguage }
  /** It was asked on a connection that it took, and said nothing that is an answer. */
  | { readonly kind: 'unanswered' }

const MAX_PRINTED = 10
/** So many payloads of one language make it the printer's own, when nothing else is known. */
const ENOUGH_PRINTED = 2
/** A printer that never answered is left alone after so many questions, which it may not have had the time to answer. */
const MAX_WITHOUT_ANSWER = 3
/** Then it is asked again, on connections that give way to labels: after so long, and each time after twice as long. */
const AGAIN_MS = { first: 15_000, last: 600_000 }

export function factsAfter(facts: PrinterFacts, event: PrinterEvent): PrinterFacts {
  switch (event.kind) {
    case 'printed':
      return { ...facts, printed: [...facts.printed, event.language].slice(-MAX_PRINTED) }
    case 'answered':
      return { ...facts, answered: event.language, unanswered: 0 }
    case 'unanswered':
      return { ...facts, unanswered: facts.unanswered + 1 }
    default:
      return event satisfies never
  }
}

/** It never answered, and is left alone. */
export function isLeftAlone({ answered, unanswered }: PrinterFacts): boolean {
  return answered === null && unanswered >= MAX_WITHOUT_ANSWER
}

/** As mayAsk; of a printer that is left alone too, once its last question was so long ago. Never behind a label. */
export function mayAskAgain(facts: PrinterFacts, sinceQuestionMs: number): StatusLanguage | null {
  if (!isLeftAlone(facts)) return mayAsk(facts)
  const waits = Math.min(facts.unanswered - MAX_WITHOUT_ANSWER, 10)
  const waitMs = Math.min(AGAIN_MS.last, AGAIN_MS.first * 2 ** waits)
  return sinceQuestionMs < waitMs ? null : mayAsk({ ...facts, unanswered: 0 })
}

/** The language that labels are drawn in for it; null: nothing tells. Unlike a question, a label in it came out before, or will. */
export function speaks({ answered, systemModel, printed }: PrinterFacts): PrintJob['language'] | null {
  const told = [mannersOf(systemModel).certain, answered, printed.findLast((one) => one !== 'unknown')]
  return told.find((one) => one !== 'brother' && one !== null && one !== undefined) ?? null
}

/**
 * Null: it must not be asked. Facts that contradict each other count as none, and a printer whose model is in the table is
 * never asked in a language that its row does not name, whatever it took or answered.
 */
export function mayAsk(facts: PrinterFacts): StatusLanguage | null {
  if (isLeftAlone(facts)) return null
  const { answered, systemModel, printed } = facts
  const { certain: model, allowed, isTaughtByLabels } = mannersOf(systemModel)
  const payloads = printed.filter((language) => language !== 'unknown')
  const printedLanguages = new Set(payloads)
  const certain = [answered, model].filter((language) => language !== null)
  const candidates = new Set<StatusLanguage>([...certain, ...printedLanguages])
  const [language] = candidates
  if (language === undefined || candidates.size > 1) return null
  if (allowed !== null && !allowed.includes(language)) return null
  const isTaught = isTaughtByLabels && payloads.length >= ENOUGH_PRINTED
  return certain.length > 0 || isTaught ? language : null
}
