// A print job as agents show it: its states in the words that stand everywhere, and what is told about it.
import { z } from 'zod'
import { Instant, Uuid } from './ids.ts'

/** Each state with its words for people. Nothing is called printed before the printer confirmed it. */
export const JOB_STATES = {
  accepted: 'accepted',
  forwarded: 'forwarded',
  sending: 'sending',
  sent_to_printer: 'sent to printer',
  printed: 'printed (confirmed by printer)',
  waiting_for_printer: 'waiting for printer',
  held: 'held',
  unknown: 'unknown: please check',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
} as const
export type JobState = keyof typeof JOB_STATES
const jobStates = Object.keys(JOB_STATES) as [JobState, ...JobState[]]

/** What is told about a job; never what is on its label. */
export const PrintJob = z.strictObject({
  id: Uuid,
  /** Counts the jobs of one computer from 1. */
  n: z.int().min(1),
  state: z.enum(jobStates),
  /** Why it is in this state, in words; an empty text when the state says all. */
  reason: z.string().max(500),
  /** Address that sent it, or `this computer`. */
  sender: z.string().max(100),
  bytes: z.int().min(1),
  language: z.enum(['zpl', 'epl', 'tspl', 'escpos', 'unknown']),
  /** Printer or computer it went to last; null while it has gone nowhere. */
  destination: z.string().max(300).nullable(),
  /** Tries so far. */
  attempts: z.int().min(0),
  acceptedAt: Instant,
  changedAt: Instant,
})
export type PrintJob = z.infer<typeof PrintJob>
