// Computers whose clock is wrong: apart from the rows that heartbeats keep touching, and only those few.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table "RelayWrongClocks" (
      "computerId" integer primary key references "RelayComputers" ("id") on delete cascade,
      "aheadMs" bigint not null,
      "since" timestamptz not null default relay_now()
    )`.execute(db)
  await sql`create index "RelayWrongClocks_since" on "RelayWrongClocks" ("since", "computerId")`.execute(db)
}
