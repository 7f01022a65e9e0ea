// A bounded wait for what has no event to wait for: other processes, sockets, databases.

const POLL_MS = 10

/** Asks until the answer is true. Fails the test, naming `what`, after `limitMs`, which is there to end a hang. */
export async function until(
  what: string,
  ask: () => boolean | Promise<boolean>,
  limitMs = 240_000,
): Promise<void> {
  const endMs = performance.now() + limitMs
  while (!(await ask())) {
    if (performance.now() > endMs) throw new Error(`still waiting after ${limitMs / 1_000} s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
