// The whole campaign: the API starts, owners sign in, strangers guess, and what happened is judged.
import { accountEmails, guessesOf, THE_ONE } from './guess-plan.ts'
import { startIdentityRig } from './identity-rig.ts'
import { faultsOf } from './judged.ts'
import { ownersSignIn, type OwnerSignIns } from './owners.ts'
import { createSignInClient } from './sign-in-call.ts'
import { letStrangersGuess, type StrangersResult } from './strangers.ts'

export interface GuessesResult {
  readonly strangers: StrangersResult
  readonly owners: OwnerSignIns
  /** Of existing accounts, by guid. */
  readonly checkedAt: ReadonlyMap<string, readonly number[]>
  readonly checkedNobody: number
  readonly unchecked: number
  readonly seconds: number
  readonly faults: readonly string[]
}

export interface GuessesOptions {
  readonly guesses: number
  readonly addresses: number
  readonly accounts: number
  readonly seed: number
  readonly say: (line: string) => void
}

/** Answers that a stranger may get besides a refusal in the words of a wrong password. */
const EXPECTED = new Set(['token_invalid', 'rate_limited', 'unavailable', 'in'])

export async function runGuesses({ say, ...plan }: GuessesOptions): Promise<GuessesResult> {
  const users = accountEmails(plan.accounts).map((email, n) => ({
    email,
    password: `the right words of number ${n}`,
  }))
  say(`guesses: the identity API begins, with ${users.length} accounts`)
  const rig = await startIdentityRig(users)
  const [strangersClient, ownersClient] = [
    createSignInClient(rig.baseUrl, 64),
    createSignInClient(rig.baseUrl, 4),
  ]
  const stopping = new AbortController()
  try {
    const began = performance.now()
    const owned = users.filter(({ email }) => email === THE_ONE || email === users.at(-1)?.email)
    const ownersEnd = await ownersSignIn(ownersClient, owned, stopping.signal)
    const strangers = await letStrangersGuess({
      client: strangersClient,
      guesses: plan.guesses,
      nextGuess: guessesOf(plan),
      passwordOf: new Map(users.map(({ email, password }) => [email, password])),
      onProgress: (sent) => say(`guesses: ${sent} in ${((performance.now() - began) / 1_000).toFixed(0)} s`),
    })
    stopping.abort()
    const owners = await ownersEnd()
    const seconds = (performance.now() - began) / 1_000
    // The log is whole when the program has ended.
    await rig.stop()
    const facts = {
      checkedAt: rig.checkedAt,
      ...strangers,
      ...ownerFacts(owners),
      oddAnswers: oddOf(strangers),
    }
    const counts = { checkedNobody: rig.checkedNobody(), unchecked: rig.unchecked() }
    return { strangers, owners, seconds, ...counts, checkedAt: rig.checkedAt, faults: faultsOf(facts) }
  } finally {
    stopping.abort()
    strangersClient.stop()
    ownersClient.stop()
  }
}

function ownerFacts({ tries, failures }: OwnerSignIns) {
  return { ownerTries: tries, ownerFailures: failures }
}

function oddOf({ answers }: StrangersResult): Map<string, number> {
  return new Map([...answers].filter(([code]) => !EXPECTED.has(code)))
}
