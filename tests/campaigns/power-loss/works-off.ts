// Waits until a computer's labels have gone to its printer.
import { setTimeout as delay } from 'node:timers/promises'
import type { Computer } from './computer.ts'

const LIMIT_MS = 30 * 60_000
const POLL_MS = 500

/** Until no more than so many have waited for so long. Throws when they still do after the limit. */
export async function worksOff(
  { status }: Pick<Computer, 'status'>,
  { waiting, restMs }: { readonly waiting: number; readonly restMs: number },
): Promise<void> {
  const until = performance.now() + LIMIT_MS
  let since = performance.now()
  while (performance.now() < until) {
    const { printing } = await status()
    if (printing.labels.waiting > waiting) since = performance.now()
    else if (performance.now() - since >= restMs) return
    await delay(POLL_MS)
  }
  throw new Error('labels still wait, and their printer is ready')
}
