// Rows of computers whose clock is wrong, as their heartbeats tell it: staff see it, nothing is decided by it.
import { sql } from 'kysely'
import { WRONG_CLOCK_MS } from '@pharmacy-relay/shared/device.ts'
import type { StoreTransaction } from '../database.ts'
import { givenRows } from '../given-rows.ts'

/** A clock that is wrong by just the limit must not come and go with each heartbeat. */
const MENDED_MS = WRONG_CLOCK_MS - 10_000
/** It drifts on; staff are shown minutes. */
const SHOWN_CHANGE_MS = 30_000

export interface ClockRow {
  readonly sessionId: string
  /** Null: not measured. */
  readonly clockAheadMs: number | null
}

/** Of open sessions, the newest of each computer; answers the computers where what staff see changed. Their rows are locked. */
export async function keepWrongClocks(trx: StoreTransaction, rows: readonly ClockRow[]): Promise<number[]> {
  const measured = rows.filter(({ clockAheadMs }) => clockAheadMs !== null)
  if (measured.length === 0) return []
  const clocks = measured.map(({ sessionId, clockAheadMs }) => ({ sessionId, clockAheadMs }))
  const { rows: changed } = await sql<{ computerId: number }>`
    with told as (
      select distinct on (s."computerId") s."computerId", r."clockAheadMs" as "aheadMs", held."aheadMs" as "was"
      from ${givenRows(clocks, '"sessionId" uuid, "clockAheadMs" bigint')} as r
      join "RelaySessions" s on s."sessionId" = r."sessionId" and s."closedAt" is null
      left join "RelayWrongClocks" held on held."computerId" = s."computerId"
      order by s."computerId", s."connSeq" desc
    ), mended as (
      delete from "RelayWrongClocks" w using told t
      where w."computerId" = t."computerId" and abs(t."aheadMs") <= ${MENDED_MS}::integer returning w."computerId"
    ), wrong as (
      insert into "RelayWrongClocks" ("computerId", "aheadMs")
      select t."computerId", t."aheadMs" from told t
      where (t."was" is null and abs(t."aheadMs") > ${WRONG_CLOCK_MS}::integer)
        or (abs(t."aheadMs") > ${MENDED_MS}::integer and abs(t."aheadMs" - t."was") >= ${SHOWN_CHANGE_MS}::integer)
      on conflict ("computerId") do update set "aheadMs" = excluded."aheadMs"
      returning "computerId"
    )
    select "computerId" from mended union all select "computerId" from wrong`.execute(trx)
  return changed.map(({ computerId }) => computerId)
}
