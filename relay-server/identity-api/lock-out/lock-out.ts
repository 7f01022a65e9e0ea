// Whether a guess may be made at all: three counters, and one function that every path with a password or a code asks.
//
//   from a known device, or within a session   its own counter, and no other
//   from elsewhere                             the address (IPv6: its /64), then the account
//
// A stranger fills the counters of elsewhere alone: he cannot keep a person out who comes from a device of his.
import { createHash } from 'node:crypto'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { giveBackAttempt, isFull, retryAfterS, takeAttempt, type AttemptLimit } from './attempts.queries.ts'
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

interface Counter {
  readonly key: string
  readonly limit: AttemptLimit
  /** A full one is said to be full; the one of an account is not, so that nobody learns whether it is guessed at. */
  readonly isSaid: boolean
}

type Parts = Pick<IdentityParts, 'db' | 'now'>

/** Counts a guess before it is checked. Throws ProblemError `rate_limited` when the device or the address made too many. */
export async function admitGuess({ db, now }: Parts, guess: Guess): Promise<AdmittedGuess> {
  const at = now()
  const taken: string[] = []
  let mayCheck = true
  for (const { key, limit, isSaid } of countersOf(guess)) {
    const isTaken = await takeAttempt(db, { key, now: at, ...limit })
    if (isTaken) taken.push(key)
    else if (isSaid) throw await tooMany({ db, now }, { key, limit })
    else mayCheck = false
  }
  return {
    mayCheck,
    takeBack: async () => {
      for (const key of taken) await giveBackAttempt(db, { key, now: at })
    },
  }
}

/** The same without counting, for who would wait long before his guess is counted. False: it is refused unchecked. */
export async function mayGuess({ db, now }: Parts, guess: Guess): Promise<boolean> {
  for (const { key, limit, isSaid } of countersOf(guess)) {
    if (!(await isFull(db, { key, now: now(), ...limit }))) continue
    if (isSaid) throw await tooMany({ db, now }, { key, limit })
    return false
  }
  return true
}

function countersOf({ guid, account, known, clientAddress }: Guess): Counter[] {
  if (guid !== null && known !== null)
    return [{ key: `known:${guid}:${known}`, limit: OF_KNOWN, isSaid: true }]
  return [
    { key: `address:${limitedAddress(clientAddress)}`, limit: OF_ADDRESS, isSaid: true },
    { key: `elsewhere:${guid ?? placeOf(account)}`, limit: OF_ACCOUNT, isSaid: false },
  ]
}

async function tooMany(
  { db, now }: Parts,
  { key, limit }: Pick<Counter, 'key' | 'limit'>,
): Promise<ProblemError> {
  return new ProblemError('rate_limited', 'Too many wrong tries. Wait a moment.', {
    retryAfterS: await retryAfterS(db, { key, now: now(), ...limit }),
  })
}

/** Accounts that do not exist are counted like those that do, in 65,536 places, so that they fill no table. */
function placeOf(account: string): string {
  return `nobody-${createHash('sha256').update(account).digest().readUInt16BE(0)}`
}
