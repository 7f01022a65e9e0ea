// What is the matter with a printer, as reasons of the labels that wait for it.
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { sameReasons, type Reason, type Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'

/** One for each. */
export function conditionReasons(conditions: readonly PrinterCondition[]): Reason[] {
  return conditions.map((condition) => reason('printer_condition', { condition }))
}

/** Those that stand in the other list too are said once. */
export function withoutReasons(reasons: Reasons, others: Reasons): Reason[] {
  return reasons.filter((one) => !others.some((other) => sameReasons([one], [other])))
}
