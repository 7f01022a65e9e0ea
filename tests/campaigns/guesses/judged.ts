// What the campaign must hold: so many checked an hour, none in beyond them, no owner kept out. Pure.

export const CHECKED_AN_HOUR = 20
const HOUR_MS = 3_600_000

export interface CampaignFacts {
  /** When guesses at each account were checked, ms since 1970, as the API's log has it; by the account's guid. */
  readonly checkedAt: ReadonlyMap<string, readonly number[]>
  /** Right passwords that strangers gave to accounts whose guesses were used up, and how many of them got in. */
  readonly rightGuesses: number
  readonly gotIn: number
  /** Sign-ins of owners at devices of theirs. */
  readonly ownerTries: number
  readonly ownerFailures: readonly string[]
  /** Answers that are neither a refusal nor a sign-in, by what they were. */
  readonly oddAnswers: ReadonlyMap<string, number>
}

/** In words; none when all is well. */
export function faultsOf(facts: CampaignFacts): string[] {
  const { checkedAt, rightGuesses, gotIn, ownerTries, ownerFailures, oddAnswers } = facts
  const faults: string[] = []
  for (const [guid, times] of checkedAt) {
    const most = mostInAnHour(times)
    if (most > CHECKED_AN_HOUR) faults.push(`${most} guesses at ${guid} were checked within an hour`)
  }
  if (gotIn > 0) faults.push(`${gotIn} guesses got in`)
  if (rightGuesses === 0) faults.push('no right password was given: nothing could get in')
  if (ownerTries === 0) faults.push('no owner signed in')
  if (ownerFailures.length > 0)
    faults.push(`${ownerFailures.length} sign-ins of owners failed: ${ownerFailures.slice(0, 3).join(', ')}`)
  for (const [what, times] of oddAnswers) faults.push(`${times} answers were ${what}`)
  return faults
}

/** Of any 60 minutes. */
export function mostInAnHour(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  let first = 0
  let most = 0
  for (const [at, time] of sorted.entries()) {
    while (time - (sorted[first] ?? time) >= HOUR_MS) first += 1
    most = Math.max(most, at - first + 1)
  }
  return most
}
