// The account at the end: which accepted labels the spool no longer has, and what is on paper. Pure.
import { judge as judged } from '../../kit/account.ts'
import type { Books as TwoBooks, Finding, HandedIn, SpoolJob } from '../../kit/books.ts'
import type { Sent } from '../../kit/sender.ts'
import type { Synchronous } from './computers.ts'

/** A label and the cut that ended the life in which it was sent, counted from 1. */
export type SentBefore = Sent & Pick<HandedIn, 'sender'> & { readonly cut: number }

export interface Books extends Pick<TwoBooks, 'roll'> {
  readonly sent: readonly SentBefore[]
  /** Of the spool after the last cut. */
  readonly jobs: readonly SpoolJob[]
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
  /** On paper before an earlier label of the same sender. */
  readonly overtaking: readonly Finding[]
  /** The spool is certain, and the paper says else. */
  readonly contradictions: readonly Finding[]
}

export function judge({ sent, jobs, roll }: Books): Verdict {
  const known = new Set(jobs.map(({ bytes }) => bytes))
  const onPaper = new Set(roll.map(({ serial }) => serial))
  const lost = sent.filter(({ answer, bytes }) => answer === 'accepted' && !known.has(bytes))
  const all = sent.map((one) => ({ ...one, at: 'printer' as const }))
  const { labels, accepted, printed, unknown, doubled, overtaking, contradictions } = judged({
    sent: all,
    client: [],
    printer: jobs,
    roll,
  })
  return {
    labels,
    accepted,
    printed,
    unknown,
    doubled,
    overtaking,
    contradictions,
    lost: lost.map(finding),
    lostUnprinted: lost.filter(({ payload }) => !onPaper.has(payload.serial)).length,
    losingCuts: new Set(lost.map(({ cut }) => cut)).size,
  }
}

/** FULL must lose nothing and double nothing; NORMAL must lose, or these cuts prove nothing. */
export function isProven(synchronous: Synchronous, verdicts: readonly Verdict[]): boolean {
  const hasLost = verdicts.some(({ lost }) => lost.length > 0)
  if (synchronous === 'normal') return hasLost
  const isKept = ({ doubled, overtaking, accepted }: Verdict): boolean =>
    doubled.length + overtaking.length === 0 && accepted > 0
  return !hasLost && verdicts.every(isKept)
}

function finding({ payload, bytes, answer, cut }: SentBefore): Finding {
  return { serial: payload.serial, text: `${bytes} bytes, ${answer} before cut ${cut}; no job` }
}
