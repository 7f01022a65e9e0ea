// Two owners, the one of the account that is guessed at and another, sign in at devices of theirs all the time.
import { setTimeout as delay } from 'node:timers/promises'
import type { SignInClient } from './sign-in-call.ts'

export interface OwnerSignIns {
  readonly tries: number
  readonly failures: readonly string[]
  /** Sorted. */
  readonly timesMs: readonly number[]
}

export interface Owner {
  readonly email: string
  readonly password: string
}

const PAUSE_MS = 500

/** Each signs in once before the guesses begin, so that his browser is known. Ends when the signal does. */
export async function ownersSignIn(
  client: SignInClient,
  owners: readonly Owner[],
  signal: AbortSignal,
): Promise<() => Promise<OwnerSignIns>> {
  const failures: string[] = []
  const timesMs: number[] = []
  const browsers = await Promise.all(
    owners.map(async (owner, n) => ({
      owner,
      address: `203.0.113.${n + 1}`,
      known: (await client.signIn({ ...owner, address: `203.0.113.${n + 1}` })).knownDevice,
    })),
  )
  const going = browsers.map(async ({ owner, address, known }) => {
    let knownDevice = known ?? ''
    while (!signal.aborted) {
      const since = performance.now()
      const answer = await client.signIn({ ...owner, address, knownDevice }).catch(unanswered)
      timesMs.push(performance.now() - since)
      if (answer.knownDevice === null) failures.push(answer.code)
      else knownDevice = answer.knownDevice
      await delay(PAUSE_MS, null, { signal }).catch(() => {})
    }
  })
  return async () => {
    await Promise.all(going)
    return { tries: timesMs.length, failures, timesMs: timesMs.toSorted((one, other) => one - other) }
  }
}

function unanswered(error: unknown) {
  return { code: error instanceof Error ? error.message : 'no answer', knownDevice: null }
}
