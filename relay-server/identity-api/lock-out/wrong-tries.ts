// Counts wrong sign-ins of the last minute by account and by address, in memory, for so many of each.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { addressKeys } from '../../http/address-keys.ts'

export interface TryLimits {
  /** Wrong tries that one account, or one address, has in a minute. */
  readonly perMinute: number
  /** Accounts or addresses that are remembered; beyond it the longest unseen is forgotten. */
  readonly maxKeys: number
}

export interface WrongTries {
  /** Throws ProblemError `rate_limited` when the key has used up its tries. */
  check(key: string): void
  /** Counts one; `takeBack` of the result uncounts it. */
  count(key: string): { takeBack(): void }
}

const WINDOW_MS = 60_000

export function createWrongTries(limits: TryLimits, now: () => Date): WrongTries {
  // Keys in the order of their last try.
  const timesByKey = new Map<string, number[]>()
  const recentOf = (key: string): number[] => {
    const since = now().getTime() - WINDOW_MS
    return (timesByKey.get(key) ?? []).filter((time) => time > since)
  }
  return {
    check: (key) => {
      const recent = recentOf(key)
      const oldest = recent[0]
      if (oldest === undefined || recent.length < limits.perMinute) return
      const retryAfterS = Math.max(1, Math.ceil((oldest + WINDOW_MS - now().getTime()) / 1_000))
      throw new ProblemError('rate_limited', 'Too many wrong tries. Wait a moment.', { retryAfterS })
    },
    count: (key) => {
      const time = now().getTime()
      const times = [...recentOf(key), time]
      timesByKey.delete(key)
      timesByKey.set(key, times)
      const [longestUnseen] = timesByKey.keys()
      if (timesByKey.size > limits.maxKeys && longestUnseen !== undefined) timesByKey.delete(longestUnseen)
      return { takeBack: () => forget(timesByKey, key, time) }
    },
  }
}

function forget(timesByKey: Map<string, number[]>, key: string, time: number): void {
  const times = timesByKey.get(key) ?? []
  const index = times.indexOf(time)
  if (index < 0) return
  const left = times.toSpliced(index, 1)
  if (left.length === 0) timesByKey.delete(key)
  else timesByKey.set(key, left)
}

/** An address as it is limited: IPv4, or the /64 of IPv6. */
export function limitedAddress(address: string): string {
  return addressKeys(address)?.key ?? address
}

/** An address as people are shown it; null where nobody said one. */
export function shownAddress(address: string): string | null {
  return addressKeys(address)?.address ?? null
}
