// Waits until programs are ready, each by its own /readyz.
import { setTimeout as delay } from 'node:timers/promises'
import { portOf } from './config-file.ts'
import { healthOf } from './health.ts'
import type { Installation } from './installation.ts'
import { keeperOf } from './keeper.ts'
import type { Places } from './places.ts'

/** A first start makes every table. */
const READY_LIMIT_MS = 180_000
const POLL_MS = 250

/** `onReady` is called for each as it comes. Throws Error with those that are not ready within 180 s, and where their logs are. */
export async function untilReady(
  names: readonly string[],
  { places, config }: Installation,
  onReady: (name: string) => void,
): Promise<void> {
  const keeper = keeperOf(places)
  const waiting = new Set(names)
  const untilMs = performance.now() + READY_LIMIT_MS
  for (;;) {
    for (const name of waiting) {
      const health = await healthOf(name, await keeper.pidOf(name), portOf(config, name))
      if (!health.isReady) continue
      waiting.delete(name)
      onReady(name)
    }
    if (waiting.size === 0) return
    if (performance.now() > untilMs) break
    await delay(POLL_MS)
  }
  throw new Error(
    `Not ready within ${READY_LIMIT_MS / 1_000} s: ${[...waiting].join(', ')}. ${whereLogsAre(places)}`,
  )
}

function whereLogsAre({ isTryOut, logs }: Places): string {
  return isTryOut ? `Their logs: ${logs}` : "Their logs: journalctl -u 'pharmacy-relay@*' -n 50"
}
