// Guessing codes of coupons: ten wrong ones a minute of one basket, then nothing is looked up.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { SlidingWindow } from '../../../http/admission/sliding-window.ts'
import type { BasketOwner } from '../buyers.ts'

const MAX_WRONG = 10
const WINDOW_MS = 60_000
const MAX_KEYS = 10_000

export interface WrongCodes {
  /** Throws ProblemError `rate_limited` after ten wrong ones. */
  check(by: Guesser): void
  count(by: Guesser): void
}

/** A stranger may take a new basket for each try; his address stays. */
export interface Guesser {
  readonly owner: BasketOwner
  readonly clientAddress: string
}

export function createWrongCodes(clock: Clock): WrongCodes {
  const window = new SlidingWindow({ windowMs: WINDOW_MS, maxKeys: MAX_KEYS })
  return {
    check: (by) => {
      const waitMs = window.waitMs(keyOf(by), MAX_WRONG, clock.monotonicMs())
      if (waitMs === 0) return
      const retryAfterS = Math.ceil(waitMs / 1_000)
      throw new ProblemError('rate_limited', 'Too many codes that are none', { retryAfterS })
    },
    count: (by) => window.accept(keyOf(by), MAX_WRONG, clock.monotonicMs()),
  }
}

const keyOf = ({ owner, clientAddress }: Guesser): string =>
  'tokenHash' in owner ? clientAddress : owner.accountGuid
