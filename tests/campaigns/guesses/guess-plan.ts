// Which guess comes when: half at one account, the others at many and at some that nobody has; from addresses in turn. Pure.
import { diceOf, type Dice } from '../../kit/dice.ts'

export interface GuessPlan {
  readonly addresses: number
  /** Besides the one. */
  readonly accounts: number
  readonly seed: number
}

export interface Guess {
  readonly email: string
  /** IPv4, or one of an IPv6 /64 of its own. */
  readonly address: string
}

/** Of the one that half of all guesses are at. */
export const THE_ONE = 'one@pharmacy.example'
/** Of the guesses at many, one in ten. */
const NOBODY_SHARE = 10
/** Names that nobody has: each is counted like an account. */
const NOBODIES = 20

export function accountEmails(accounts: number): string[] {
  return [THE_ONE, ...Array.from({ length: accounts }, (_none, n) => emailOf(n))]
}

/** The guesses one after the other; the seed decides all of them. */
export function guessesOf({ addresses, accounts, seed }: GuessPlan): () => Guess {
  const dice = diceOf(seed, 'guesses')
  let n = 0
  return () => {
    n += 1
    return { email: target(dice, n, accounts), address: addressOf(dice.int(addresses)) }
  }
}

function target(dice: Dice, n: number, accounts: number): string {
  if (n % 2 === 0) return THE_ONE
  return dice.isOneIn(NOBODY_SHARE) ? `nobody-${dice.int(NOBODIES)}@x.example` : emailOf(dice.int(accounts))
}

function emailOf(n: number): string {
  return `user-${n}@pharmacy.example`
}

/** Every second one is IPv6. Documentation and benchmark ranges: nobody's. */
export function addressOf(n: number): string {
  const half = Math.floor(n / 2)
  if (n % 2 === 0)
    return `198.${18 + Math.floor(half / 65_536)}.${Math.floor(half / 256) % 256}.${half % 256}`
  return `2001:db8:${(half >> 8).toString(16)}:${(half % 256).toString(16)}::1`
}
