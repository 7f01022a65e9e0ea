// Whether a guess may be made at all: three counters, and one function that every path with a password or a code asks.
//
//   from a known device, or within a session   its own counter, and no other
//   from elsewhere                             the address (IPv6: its /64), then the account
//
// A stranger fills the counters of elsewhere alone: he cannot keep a person out who comes from a device of his.
import { createHash } from 'node:crypto'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { giveBackAttempt, retryAfterS, takeAttempt, type AttemptLimit } from './attempts.queries.ts'
import { limitedAddress } from './wrong-tries.ts'

/** Where a guess comes from. `known`: what stands for a device or session that has proved itself before; null without. */
export interface Guess {
  /** The account's guid; null when there is no such account. */
  readonly guid: string | null
  /** What was given for the account, in lower case. */
  readonly account: string
  readonly known: string | null
  readonly clientAddress: string
}

export interface AdmittedGuess {
  /** False: so many guesses were made that this one is refused unchecked, in the words of a wrong one. */
  readonly mayCheck: boolean
  /** It was right: it does not count. */
  takeBack(): Promise<void>
}

const MINUTE_MS = 60_000
const OF_KNOWN: AttemptLimit = { limit: 10, windowMs: 15 * MINUTE_MS }
const OF_ADDRESS: AttemptLimit = { limit: 10, windowMs: MINUTE_MS }
const OF_ACCOUNT: AttemptLimit = { limit: 20, windowMs: 60 * MINUTE_MS }

/** Counts a guess before it is checked. Throws ProblemError `rate_limited` when the device or the address made too many. */
export async function admitGuess(
  { db, now }: Pick<IdentityParts, 'db' | 'now'>,
  guess: Guess,
): Promise<AdmittedGuess> {
  const at = now()
  const taken: string[] = []
  const take = async (key: string, limit: AttemptLimit): Promise<boolean> => {
    const isTaken = await takeAttempt(db, { key, now: at, ...limit })
    if (isTaken) taken.push(key)
    return isTaken
  }
  const refuse = async (key: string, limit: AttemptLimit): Promise<never> => {
    throw new ProblemError('rate_limited', 'Too many wrong tries. Wait a moment.', {
      retryAfterS: await retryAfterS(db, { key, now: at, ...limit }),
    })
  }
  const admitted = (mayCheck: boolean): AdmittedGuess => ({
    mayCheck,
    takeBack: async () => {
      for (const key of taken) await giveBackAttempt(db, { key, now: at })
    },
  })
  if (guess.guid !== null && guess.known !== null) {
    const key = `known:${guess.guid}:${guess.known}`
    return (await take(key, OF_KNOWN)) ? admitted(true) : refuse(key, OF_KNOWN)
  }
  const address = `address:${limitedAddress(guess.clientAddress)}`
  if (!(await take(address, OF_ADDRESS))) return refuse(address, OF_ADDRESS)
  return admitted(await take(`elsewhere:${guess.guid ?? placeOf(guess.account)}`, OF_ACCOUNT))
}

/** Accounts that do not exist are counted like those that do, in 65,536 places, so that they fill no table. */
function placeOf(account: string): string {
  return `nobody-${createHash('sha256').update(account).digest().readUInt16BE(0)}`
}
