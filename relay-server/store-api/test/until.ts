// A bounded wait for something that has no event to wait for.
import { setTimeout as delay } from 'node:timers/promises'

/** Asks until the answer is true, at most 10 s; fails the test by its text otherwise. */
export async function until(what: string, ask: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`${what} did not happen within 10 s`)
    await delay(10)
  }
}
