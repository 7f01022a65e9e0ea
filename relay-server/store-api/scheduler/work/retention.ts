// Removes what is old, kind by kind, in portions.
import type { StoreDb } from '../../database.ts'
import type { TaskResult } from '../scheduled-task.ts'
import { REMOVALS } from './retention.queries.ts'
import { untilDone } from './until-done.ts'

/** A portion takes tens of ms, and nobody waits for its locks. */
const ROWS_PER_PORTION = 1_000

export async function removeOld(db: StoreDb, signal: AbortSignal): Promise<TaskResult> {
  const counts: Record<string, number> = {}
  for (const [kind, remove] of Object.entries(REMOVALS))
    counts[kind] = await untilDone({ signal, size: ROWS_PER_PORTION, portion: (size) => remove(db, size) })
  return { counts }
}
