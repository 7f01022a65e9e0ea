// The trace id that one of our own services gave, and the line in the log for what it changes by it.
import type { ServerResponse } from 'node:http'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Admitted } from '../admission/admission.ts'
import type { AcceptedHead } from '../request/request-head.ts'

/** Not written down, as at the APIs. */
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Null: nobody of ours gave one, and the request gets its own. */
export function givenTrace(head: AcceptedHead, { service }: Admitted): string | null {
  return service === null ? null : head.traceId
}

/** What programs send by themselves has no trace from outside, and no line. */
export function tellForwarded(
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
  { method, route }: AcceptedHead,
  { res, traceId }: { readonly res: ServerResponse; readonly traceId: string | null },
): void {
  if (traceId === null || READS.has(method)) return
  const began = clock.monotonicMs()
  res.once('close', () => {
    const ms = Math.round(clock.monotonicMs() - began)
    logger.info('request.forwarded', { traceId, method, route: route.name, status: res.statusCode, ms })
  })
}
