// The same batch again and again: what depends on the order in which transactions come breaks only now and then.
import { textOf } from './cases.ts'
import { liveThrough } from './live-batch.ts'
import { withOwnDatabase } from './own-database.ts'
import type { Batch } from './weather.ts'

export interface Replay {
  readonly batch: Batch
  readonly times: number
  readonly isRealTime: boolean
  /** Ends it behind the present one. */
  readonly stopping: AbortSignal
}

export interface Replayed {
  readonly done: number
  readonly broken: number
}

export async function replay(asked: Replay, tell: (text: string) => void): Promise<Replayed> {
  const { batch, times, isRealTime, stopping } = asked
  return withOwnDatabase(async (db) => {
    let [done, broken] = [0, 0]
    while (done < times && !stopping.aborted) {
      const why = await liveThrough(batch, { db, isRealTime, leftOut: null })
      done += 1
      if (why.length > 0) broken += 1
      tell(`${done}: ${why.length === 0 ? 'all held' : why.map(textOf).join('\n   ')}`)
    }
    return { done, broken }
  })
}
