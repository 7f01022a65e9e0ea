// Problems that last: which computers have them and no task, which tasks tell of one that is over; the rules.
import { sql, type RawBuilder } from 'kysely'
import { supportProblems, type SupportProblem } from '@pharmacy-relay/shared/api/relay-support.ts'
import type { ProblemRule } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { PROBLEM_SOURCES } from '../support/problem-sources.queries.ts'

/** Computers of one problem that are looked at; beyond it whoever has it longest comes first. */
const MOST_LOOKED_AT = 20_000
/** A problem that is over for so long has ended. */
const WELL_AFTER = sql`interval '10 minutes'`
/** Back within this time it is the same task. */
const SAME_WITHIN = sql`interval '24 hours'`
/** What came back so often stays until a person says that it is done. */
const COMES_AND_GOES = 2

/** A later version may have left rules of problems that this one cannot look for. */
export async function problemRules(db: StoreDb | StoreTransaction): Promise<ProblemRule[]> {
  return db
    .selectFrom('SupportProblemRules')
    .select(['problem', 'isOn', 'afterMinutes', 'priority'])
    .where('problem', 'in', supportProblems)
    .orderBy('problem')
    .execute()
}

export async function setRule(trx: StoreTransaction, rule: ProblemRule): Promise<void> {
  await trx
    .insertInto('SupportProblemRules')
    .values(rule)
    .onConflict((conflict) => conflict.column('problem').doUpdateSet(rule))
    .execute()
}

export interface LastingProblem {
  readonly customerId: number
  readonly computerId: number
  readonly since: Date
  /** A task of the same problem that ended by itself within the day; null: a new one. */
  readonly earlierTaskId: number | null
}

/** The computers that have it, with `since`; `still` are those whose open task goes on. */
export const having = (problem: SupportProblem, which: 'rows' | 'still'): RawBuilder<unknown> => {
  const { rows, still = rows, order } = PROBLEM_SOURCES[problem]
  const source = which === 'rows' ? rows : still
  return sql`(select * from (${source(MOST_LOOKED_AT)}) s order by ${order} limit ${MOST_LOOKED_AT})`
}

/** Computers that have the problem for longer than the rule says, and no open task of it; those that have it longest first. */
export async function untoldProblems(
  db: StoreDb,
  { problem, afterMinutes }: ProblemRule,
  most: number,
): Promise<LastingProblem[]> {
  const { rows } = await sql<LastingProblem>`
    select c."customerId", c."id" as "computerId", h."since", (
      select max(e."id") from "SupportTasks" e where e."computerId" = c."id" and e."customerId" = c."customerId"
        and e."problem" = ${problem} and e."state" = 'done' and e."wellSince" is not null
        and e."doneAt" > relay_now() - ${SAME_WITHIN}) as "earlierTaskId"
    from ${having(problem, 'rows')} h join "RelayComputers" c on c."id" = h."computerId"
    where h."since" < relay_now() - make_interval(mins => ${afterMinutes}::integer) and not exists (
      select from "SupportTasks" t where t."computerId" = c."id" and t."problem" = ${problem}
        and t."state" in ('new', 'claimed', 'released')) and not exists (
      select from "IncidentComputers" m join "SupportTasks" i on i."id" = m."taskId"
      where m."computerId" = c."id" and i."problem" = ${problem} and i."state" in ('new', 'claimed', 'released')
        and (m."wellSince" is null or m."wellSince" > relay_now() - ${WELL_AFTER}))
    order by h."since", c."id" limit ${most}`.execute(db)
  return rows
}

/** Notes since when each open task's problem is over, and that it is there again. */
export async function noteRecoveries(db: StoreDb, problem: SupportProblem): Promise<void> {
  await sql`
    update "SupportTasks" t set "wellSince" = case when h."computerId" is null then relay_now() end
    from "SupportTasks" o left join ${having(problem, 'still')} h on h."computerId" = o."computerId"
    where o."id" = t."id" and t."problem" = ${problem} and t."origin" = 'problem' and t."state" in ('new', 'claimed', 'released')
      and (h."computerId" is null) = (t."wellSince" is null)`.execute(db)
}

/** Tasks that may end by themselves: well for long enough, nobody has them, and no person wrote. */
export async function overProblems(db: StoreDb, problem: SupportProblem, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "SupportTasks" where "problem" = ${problem} and "origin" = 'problem' and "state" in ('new', 'released')
      and "wellSince" < relay_now() - ${WELL_AFTER} and "lastSeq" = 0 and "reopened" < ${COMES_AND_GOES}
    order by "id" limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether the locked task may still end by itself. */
export async function isOver(trx: StoreTransaction, taskId: number): Promise<boolean> {
  const { rows } = await sql`
    select from "SupportTasks" where "id" = ${taskId} and "wellSince" is not null and "lastSeq" = 0`.execute(
    trx,
  )
  return rows.length > 0
}

/** It tells of the problem as it is now. */
export async function setProblemSince(trx: StoreTransaction, taskId: number, since: Date): Promise<void> {
  await trx.updateTable('SupportTasks').set({ problemSince: since }).where('id', '=', taskId).execute()
}
