// How long a label may take in a print queue of the system, and how it is waited for: the same for every kind of queue.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'

export const POLL_MS = { first: 50, last: 1_000 }
/** So long a label may wait in the queue without being begun; a person should see within 30 s why it does not leave. */
export const PENDING_MS = 15_000
/** How long the end of a label is waited for that an earlier process handed over. */
export const LEFT_BEHIND_MS = 12_000

/** Sooner when `signal` aborts. Never rejects. */
export async function waitFor(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const cancel = clock.after(delayMs, resolve)
  const onAbort = (): void => resolve()
  signal.addEventListener('abort', onAbort)
  await promise
  cancel()
  signal.removeEventListener('abort', onAbort)
}
