// Strangers guess, so many at a time. To accounts whose guesses are used up they give the right password now and then.
import { CHECKED_AN_HOUR } from './judged.ts'
import type { Guess } from './guess-plan.ts'
import type { SignInClient } from './sign-in-call.ts'

export interface StrangersResult {
  readonly sent: number
  /** How often each answer came: `token_invalid`, `rate_limited`, `unavailable`, `in`. */
  readonly answers: ReadonlyMap<string, number>
  readonly rightGuesses: number
  readonly gotIn: number
  /** Sorted; of refusals that were answered in the words of a wrong password. */
  readonly timesMs: readonly number[]
}

export interface Strangers {
  readonly client: SignInClient
  readonly guesses: number
  readonly nextGuess: () => Guess
  readonly passwordOf: ReadonlyMap<string, string>
  readonly onProgress: (sent: number) => void
}

const AT_ONCE = 48
/** Of the guesses at an account whose are used up, one in so many is right. */
const RIGHT_ONE_IN = 20
/** After so many refusals an account's guesses are used up for certain: those under way at the same time are refused, too. */
const SURELY_USED = CHECKED_AN_HOUR + 2 * AT_ONCE
/** The first hour's guesses are used up for at least so long, and a right one later would rightly get in. */
const RIGHT_WITHIN_MS = 55 * 60_000
const PROGRESS_EVERY = 10_000
const TIMES_KEPT = 200_000

interface Account {
  refused: number
  readonly since: number
}

export async function letStrangersGuess(parts: Strangers): Promise<StrangersResult> {
  const answers = new Map<string, number>()
  const accounts = new Map<string, Account>()
  const timesMs: number[] = []
  const counts = { sent: 0, rightGuesses: 0, gotIn: 0 }
  const guess = async (): Promise<void> => {
    const { email, address } = parts.nextGuess()
    const account = accounts.get(email) ?? { refused: 0, since: performance.now() }
    accounts.set(email, account)
    const right =
      counts.sent % RIGHT_ONE_IN === 0 && isUsedUp(account) ? parts.passwordOf.get(email) : undefined
    if (right !== undefined) counts.rightGuesses += 1
    const password = right ?? `guess number ${counts.sent}`
    counts.sent += 1
    if (counts.sent % PROGRESS_EVERY === 0) parts.onProgress(counts.sent)
    const began = performance.now()
    const code = await parts.client.signIn({ email, password, address }).then(
      (answer) => answer.code,
      () => 'no answer',
    )
    answers.set(code, (answers.get(code) ?? 0) + 1)
    if (code === 'in') counts.gotIn += 1
    if (code !== 'token_invalid') return
    account.refused += 1
    if (timesMs.length < TIMES_KEPT) timesMs.push(performance.now() - began)
  }
  const stranger = async (): Promise<void> => {
    while (counts.sent < parts.guesses) await guess()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, stranger))
  return { ...counts, answers, timesMs: timesMs.toSorted((one, other) => one - other) }
}

function isUsedUp({ refused, since }: Account): boolean {
  return refused > SURELY_USED && performance.now() - since < RIGHT_WITHIN_MS
}
