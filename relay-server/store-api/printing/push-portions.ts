// Divides assignments over messages, so that each stays below what a portal takes.
import {
  MAX_PUSHED_CLIENTS,
  MAX_PUSHES,
  type PrinterConfigPush,
} from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { Push } from './push-targets.queries.ts'

/** In the same order, each as long as one message may be. */
export function portions(all: readonly Push[]): PrinterConfigPush[][] {
  const found: PrinterConfigPush[][] = []
  let last: PrinterConfigPush[] = []
  let clients = 0
  for (const { sessionId, assignment } of all) {
    clients += assignment.clients.length
    const isFull = last.length === MAX_PUSHES || clients > MAX_PUSHED_CLIENTS
    if (isFull || found.length === 0) {
      found.push((last = []))
      clients = assignment.clients.length
    }
    last.push({ sessionId, assignment })
  }
  return found
}
