// Who is connected: hubs under leases, sessions, the presence derived from both, and the outbox of changes.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createSessions(db)
  // A cache with one writer: recomputePresence.
  await sql`
    create table "RelayPresence" (
      "computerId" integer primary key references "RelayComputers" ("id") on delete cascade,
      "customerId" integer not null,
      "presenceSeq" bigint not null,
      "status" text not null check ("status" in ('Online', 'Offline')),
      "reason" text,
      "since" timestamptz not null,
      "lastOnlineAt" timestamptz
    )`.execute(db)
  await sql`
    create index "RelayPresence_online" on "RelayPresence" ("customerId") where "status" = 'Online'`.execute(
    db,
  )
  await sql`
    create table "RelayEvents" (
      "id" bigserial primary key,
      "customerId" integer not null,
      "computerId" integer,
      "kind" text not null check ("kind" in ('presence', 'computer', 'customer')),
      "presenceSeq" bigint,
      "payload" jsonb,
      "at" timestamptz not null default relay_now()
    )`.execute(db)
  await sql`create index "RelayEvents_at" on "RelayEvents" ("at")`.execute(db)
}

// hubId is no foreign key: rows of hubs that are long dead go, their closed sessions stay for 30 days.
async function createSessions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table "RelayHubs" (
      "hubId" uuid primary key,
      "startedAt" timestamptz not null default relay_now(),
      "leaseUntil" timestamptz not null,
      "draining" boolean not null default false
    )`.execute(db)
  await sql`
    create table "RelaySessions" (
      "sessionId" uuid primary key,
      "computerId" integer not null references "RelayComputers" ("id") on delete cascade,
      "customerId" integer not null,
      "hubId" uuid not null,
      "connSeq" bigint not null,
      "bootId" uuid not null,
      "remoteIp" text not null,
      "agentVersion" text not null,
      "openedAt" timestamptz not null default relay_now(),
      "closedAt" timestamptz,
      "closeReason" text,
      constraint "RelaySessions_computer_connSeq_key" unique ("computerId", "connSeq")
    )`.execute(db)
  await sql`
    create index "RelaySessions_openByComputer" on "RelaySessions" ("computerId") where "closedAt" is null`.execute(
    db,
  )
  await sql`
    create index "RelaySessions_openByCustomer" on "RelaySessions" ("customerId") where "closedAt" is null`.execute(
    db,
  )
  await sql`
    create index "RelaySessions_openByHub" on "RelaySessions" ("hubId") where "closedAt" is null`.execute(db)
  await sql`
    create index "RelaySessions_closedAt" on "RelaySessions" ("closedAt") where "closedAt" is not null`.execute(
    db,
  )
}
