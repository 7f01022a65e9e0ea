// One subscriber of a hub: rows go out in order, each message after the last was acknowledged, within a bound.

/** Most rows in one message. */
const MAX_ROWS = 500
/** Rows that may wait for a subscriber that does not keep up. */
export const MAX_WAITING_ROWS = 10_000

export interface SubscriberParts<R> {
  /** Sends one message of at most 500 rows; settles when it was acknowledged, throws when it was not. */
  readonly send: (rows: R[]) => Promise<unknown>
  /** Ends the subscriber's connection: it comes back and replays. */
  readonly drop: (why: 'too_slow' | 'no_answer') => void
}

export interface Subscriber<R> {
  /** Queues rows. A subscriber with too many waiting is dropped. */
  push(rows: readonly R[]): void
  /** Sends the rows that were missed; settles when they were acknowledged, and what was pushed meanwhile follows. */
  begin(missed: readonly R[]): Promise<void>
  close(): void
}

export function createSubscriber<R>(parts: SubscriberParts<R>): Subscriber<R> {
  return new RowQueue(parts)
}

class RowQueue<R> implements Subscriber<R> {
  readonly #parts: SubscriberParts<R>
  #waiting: R[] = []
  #state: 'held' | 'idle' | 'sending' | 'closed' = 'held'

  constructor(parts: SubscriberParts<R>) {
    this.#parts = parts
  }

  push(rows: readonly R[]): void {
    if (this.#state === 'closed' || rows.length === 0) return
    this.#waiting.push(...rows)
    if (this.#waiting.length > MAX_WAITING_ROWS) this.#fail('too_slow')
    else void this.#sendAll()
  }

  async begin(missed: readonly R[]): Promise<void> {
    try {
      for (let at = 0; at < missed.length; at += MAX_ROWS) {
        await this.#parts.send(missed.slice(at, at + MAX_ROWS))
      }
    } catch {
      this.#fail('no_answer')
    }
    if (this.#state !== 'held') return
    this.#state = 'idle'
    void this.#sendAll()
  }

  close(): void {
    this.#state = 'closed'
    this.#waiting = []
  }

  async #sendAll(): Promise<void> {
    if (this.#state !== 'idle') return
    this.#state = 'sending'
    try {
      while (this.#waiting.length > 0) await this.#parts.send(this.#waiting.splice(0, MAX_ROWS))
      if (!this.#isClosed()) this.#state = 'idle'
    } catch {
      this.#fail('no_answer')
    }
  }

  // close() may have come while a message was under way; the compiler would rule a plain comparison out.
  #isClosed(): boolean {
    return this.#state === 'closed'
  }

  #fail(why: 'too_slow' | 'no_answer'): void {
    if (this.#state === 'closed') return
    this.close()
    this.#parts.drop(why)
  }
}
