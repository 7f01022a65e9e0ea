// The rows of runs: one at a time of a task, whoever runs it; what became of each; and what is read of them.
import { sql } from 'kysely'
import type { Finding, TaskCounts, TaskFailure, TaskRun } from '@pharmacy-relay/shared/api/scheduler.ts'
import type { StoreDb } from '../database.ts'

export interface RunStart {
  readonly task: string
  readonly cause: TaskRun['cause']
  readonly attempt: number
  /** How long it may run before it counts as lost, in ms. */
  readonly lostAfterMs: number
}

/** Its id; null while another run of the task is under way, anywhere. One that was lost is written off first. */
export async function beginRun(
  db: StoreDb,
  { task, cause, attempt, lostAfterMs }: RunStart,
): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    await sql`
      update "TaskRuns" set "endedAt" = relay_now(), "outcome" = 'failed', "reason" = 'not_reported'
      where "task" = ${task} and "endedAt" is null and "until" <= relay_now()`.execute(trx)
    const { rows } = await sql<{ id: number }>`
      insert into "TaskRuns" ("task", "cause", "attempt", "until")
      values (${task}, ${cause}, ${attempt}, relay_now() + ${lostAfterMs} * interval '1 millisecond')
      on conflict ("task") where "endedAt" is null do nothing
      returning "id"`.execute(trx)
    return rows[0]?.id ?? null
  })
}

export interface RunEnd {
  readonly outcome: 'done' | 'failed'
  readonly reason: TaskFailure | null
  readonly counts: TaskCounts
  readonly findings: readonly Finding[]
}

/** Where it counted as lost meanwhile, nothing is changed. */
export async function endRun(db: StoreDb, runId: number, end: RunEnd): Promise<void> {
  const { outcome, reason, counts, findings } = end
  const isIdle = outcome === 'done' && Object.values(counts).every((count) => count === 0)
  await db
    .updateTable('TaskRuns')
    .set({ outcome, reason, isIdle, endedAt: sql<Date>`relay_now()` })
    .set({ counts: JSON.stringify(counts), findings: JSON.stringify(findings) })
    .where('id', '=', runId)
    .where('endedAt', 'is', null)
    .execute()
}

/** When it was paused, and by whom; null: it was not. */
export async function pauseOf(
  db: StoreDb,
  task: string,
): Promise<{ pausedAt: Date; pausedBy: string } | null> {
  const row = db.selectFrom('PausedTasks').select(['pausedAt', 'pausedBy']).where('task', '=', task)
  return (await row.executeTakeFirst()) ?? null
}

/** The newest run, whether it is under way, and how many failed within 24 hours. */
export async function runsInBrief(db: StoreDb, task: string) {
  const [last, failures] = await Promise.all([
    runs(db, task).orderBy('id', 'desc').limit(1).executeTakeFirst(),
    db
      .selectFrom('TaskRuns')
      .select((eb) => eb.fn.countAll<number>().as('failures'))
      .where('task', '=', task)
      .where('outcome', '=', 'failed')
      .where('startedAt', '>', sql<Date>`relay_now() - interval '24 hours'`)
      .executeTakeFirstOrThrow(),
  ])
  return { last: last === undefined ? null : shownRun(last), ...failures }
}

export interface RunsAsked {
  readonly page: number
  readonly pageSize: number
  readonly outcome?: 'failed' | undefined
}

/** Newest first. */
export async function pageOfRuns(db: StoreDb, task: string, { page, pageSize, outcome }: RunsAsked) {
  const found = runs(db, task).$if(outcome !== undefined, (rows) => rows.where('outcome', '=', 'failed'))
  const [{ total }, rows] = await Promise.all([
    found
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    found
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  return { items: rows.map(shownRun), total, page, pageSize }
}

function runs(db: StoreDb, task: string) {
  return db
    .selectFrom('TaskRuns')
    .select(['id', 'cause', 'attempt', 'startedAt', 'endedAt', 'outcome', 'reason', 'counts', 'findings'])
    .where('task', '=', task)
}

type RunRow = Awaited<ReturnType<ReturnType<typeof runs>['executeTakeFirstOrThrow']>>

function shownRun({ startedAt, endedAt, ...row }: RunRow): TaskRun {
  return { ...row, startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}
