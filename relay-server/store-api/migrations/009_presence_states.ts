// Presence in four states with a grace, sessions that went silent, and every change of presence with its reason.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await replaceStatusByState(db)
  await sql`alter table "RelaySessions" add column "silentSince" timestamptz`.execute(db)
  // One row for each presenceSeq. `was` tells a reader what came before the oldest row that is kept.
  await sql`
    create table "RelayTransitions" (
      "computerId" integer not null references "RelayComputers" ("id") on delete cascade,
      "presenceSeq" bigint not null,
      "was" text not null,
      "became" text not null,
      "reason" text,
      "at" timestamptz not null,
      primary key ("computerId", "presenceSeq")
    )`.execute(db)
  await sql`create index "RelayTransitions_at" on "RelayTransitions" ("at")`.execute(db)
}

// `status`, the documented word, follows from `state`: lists and counts keep asking for Online.
async function replaceStatusByState(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "RelayPresence" add column "state" text, add column "graceUntil" timestamptz`.execute(
    db,
  )
  await sql`
    update "RelayPresence" set "state" = case when "status" = 'Online' then 'online' else 'offline' end`.execute(
    db,
  )
  await sql`alter table "RelayPresence" drop column "status"`.execute(db)
  await sql`
    alter table "RelayPresence"
      alter column "state" set not null,
      add check ("state" in ('online', 'degraded', 'reconnecting', 'offline')),
      add check (("state" = 'reconnecting') = ("graceUntil" is not null)),
      add column "status" text not null
        generated always as (case when "state" = 'offline' then 'Offline' else 'Online' end) stored`.execute(
    db,
  )
  await sql`
    create index "RelayPresence_online" on "RelayPresence" ("customerId") where "status" = 'Online'`.execute(
    db,
  )
  await sql`
    create index "RelayPresence_graceUntil" on "RelayPresence" ("graceUntil")
    where "graceUntil" is not null`.execute(db)
}
