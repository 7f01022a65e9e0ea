// Waits until something is true, bounded: for what other processes and sockets do.

const POLL_MS = 5

/** Throws with `what` when the condition is still false after `limitMs`. */
export async function until(what: string, condition: () => boolean, limitMs = 5_000): Promise<void> {
  const endMs = performance.now() + limitMs
  while (!condition()) {
    if (performance.now() > endMs) throw new Error(`still waiting for: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
