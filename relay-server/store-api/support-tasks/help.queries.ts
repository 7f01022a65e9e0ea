// What a computer may see of support tasks: those that were asked for at it, while it belongs to the same pharmacy.
import { sql } from 'kysely'
import {
  MAX_HELP_TASKS,
  REOPEN_WITHIN_HOURS,
  type HelpTask,
} from '@pharmacy-relay/shared/api/support/help.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'

/** The computer of an open session. */
export interface HelpSite {
  readonly customerId: number
  readonly computerId: number
  readonly computerName: string
}

/** Null for a session that is over, and for a computer that may not connect. */
export async function siteOfSession(db: StoreDb, sessionId: string): Promise<HelpSite | null> {
  const row = await db
    .selectFrom('RelaySessions as s')
    .innerJoin('RelayComputers as r', 'r.id', 's.computerId')
    .select(['r.customerId', 'r.id as computerId', 'r.displayName', 'r.pcName'])
    .where('s.sessionId', '=', sessionId)
    .where('s.closedAt', 'is', null)
    .where('r.access', '=', 'approved')
    .executeTakeFirst()
  if (row === undefined) return null
  const { customerId, computerId, displayName, pcName } = row
  return { customerId, computerId, computerName: displayName ?? pcName }
}

type HelpRead = Omit<HelpTask, 'createdAt'> & { readonly createdAt: Date }

const COLUMNS = sql`t."id", t."state", t."subject", t."claimedByName", t."lastPublicSeq" as "lastSeq", t."isSolved",
  t."createdAt", coalesce((select s."readSeq" from "SupportReads" s
    where s."taskId" = t."id" and s."reader" = 'pharmacy'), 0) as "readSeq"`

function helpTask({ createdAt, ...row }: HelpRead): HelpTask {
  return { ...row, createdAt: createdAt.toISOString() }
}

/** Of this computer, the newest first: open ones that a person asked for or staff wrote in, and what was done lately. */
export async function helpTasks(db: StoreDb, { customerId, computerId }: HelpSite): Promise<HelpTask[]> {
  const { rows } = await sql<HelpRead>`
    select ${COLUMNS} from "SupportTasks" t
    where t."computerId" = ${computerId} and t."customerId" = ${customerId}
      and (t."origin" = 'pharmacy' or t."lastPublicSeq" > 0)
      and (t."state" in ('new', 'claimed', 'released') or (t."state" = 'done'
        and t."doneAt" > relay_now() - make_interval(hours => ${REOPEN_WITHIN_HOURS}::integer)))
    order by t."id" desc limit ${MAX_HELP_TASKS}`.execute(db)
  return rows.map(helpTask)
}

/** Null: there is none, it is of another computer or pharmacy, or it was removed. */
export async function helpTaskById(
  db: StoreDb | StoreTransaction,
  { customerId, computerId }: HelpSite,
  taskId: number,
): Promise<HelpTask | null> {
  const { rows } = await sql<HelpRead>`
    select ${COLUMNS} from "SupportTasks" t where t."id" = ${taskId} and t."computerId" = ${computerId}
      and t."customerId" = ${customerId} and t."state" <> 'removed'`.execute(db)
  return rows[0] === undefined ? null : helpTask(rows[0])
}

/** The pharmacy's row is locked: two that ask at once are counted one after the other. */
export async function countAsked(
  trx: StoreTransaction,
  customerId: number,
): Promise<{ readonly open: number; readonly lately: number }> {
  await sql`select from "Customers" where "id" = ${customerId} for update`.execute(trx)
  const { rows } = await sql<{ open: number; lately: number }>`
    select count(*) filter (where "state" in ('new', 'claimed', 'released'))::integer as "open",
      count(*) filter (where "createdAt" > relay_now() - interval '1 hour')::integer as "lately"
    from "SupportTasks" where "customerId" = ${customerId} and "origin" = 'pharmacy'
      and ("state" in ('new', 'claimed', 'released') or "createdAt" > relay_now() - interval '1 hour')`.execute(
    trx,
  )
  return rows[0] ?? { open: 0, lately: 0 }
}

/** Whether what was done may still be opened again by the pharmacy. */
export async function mayReopen(trx: StoreTransaction, taskId: number): Promise<boolean> {
  const { rows } = await sql`
    select from "SupportTasks" where "id" = ${taskId} and "state" = 'done'
      and "doneAt" > relay_now() - make_interval(hours => ${REOPEN_WITHIN_HOURS}::integer)`.execute(trx)
  return rows.length > 0
}

/** What the pharmacy said of a task that is done. */
export async function setSolved(trx: StoreTransaction, taskId: number): Promise<void> {
  await trx.updateTable('SupportTasks').set({ isSolved: true }).where('id', '=', taskId).execute()
}
