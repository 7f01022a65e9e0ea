// One subscriber of the store hub: rows go out in order, each message after the last was acknowledged, within a bound.
import type { RelayEvent } from '@pharmacy-relay/shared/hub/store-hub.ts'
import { MAX_ROWS } from '../events/event-feed.ts'

/** Rows that may wait for a subscriber that does not keep up. */
export const MAX_WAITING_ROWS = 10_000

export interface SubscriberParts {
  /** Sends one message of at most 500 rows; settles when it was acknowledged, throws when it was not. */
  readonly send: (rows: RelayEvent[]) => Promise<unknown>
  /** Ends the subscriber's connection: it comes back and replays. */
  readonly drop: (why: 'too_slow' | 'no_answer') => void
}

export interface Subscriber {
  /** Queues rows. A subscriber with too many waiting is dropped. */
  push(rows: readonly RelayEvent[]): void
  /** Sends the rows that were missed; settles when they were acknowledged, and what was pushed meanwhile follows. */
  begin(missed: readonly RelayEvent[]): Promise<void>
  close(): void
}

export function createSubscriber(parts: SubscriberParts): Subscriber {
  let waiting: RelayEvent[] = []
  let state: 'held' | 'idle' | 'sending' | 'closed' = 'held'

  const close = (): void => {
    state = 'closed'
    waiting = []
  }
  const fail = (why: 'too_slow' | 'no_answer'): void => {
    if (state === 'closed') return
    close()
    parts.drop(why)
  }
  const sendAll = async (): Promise<void> => {
    if (state !== 'idle') return
    state = 'sending'
    try {
      while (waiting.length > 0) await parts.send(waiting.splice(0, MAX_ROWS))
      if (isSending()) state = 'idle'
    } catch {
      fail('no_answer')
    }
  }
  // Awaiting lets close() in between; a plain comparison would be narrowed away by the compiler.
  const isSending = (): boolean => state === 'sending'

  return {
    push: (rows) => {
      if (state === 'closed' || rows.length === 0) return
      waiting.push(...rows)
      if (waiting.length > MAX_WAITING_ROWS) fail('too_slow')
      else void sendAll()
    },
    begin: async (missed) => {
      try {
        for (let at = 0; at < missed.length; at += MAX_ROWS) await parts.send(missed.slice(at, at + MAX_ROWS))
      } catch {
        fail('no_answer')
      }
      if (state !== 'held') return
      state = 'idle'
      void sendAll()
    },
    close,
  }
}
