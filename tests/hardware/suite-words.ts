// What the agent says, in the words that a pharmacy reads.
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { reasonSentence } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { conditionText } from '@pharmacy-relay/shared/texts/diagnosis-text.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { StatusAnswer } from '../../agent/core/printers/status-query.ts'
import { tellsConditions } from '../../agent/core/status/printer-reading.ts'
import type { Delivery } from '../../agent/core/spool/rules/route.ts'

const t = texts('en')

/** A sentence of its own. */
export function reasonWords(reasons: readonly Reason[]): string {
  const said = reasonSentence(reasons, t)
  return /[.!?]$/.test(said) ? said : `${said}.`
}

export function conditionWords(conditions: readonly PrinterCondition[]): string {
  return conditionText(conditions, t.printing.conditions)
}

/** Null: it may not be asked, or its queue says nothing. */
export function answerWords(answer: StatusAnswer | null): string {
  if (answer === null) return 'It is not asked: nothing is known of its language, or it cannot be asked.'
  switch (answer.kind) {
    case 'reading':
      if (answer.reading.conditions.length > 0) return conditionWords(answer.reading.conditions)
      return tellsConditions(answer.reading) ? 'Nothing is the matter.' : 'It answers, and not how it is.'
    case 'silent':
      return 'It took the connection and did not answer.'
    case 'unreachable':
      return reasonWords([answer.failure.reason])
    case 'there':
      return 'It is there.'
    case 'busy':
      return 'It is busy with a label.'
    default:
      return answer satisfies never
  }
}

export function deliveryWords(delivery: Delivery): string {
  if (delivery.ok) return evidenceWords(delivery.evidence ?? 'L0')
  const why = reasonWords([delivery.reason])
  if (delivery.retry === 'ambiguous') return `${t.labels.states.unknown}: ${why}`
  return delivery.retry === 'transient'
    ? `Nothing left; it would be sent again by itself: ${why}`
    : `Failed: ${why}`
}

export function evidenceWords(evidence: keyof typeof t.labels.evidences): string {
  const isProved = evidence !== 'L0' && evidence !== 'L1'
  return `${isProved ? t.labels.states.printed : t.labels.states.sent_to_printer}: ${t.labels.evidences[evidence]}`
}
