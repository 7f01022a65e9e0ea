// Lets go of payloads, jobs and counts that were kept long enough. A label that has not reached its end is never touched.
import { CLEAN_UP_RUN, MAKE_ROOM, type SpoolLimits } from '../spool-limits.ts'
import type { SpoolQueries } from './spool-queries.ts'
import { hourOf } from '../hours.ts'

const MS_PER_DAY = 86_400_000

/** One bounded run. Returns whether there is more to remove. */
export function cleanUp(queries: SpoolQueries, limits: SpoolLimits, nowMs: number): boolean {
  const before = (days: number): number => nowMs - days * MS_PER_DAY
  const payloads = removePayloads(queries, before(limits.payloadDays), CLEAN_UP_RUN)
  const jobs = queries.cleanUp.removeJobs({
    beforeMs: before(limits.jobDays),
    newest: limits.newestJobs,
    limit: CLEAN_UP_RUN.jobs,
  })
  queries.cleanUp.removeHours(hourOf(before(limits.countDays)))
  queries.shrink(CLEAN_UP_RUN.pages)
  return payloads.isCut || jobs === CLEAN_UP_RUN.jobs
}

/** Removes payloads of labels that are over, oldest first, until so many bytes are free. False when that is not enough. */
export function makeRoom(queries: SpoolQueries, bytes: number): boolean {
  if (bytes <= 0) return true
  const removed = removePayloads(queries, Number.MAX_SAFE_INTEGER, { ...MAKE_ROOM, payloadBytes: bytes })
  return removed.bytes >= bytes
}

function removePayloads(
  queries: SpoolQueries,
  beforeMs: number,
  limits: { readonly payloads: number; readonly payloadBytes: number },
): { readonly bytes: number; readonly isCut: boolean } {
  const found = queries.cleanUp.overPayloads(beforeMs, limits.payloads)
  let bytes = 0
  for (const payload of found) {
    if (bytes >= limits.payloadBytes) return { bytes, isCut: true }
    queries.jobs.dropPayload(payload.n)
    bytes += payload.bytes
  }
  return { bytes, isCut: found.length === limits.payloads }
}
