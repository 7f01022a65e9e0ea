// What support has to find in a seeded fleet: labels that wait or expired, computers that wait, copies, wrong clocks.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { sql, type RawBuilder } from 'kysely'
import type { StoreTransaction } from '../database.ts'
import { share } from './seed-fleet.queries.ts'

interface SeededRange {
  readonly first: number
  readonly count: number
  readonly seed: number
}

const within = ({ first, count }: SeededRange): RawBuilder<unknown> => sql`
  r."customerId" in (select "id" from "Customers" where "storeNumber" between ${first} and ${first + count - 1})`

/** For computers that were just made. */
export async function insertSeededProblems(trx: StoreTransaction, range: SeededRange): Promise<void> {
  const of = (purpose: string): RawBuilder<number> => share(range.seed, sql`r."id"`, purpose)
  await sql`
    update "RelayComputers" r set "jobsWaiting" = jsonb_build_object('unknown', 1, 'held', floor(${of('held')} * 3),
      'personReasons', ${JSON.stringify([reason('connection_reset', {})])}::jsonb, 'printer', 0, 'printerReasons', '[]'::jsonb)
    where ${within(range)} and r."connSeq" > 0 and ${of('answers')} < 0.005`.execute(trx)
  await stopLabels(trx, range, of)
  await sql`
    update "RelayComputers" r set "access" = 'waiting'
    where ${within(range)} and r."connSeq" = 0 and ${of('approval')} < 0.003`.execute(trx)
  await sql`
    insert into "RelayConflictSides"
      ("computerId", "bootId", "isIn", "pcName", "localIpAddress", "publicIpAddress", "softwareVersion")
    select r."id", (overlay(overlay(md5('side/' || side || '/' || r."installId") placing '4' from 13) placing '8' from 17))::uuid,
      side = 1, r."pcName", r."localIpAddress",
      coalesce(r."publicIpAddress", ''), r."softwareVersion"
    from "RelayComputers" r cross join generate_series(1, 2) side
    where ${within(range)} and r."connSeq" > 0 and ${of('conflict')} < 0.0005
    on conflict do nothing`.execute(trx)
  await sql`
    insert into "RelayWrongClocks" ("computerId", "aheadMs")
    select r."id", case when ${of('clock side')} < 0.5 then -1 else 1 end * round(180000 + ${of('clock size')} * 43200000)
    from "RelayComputers" r
    where ${within(range)} and r."connSeq" > 0 and ${of('clock')} < 0.005
    on conflict do nothing`.execute(trx)
}

/** Printers without labels, and labels that wait, at some that answer nothing. */
async function stopLabels(
  trx: StoreTransaction,
  range: SeededRange,
  of: (purpose: string) => RawBuilder<number>,
): Promise<void> {
  await sql`
    update "RelayComputers" r set "jobsWaiting" = jsonb_build_object('unknown', 0, 'held', 0, 'personReasons', '[]'::jsonb,
      'printer', 1 + floor(${of('stopped labels')} * 5), 'printerReasons', '[]'::jsonb,
      'printerConditions', case when ${of('stopped why')} < 0.7 then '["paper_out"]' else '[]' end::jsonb)
    where ${within(range)} and r."connSeq" > 0 and r."role" = 1 and r."jobsWaiting" is null
      and ${of('stopped')} < 0.03`.execute(trx)
}

/** Labels that expired within the last hours: they are none any more the day after, and are written again then. */
export async function insertExpiredLabels(trx: StoreTransaction, range: SeededRange): Promise<void> {
  await sql`
    insert into "RelayJobHours" ("computerId", "hour", "version", "counts", "took")
    select r."id", date_trunc('hour', relay_now()) - make_interval(hours => h), 1,
      ${JSON.stringify(COUNTS)}::jsonb, '[]'
    from "RelayComputers" r cross join generate_series(0, 2) h
    where ${within(range)} and r."connSeq" > 0 and ${share(range.seed, sql`r."id"`, 'expired')} < 0.005
    on conflict do nothing`.execute(trx)
}

const COUNTS = {
  accepted: 9,
  printed: 7,
  sent_to_printer: 7,
  forwarded: 0,
  unknown: 0,
  failed: 0,
  expired: 2,
  cancelled: 0,
}
