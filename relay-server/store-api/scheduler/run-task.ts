// One run of a task: once at a time, within its limit, and written down however it ends.
import type { Finding, TaskFailure, TaskRun } from '@pharmacy-relay/shared/api/scheduler.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { asProblem, withoutValues } from '../../db/database-errors.ts'
import type { StoreDb } from '../database.ts'
import type { ScheduledTask, TaskResult } from './scheduled-task.ts'
import { beginRun, endRun, type RunEnd } from './task-runs.queries.ts'

/** Beyond its limit a run has so long to see the signal and to write its end, in ms: longer than any statement may take. */
const LOST_AFTER_MS = 20_000

export interface RunParts {
  readonly db: StoreDb
  readonly clock: Clock
  readonly logger: Logger
  /** The store API is stopping: whatever runs ends at its next portion. */
  readonly stopping: AbortSignal
  readonly countRun: (task: string, outcome: string) => void
}

export interface RunAsked {
  readonly cause: TaskRun['cause']
  readonly attempt: number
}

/**
 * True when it was done, or another run of it is under way. False when what it found cannot be mended by trying again. Throws
 * what may be tried again.
 */
export async function runTask(parts: RunParts, task: ScheduledTask, asked: RunAsked): Promise<boolean> {
  const { db, logger } = parts
  const lostAfterMs = task.limitMs + LOST_AFTER_MS
  const runId = await beginRun(db, { task: task.name, ...asked, lostAfterMs })
  if (runId === null) return true
  const ended = await endOf(parts, task)
  parts.countRun(task.name, ended.reason ?? ended.outcome)
  await endRun(db, runId, ended).catch((error: unknown) =>
    logger.warn('scheduler.end-not-written', { task: task.name, reason: withoutValues(error).message }),
  )
  if (ended.reason === null) return true
  if (ended.findings.length > 0)
    logger.warn('scheduler.found', { task: task.name, found: named(ended.findings) })
  logger.warn('scheduler.task-failed', { task: task.name, reason: ended.reason, attempt: asked.attempt })
  if (ended.reason === 'books_differ') return false
  throw new Error(ended.reason)
}

/** `reserved 7: 3, not 4; …`. Numbers and codes of the shop, of no person. */
function named(findings: readonly Finding[]): string {
  return findings
    .map(({ kind, subject, expected, found }) => `${kind} ${subject}: ${expected}, not ${found}`)
    .join('; ')
}

const NOTHING: TaskResult = { counts: {} }

async function endOf(parts: RunParts, { work, limitMs, name }: ScheduledTask): Promise<RunEnd> {
  const limit = new AbortController()
  const cancel = parts.clock.after(limitMs, () => limit.abort())
  const signal = AbortSignal.any([limit.signal, parts.stopping])
  const failed = (reason: TaskFailure, { counts, findings = [] }: TaskResult): RunEnd => ({
    outcome: 'failed',
    reason,
    counts,
    findings,
  })
  try {
    const result = await work(signal)
    // It ended early, by itself.
    if (parts.stopping.aborted) return failed('stopped', result)
    if (limit.signal.aborted) return failed('too_long', result)
    const { counts, findings = [] } = result
    if (findings.length > 0) return failed('books_differ', result)
    return { outcome: 'done', reason: null, counts, findings }
  } catch (error) {
    if (parts.stopping.aborted) return failed('stopped', NOTHING)
    parts.logger.warn('scheduler.work-failed', { task: name, cause: causeOf(withoutValues(error)) })
    return failed(reasonOf(error), NOTHING)
  } finally {
    cancel()
  }
}

function reasonOf(error: unknown): TaskFailure {
  return asProblem(error)?.code === 'internal' || asProblem(error) === null ? 'internal' : 'unavailable'
}
