// A desk with much to do: open support tasks over many pharmacies, each with a diagnosis and what was said so far.
import { sql } from 'kysely'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'

/** As a computer sends it: five places, of which the printer stands. */
const DIAGNOSIS = {
  computerName: 'COUNTER-1',
  at: '2026-11-26T08:00:00.000Z',
  role: 'Server',
  path: null,
  blocking: 'printer',
  tookMs: 42,
  hops: [
    {
      hop: 'printer',
      verdict: 'failed',
      code: 'printer_stopped',
      tookMs: 12,
      facts: { printer: 'ZD421', conditions: ['paper_out'] },
    },
  ],
}

export interface TaskSeed {
  /** So many are open afterwards. */
  readonly open: number
  /** A fifth of them are theirs, in turn. */
  readonly staff: readonly { readonly guid: string; readonly name: string }[]
}

/** Adds what is missing; those of an earlier run stay. */
export async function seedTasks(db: StoreDb, { open, staff }: TaskSeed): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as "count" from "SupportTasks" where "state" in ('new', 'claimed', 'released')`.execute(
    db,
  )
  const missing = Math.max(0, open - (rows[0]?.count ?? 0))
  const people = JSON.stringify(staff)
  await sql`
    with places as (
      select "id", "customerId", row_number() over (order by md5("id"::text)) as n from "RelayComputers"
      order by md5("id"::text) limit ${missing}
    ), people as (
      select p."guid", p."name", n from rows from (json_to_recordset(${people}::json) as ("guid" text, "name" text))
        with ordinality as p ("guid", "name", n)
    ), made as (
      insert into "SupportTasks" ("customerId", "computerId", "origin", "subject", "priority", "state", "claimedBy",
        "claimedByName", "lastSeq", "lastPublicSeq", "unansweredSince", "diagnosis", "diagnosisAt", "language", "createKey",
        "createdAt")
      select l."customerId", l."id", 'pharmacy', 'No label comes out since this morning', 1 + l.n % 3,
        case when l.n % 5 = 0 then 'claimed' else 'new' end, p."guid", p."name", 3, 3,
        case when l.n % 4 = 0 then null else relay_now() - make_interval(secs => (l.n * 37 % 86400)::integer) end,
        ${JSON.stringify(DIAGNOSIS)}::jsonb, relay_now(), 'en', 'bench:' || gen_random_uuid(),
        relay_now() - make_interval(secs => (l.n * 37 % 86400)::integer)
      from places l left join people p on l.n % 5 = 0 and p.n = 1 + (l.n / 5) % ${staff.length}
      returning "id"
    )
    insert into "SupportMessages" ("taskId", "seq", "clientId", "author", "authorName", "text")
    select m."id", s, gen_random_uuid(), 'pharmacy', 'Nora', 'It still does not print. The light is red.'
    from made m cross join generate_series(1, 3) s`.execute(db)
  await sql`vacuum analyze "SupportTasks", "SupportMessages"`.execute(db)
}

/** Tasks that are free, those of the first page first. */
export async function freeTasks(db: StoreDb, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select "id" from "SupportTasks" where "state" in ('new', 'released')
    order by "dueAt", "priority", "id" limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
