// Time of the model: stepped for hubs and database alike, or the real one.
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import {
  holdDatabaseTime,
  stepDatabaseTime,
} from '@pharmacy-relay/relay-server/store-api/test/stepped-database.ts'

export interface ModelTime {
  readonly clock: Clock
  /** Lets so much time pass, in steps of at most `stepMs`, and what it brings about come to rest after each. */
  pass(ms: number, stepMs: number): Promise<void>
}

/** Everything that is under way: stepped time does not go on before it has come to rest. */
export class UnderWay {
  readonly #work = new Set<Promise<unknown>>()

  async track<R>(work: Promise<R>): Promise<R> {
    const settled = work.then(
      () => undefined,
      () => undefined,
    )
    this.#work.add(settled)
    void settled.then(() => this.#work.delete(settled))
    return work
  }

  /** What one piece of work brings about begins within a few turns of the event loop after it. */
  async rest(): Promise<void> {
    for (let quietTurns = 0; quietTurns < 6; quietTurns += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#work.size === 0) continue
      await Promise.all(this.#work)
      quietTurns = 0
    }
  }
}

export async function steppedTime(
  db: StoreDb,
  parts: { readonly underWay: UnderWay; readonly afterStep: () => Promise<void> },
): Promise<ModelTime> {
  const clock = new SteppedClock()
  await holdDatabaseTime(db)
  const step = async (ms: number): Promise<void> => {
    await stepDatabaseTime({ db }, ms)
    clock.stepMs(ms)
    await parts.underWay.rest()
    await parts.afterStep()
  }
  return {
    clock,
    pass: async (ms, stepMs) => {
      await parts.underWay.rest()
      await parts.afterStep()
      for (let left = ms; left > 0; left -= stepMs) await step(Math.min(stepMs, left))
    },
  }
}

export function realTime(parts: { readonly afterStep: () => Promise<void> }): ModelTime {
  return {
    clock: systemClock,
    pass: async (ms) => {
      const endMs = systemClock.monotonicMs() + ms
      while (systemClock.monotonicMs() < endMs) {
        await delay(Math.min(100, Math.max(0, endMs - systemClock.monotonicMs())))
        await parts.afterStep()
      }
    },
  }
}
