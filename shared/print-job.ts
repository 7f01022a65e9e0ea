// A print job as agents show it: its states in the words that stand everywhere, and what is told about it. Its way: labels/job-trace.ts.
import { z } from 'zod'
import { Instant, Uuid } from './ids.ts'
import { jobStates } from './job-state.ts'
import { LABEL_NUMBER } from './labels/label-number.ts'
import { Reasons } from './reasons/reason.ts'
import { growing } from './wire.ts'

export { JOB_STATES, jobStates, type JobState } from './job-state.ts'

export const WireJobState = growing(z.enum(jobStates), 'other')

/** As an agent calls itself as the sender of a label. */
export const OWN_SENDER = 'this computer'

/** The agent itself, or a program on its computer. */
export function isOwnSender(sender: string): boolean {
  return sender === OWN_SENDER || sender.startsWith('127.') || sender === '::1'
}

/** Of a label, as people say it: see label-number.ts. */
export const LabelNumber = z.string().regex(LABEL_NUMBER)

/** What is told about a job; never what is on its label. */
export const PrintJob = z.strictObject({
  id: Uuid,
  /** Counts the jobs of one computer from 1. */
  n: z.int().min(1),
  /** The same at every computer of the pharmacy; absent: `n` (labelNumber). */
  number: LabelNumber.optional(),
  state: WireJobState,
  /** Why it is in this state; empty when the state says all. */
  reasons: Reasons,
  /** Address or computer that sent it, or OWN_SENDER. */
  sender: z.string().max(100),
  bytes: z.int().min(1),
  language: growing(z.enum(['zpl', 'epl', 'tspl', 'escpos', 'unknown']), 'unknown'),
  /** Printer or computer it went to last; null while it has gone nowhere. */
  destination: z.string().max(300).nullable(),
  /** Tries so far. */
  attempts: z.int().min(0),
  acceptedAt: Instant,
  changedAt: Instant,
  /** It failed, expired or is unknown, and was printed again: `n` of the newest label that was made in its place. */
  reprintedAs: LabelNumber.optional(),
})
export type PrintJob = z.infer<typeof PrintJob>

/** Jobs in one answer of a device to staff, so that it fits into a message of the hub. */
export const MAX_LISTED_JOBS = 40

/**
 * What is known about a label on paper: L0 its bytes left; L1 the printer closed after the last byte; L2 its buffer ran
 * empty without an error; L3 its label counter advanced; L4 it named the job.
 */
export const Evidence = growing(z.enum(['L0', 'L1', 'L2', 'L3', 'L4']), 'L0')
export type Evidence = z.infer<typeof Evidence>
