// A bounded wait for what has no event to wait for: other processes, sockets, databases.

const [SHORTEST_POLL_MS, LONGEST_POLL_MS] = [10, 100]
/** Of what it has waited so far: a question in a long wait is asked seldom, or the asking keeps a core busy. */
const POLL_SHARE = 0.02

/** Asks until the answer is true. Fails the test, naming `what`, after `limitMs`, which is there to end a hang. */
export async function until(
  what: string,
  ask: () => boolean | Promise<boolean>,
  limitMs = 240_000,
): Promise<void> {
  const startMs = performance.now()
  while (!(await ask())) {
    const waitedMs = performance.now() - startMs
    if (waitedMs > limitMs) throw new Error(`still waiting after ${limitMs / 1_000} s: ${what}`)
    const pollMs = Math.min(Math.max(SHORTEST_POLL_MS, waitedMs * POLL_SHARE), LONGEST_POLL_MS)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
