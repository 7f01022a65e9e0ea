// The row of who is on call, and the days on which nobody answers.
import { sql } from 'kysely'
import type { DutyFields, SupportDuty } from '@pharmacy-relay/shared/api/support/duty-api.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'

/** `isLocked`: until the commit nobody else changes it. */
export async function dutyOf(
  db: StoreDb | StoreTransaction,
  { zone, isLocked = false }: { readonly zone: string; readonly isLocked?: boolean },
): Promise<SupportDuty> {
  const { version, phone, language } = await db
    .selectFrom('SupportDuty')
    .select(['version', 'phone', 'language'])
    .$if(isLocked, (found) => found.forUpdate())
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ day: string }>`
    select "day"::text from "SupportClosedDays" order by "day"`.execute(db)
  return { version, phone, language, zone, closedDays: rows.map(({ day }) => day) }
}

export async function updateDuty(
  trx: StoreTransaction,
  { phone, language }: Pick<DutyFields, 'phone' | 'language'>,
  by: string,
): Promise<void> {
  await trx
    .updateTable('SupportDuty')
    .set({ phone, language, changedByName: by, version: sql`"version" + 1`, changedAt: sql`relay_now()` })
    .execute()
}

/** Each from midnight to midnight of the zone, as long as it is there. Open tasks are due by the new days. */
export async function replaceClosedDays(
  trx: StoreTransaction,
  { closedDays, zone }: { readonly closedDays: readonly string[]; readonly zone: string },
): Promise<void> {
  await sql`delete from "SupportClosedDays"`.execute(trx)
  await sql`
    insert into "SupportClosedDays" ("day", "from", "until")
    select d, d::timestamp at time zone ${zone}, (d + 1)::timestamp at time zone ${zone}
    from unnest(${[...new Set(closedDays)]}::date[]) d`.execute(trx)
  await sql`
    update "SupportTasks" set "unansweredSince" = "unansweredSince"
    where "unansweredSince" is not null and "state" in ('new', 'claimed', 'released')
      and "dueAt" is distinct from support_due("unansweredSince", "priority")`.execute(trx)
}
