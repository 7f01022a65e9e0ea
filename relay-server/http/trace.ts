// The trace id of what is under way: set once where a request comes in, read by the logger and by whoever asks another program.
import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Everything that `work` begins, also later, belongs to this trace. */
export function inTrace<R>(traceId: string, work: () => R): R {
  return current.run(traceId, work)
}

/** Null: nobody asked for it, as for work by the clock. */
export function currentTraceId(): string | null {
  return current.getStore() ?? null
}
