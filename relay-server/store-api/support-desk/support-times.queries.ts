// How long the first answer and the end of support tasks took, by the day on which they were created.
import { sql } from 'kysely'
import { MOST_TIMED_TASKS, TIMES_DAYS, type SupportDay } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import type { StoreDb } from '../database.ts'

/** Days of the zone, the oldest first; those without a task are left out. */
export async function supportTimes(db: StoreDb, zone: string): Promise<{ days: SupportDay[] }> {
  const { rows } = await sql<SupportDay>`
    with timed as (
      select ("createdAt" at time zone ${zone})::date::text as "day",
        extract(epoch from "firstAnsweredAt" - "createdAt") as "answer", extract(epoch from "doneAt" - "createdAt") as "done"
      from "SupportTasks"
      where "createdAt" >= (((relay_now() at time zone ${zone})::date - ${TIMES_DAYS - 1}::integer)::timestamp at time zone ${zone})
      order by "createdAt" desc limit ${MOST_TIMED_TASKS}
    )
    select "day", count(*)::integer as "created", count("answer")::integer as "answered",
      round(percentile_disc(0.5) within group (order by "answer"))::integer as "answerMedianS",
      round(percentile_disc(0.9) within group (order by "answer"))::integer as "answerP90S",
      count("done")::integer as "done",
      round(percentile_disc(0.5) within group (order by "done"))::integer as "doneMedianS",
      round(percentile_disc(0.9) within group (order by "done"))::integer as "doneP90S"
    from timed group by "day" order by "day" desc limit ${TIMES_DAYS}`.execute(db)
  return { days: rows.toReversed() }
}
