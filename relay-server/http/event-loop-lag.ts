// How late a program comes to its next work: a timer that is due ten times a second, and by how much it was late.
import { Histogram, type Registry } from 'prom-client'

const EVERY_MS = 100

/** Until the process ends, which it does not hold up. */
export function watchEventLoop(registry: Registry): void {
  const lag = new Histogram({
    name: 'relay_event_loop_lag_seconds',
    help: 'By how many seconds a timer of 100 ms was late: so long nothing else of the program was answered',
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  let dueAtMs = performance.now() + EVERY_MS
  const look = (): void => {
    const nowMs = performance.now()
    lag.observe(Math.max(0, nowMs - dueAtMs) / 1_000)
    dueAtMs = nowMs + EVERY_MS
  }
  setInterval(look, EVERY_MS).unref()
}
