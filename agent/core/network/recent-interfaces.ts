// The network interfaces of this computer, not asked of the system for every label: that takes longer than to seal one.
import os from 'node:os'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Interfaces } from '../intake/sender-address.ts'

/** Networks come and go, but a cable takes longer to plug. */
export const RECENT_MS = 2_000

/** As the system gives them, at most RECENT_MS old. */
export function recentInterfaces(
  clock: Pick<Clock, 'monotonicMs'>,
  read: () => Interfaces = os.networkInterfaces,
): () => Interfaces {
  let recent: { readonly interfaces: Interfaces; readonly atMs: number } | null = null
  return () => {
    const nowMs = clock.monotonicMs()
    if (recent === null || nowMs - recent.atMs >= RECENT_MS) recent = { interfaces: read(), atMs: nowMs }
    return recent.interfaces
  }
}
