// What computers report of their labels: counters per hour, kept 90 days, and how many wait for whom.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "RelayComputers" add column "jobsWaiting" jsonb`.execute(db)
  // Of two reports of one hour the higher version is the newer.
  await sql`
    create table "RelayJobHours" (
      "computerId" integer not null references "RelayComputers" ("id") on delete cascade,
      "hour" timestamptz not null,
      "version" bigint not null,
      "counts" jsonb not null,
      "took" jsonb not null,
      primary key ("computerId", "hour")
    )`.execute(db)
  await sql`create index "RelayJobHours_hour" on "RelayJobHours" ("hour")`.execute(db)
}
