// The account at the end: which accepted labels the spool no longer has, and what is on paper. Pure.
import type { JobState } from '@pharmacy-relay/shared/print-job.ts'
import type { RollLabel } from '../fault-campaign/printer.ts'
import type { Sent } from '../fault-campaign/sender.ts'
import type { Finding, SpoolJob } from '../fault-campaign/verdict.ts'
import type { Synchronous } from './options.ts'

/** A label and the cut that ended the life in which it was sent, counted from 1. */
export type SentBefore = Sent & { readonly cut: number }

export interface Books {
  readonly sent: readonly SentBefore[]
  /** Of the spool after the last cut. */
  readonly jobs: readonly SpoolJob[]
  readonly roll: readonly RollLabel[]
}

export interface Verdict {
  readonly labels: number
  readonly accepted: number
  readonly printed: number
  /** A person is asked whether these came out. */
  readonly unknown: number
  /** Accepted, and the spool has no job of it; also when it is on paper, as nobody can tell any more. */
  readonly lost: readonly Finding[]
  /** Of these, how many are not on paper either. */
  readonly lostUnprinted: number
  /** Cuts that lost at least one. */
  readonly losingCuts: number
  /** On paper more than once; nobody asked for a reprint. */
  readonly doubled: readonly Finding[]
  /** The spool is certain, and the paper says else. */
  readonly contradictions: readonly Finding[]
}

const SAYS_PAPER: readonly JobState[] = ['printed', 'sent_to_printer']
const SAYS_NO_PAPER: readonly JobState[] = [
  'failed',
  'expired',
  'held',
  'cancelled',
  'accepted',
  'waiting_for_printer',
]

interface Label extends SentBefore {
  readonly jobs: readonly SpoolJob[]
  readonly onPaper: number
}

export function judge(books: Books): Verdict {
  const labels = labelsOf(books)
  const accepted = labels.filter(({ answer }) => answer === 'accepted')
  const lost = accepted.filter(({ jobs }) => jobs.length === 0)
  return {
    labels: labels.length,
    accepted: accepted.length,
    printed: labels.filter(({ onPaper }) => onPaper > 0).length,
    unknown: labels.filter(({ jobs }) => has(jobs, ['unknown'])).length,
    lost: lost.map(finding),
    lostUnprinted: lost.filter(({ onPaper }) => onPaper === 0).length,
    losingCuts: new Set(lost.map(({ cut }) => cut)).size,
    doubled: labels.filter(({ onPaper }) => onPaper > 1).map(finding),
    contradictions: labels.filter(contradicts).map(finding),
  }
}

/** FULL must lose nothing and double nothing; NORMAL must lose, or these cuts prove nothing. */
export function isProven(synchronous: Synchronous, verdicts: readonly Verdict[]): boolean {
  const hasLost = verdicts.some(({ lost }) => lost.length > 0)
  if (synchronous === 'normal') return hasLost
  return !hasLost && verdicts.every(({ doubled, accepted }) => doubled.length === 0 && accepted > 0)
}

/** A label's length is its own, and is what finds it in a spool, which never tells what is on a label. */
function labelsOf({ sent, jobs, roll }: Books): Label[] {
  const byBytes = Map.groupBy(jobs, ({ bytes }) => bytes)
  const bySerial = Map.groupBy(roll, ({ serial }) => serial)
  return sent.map((one) => ({
    ...one,
    jobs: byBytes.get(one.bytes) ?? [],
    onPaper: bySerial.get(one.payload.serial)?.length ?? 0,
  }))
}

function contradicts({ jobs, onPaper }: Label): boolean {
  return onPaper === 0 ? has(jobs, SAYS_PAPER) : has(jobs, SAYS_NO_PAPER)
}

function has(jobs: readonly SpoolJob[], states: readonly JobState[]): boolean {
  return jobs.some(({ state }) => states.includes(state))
}

function finding({ payload, bytes, answer, jobs, onPaper, cut }: Label): Finding {
  const known = jobs.map(({ n, state, reason }) => `job ${n} ${state} (${reason})`).join(', ')
  const words = `${bytes} bytes, ${answer} before cut ${cut}; ${known === '' ? 'no job' : known}; ${onPaper} times on paper`
  return { serial: payload.serial, words }
}
