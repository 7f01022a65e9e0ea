// What requests that wait for scans have in common: the word of the database, the ends of accounts, and tries of codes.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { AccountEnds } from '../../auth/account-tokens.ts'
import type { Database } from '../../db/database.ts'
import { SlidingWindow } from '../../http/admission/sliding-window.ts'
import type { PharmacySchema } from '../schema.ts'
import { TRIES } from './pairing.ts'
import { SCANS_CHANNEL } from './scans.queries.ts'
import { Waiting } from './waiting.ts'

interface OpenParts {
  readonly database: Database<PharmacySchema>
  readonly clock: Clock
  readonly ends: AccountEnds
}

export interface OpenScanDesk {
  readonly waiting: Waiting
  readonly tries: SlidingWindow
  readonly nowMs: () => number
  /** Whoever waits is answered. */
  stop(): Promise<void>
}

const MAX_ADDRESSES = 10_000

export async function openScanDesk({ database, clock, ends }: OpenParts): Promise<OpenScanDesk> {
  const waiting = new Waiting(clock)
  const again = (): void => waiting.sayToAll()
  const listener = await database.listen(SCANS_CHANNEL, (key) => waiting.say(key), { onReconnect: again })
  // Who waits looks whether it was himself; some hundred wait at most.
  ends.onEnd(again)
  return {
    waiting,
    tries: new SlidingWindow({ windowMs: TRIES.windowMs, maxKeys: MAX_ADDRESSES }),
    nowMs: () => clock.monotonicMs(),
    stop: async () => {
      await listener.stop()
      waiting.sayToAll()
    },
  }
}
