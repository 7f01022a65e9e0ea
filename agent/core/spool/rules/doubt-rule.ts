// What to do with a label of which bytes left and nobody knows what became of them, from what its printer says afterwards.
//
// The same whether the connection broke or the agent ended. Never the rule of CUPS, which prints it again: only a counter
// that stood still proves that nothing came out (security-and-reliability 4.3).

import type { Reason, Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { JobRow } from '../store/spool-store.ts'

/** What is known of the try that ended in doubt. */
export interface DoubtfulTry {
  /** Why it ended so; every verdict begins with it. */
  readonly cause: Reason
  /** The printer's label counter before it; null when it was not known. */
  readonly odometer: number | null
  /** Labels it makes; null when its language does not say so. */
  readonly copies: number | null
  /** The printer had stopped reading: bytes of it may lie in the printer for as long as that likes, and come out then. */
  readonly mayBeUnread: boolean
  /** The printer had stopped meanwhile and goes on: what it was sent has long arrived. */
  readonly hasStopped?: boolean
}

/** A label in doubt, and the printer that can be asked about it. */
export interface Doubt extends Omit<DoubtfulTry, 'copies'> {
  readonly row: JobRow
  readonly destination: string
  /** For the job's code where the doubt stays; absent: as it is. */
  readonly code?: string
}

/** One look at the printer, on a connection of its own. */
export interface PrinterLook {
  /** Monotonic, when it answered. */
  readonly atMs: number
  /** Its label counter; null when it has none or did not tell. */
  readonly odometer: number | null
  /** Nothing in its buffer, no format half received, no label left to print, no fault. */
  readonly isIdle: boolean
  /** A print queue that still knows this very job says that it is finished; false where nobody can know. */
  readonly isJobFinished: boolean
  /** A print queue shows that it never began to hand this very job to its printer, and will not any more; absent where there is none. */
  readonly isNeverBegun?: boolean
}

export type Verdict = {
  readonly kind: 'again' | 'printed' | 'sent_to_printer' | 'unknown'
  readonly reasons: Reasons
}

/** Bytes of the old connection may still be on their way into the printer. */
export const LOOKS_APART_MS = 5_000

export const AGENT_ENDED = reason('agent_ended', {})

/** `looks`: in their order; empty when the printer cannot be asked or did not answer. */
export function verdictOn(tried: DoubtfulTry, looks: readonly PrinterLook[]): Verdict {
  const { cause } = tried
  const [first, last] = [looks[0], looks.at(-1)]
  const unknown = (why: Reason): Verdict => ({ kind: 'unknown', reasons: [cause, why] })
  if (last?.isJobFinished === true)
    return { kind: 'sent_to_printer', reasons: [cause, reason('queue_finished', {})] }
  if (first === undefined || last === undefined) return unknown(reason('says_nothing', {}))
  if (last.atMs - first.atMs >= LOOKS_APART_MS && looks.every(({ isNeverBegun }) => isNeverBegun === true))
    return { kind: 'again', reasons: [cause, reason('queue_never_began', {})] }
  if (last.isNeverBegun !== undefined) return unknown(reason('queue_cannot_tell', {}))
  if (first.odometer === null || last.odometer === null) return unknown(reason('no_counter', {}))
  if (tried.odometer === null) return unknown(reason('counter_unknown', {}))
  if (tried.hasStopped === true && isCounted(tried, last))
    return { kind: 'printed', reasons: [cause, reason('it_came', {})] }
  if (last.atMs - first.atMs < LOOKS_APART_MS) return unknown(reason('asked_once', {}))
  if (!isAtRest(looks)) return unknown(reason('not_at_rest', {}))
  return byCounter(last.odometer - tried.odometer, tried)
}

/** Every look found the printer idle, and its counter did not move between them. */
export function isAtRest(looks: readonly PrinterLook[]): boolean {
  return looks.length > 0 && looks.every(({ isIdle, odometer }) => isIdle && odometer === looks[0]?.odometer)
}

/** It is at rest and has counted exactly this label. */
export function isCounted(
  { odometer, copies }: Pick<DoubtfulTry, 'odometer' | 'copies'>,
  look: Pick<PrinterLook, 'odometer' | 'isIdle'>,
): boolean {
  if (odometer === null || copies === null || look.odometer === null) return false
  return look.isIdle && look.odometer - odometer === copies
}

function byCounter(advance: number, { cause, copies, mayBeUnread }: DoubtfulTry): Verdict {
  const unknown = (why: Reason): Verdict => ({ kind: 'unknown', reasons: [cause, why] })
  // A label in a language that the counter does not count comes out beside it: a look at its counter proves nothing.
  if (advance === 0 && copies === null) return unknown(reason('other_language', {}))
  if (advance === 0 && mayBeUnread) return unknown(reason('maybe_later', {}))
  if (advance === 0) return { kind: 'again', reasons: [cause, reason('nothing_came', {})] }
  if (advance < 0) return unknown(reason('counter_back', {}))
  if (copies === null) return unknown(reason('some_came', {}))
  if (advance === copies) return { kind: 'printed', reasons: [cause, reason('it_came', {})] }
  return advance < copies
    ? unknown(reason('part_came', { some: advance, all: copies }))
    : unknown(reason('more_came', {}))
}

/** Until the printer has said what became of it. */
export const BEING_ASKED = reason('being_asked', {})
