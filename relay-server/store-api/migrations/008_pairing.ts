// Computers join by a pairing code and are known by their certificate: codes, wrong tries, access, copies of one identity.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "Customers" drop column "enrolmentKeyHash"`.execute(db)
  await sql`
    alter table "RelayComputers" drop column "enrolledKeyHash",
      add column "displayName" text,
      add column "access" text not null default 'approved' check ("access" in ('approved', 'waiting', 'revoked')),
      add column "pairingCodeId" integer`.execute(db)
  await countMovedComputers(db)
  await createPairingCodes(db)
  await createConflicts(db)
  // Who reports another certificate than it proved does not get that far any more.
  await sql`delete from "RelayCertificates" where "place" = 'reported'`.execute(db)
  await sql`
    alter table "RelayCertificates" drop constraint "RelayCertificates_place_check",
      add check ("place" in ('pinned', 'successor'))`.execute(db)
  // Its agent keeps the newest assignment it had: versions go on where they stood when it is paired again.
  await sql`
    create table "RelayRemovedComputers" (
      "installId" uuid primary key,
      "assignmentVersion" integer not null,
      "removedAt" timestamptz not null default relay_now()
    )`.execute(db)
}

// For each row, because a statement's trigger would look at every heartbeat.
async function countMovedComputers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_moved_computer() returns trigger language plpgsql as $$
    begin
      update "Customers" set "computerCount" = "computerCount" + case when "id" = new."customerId" then 1 else -1 end
      where "id" in (old."customerId", new."customerId");
      return null;
    end $$`.execute(db)
  await sql`
    create trigger "RelayComputers_moved" after update of "customerId" on "RelayComputers"
    for each row when (old."customerId" <> new."customerId") execute function count_moved_computer()`.execute(
    db,
  )
}

// A new code takes the row of one that ended: there are never more rows than beginnings of codes (8,000). Ids go on.
async function createPairingCodes(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence "RelayPairingCodes_id_seq" as integer`.execute(db)
  await sql`
    create table "RelayPairingCodes" (
      "lookup" text primary key check (length("lookup") = 3),
      "id" integer not null unique default nextval('"RelayPairingCodes_id_seq"'),
      "customerId" integer not null references "Customers" ("id"),
      "codeHash" text not null,
      "needsApproval" boolean not null,
      "wrongTries" smallint not null default 0,
      "expiresAt" timestamptz not null,
      "endedAt" timestamptz,
      "usedByInstallId" uuid,
      "usedByFingerprint" text,
      "copyOfComputerId" integer references "RelayComputers" ("id") on delete set null
    )`.execute(db)
  await sql`create index "RelayPairingCodes_customerId" on "RelayPairingCodes" ("customerId")`.execute(db)
  await sql`create index "RelayPairingCodes_copyOf" on "RelayPairingCodes" ("copyOfComputerId")`.execute(db)
  await sql`
    create table "RelayPairingTries" (
      "address" text primary key,
      "wrongAt" timestamptz[] not null,
      "lastAt" timestamptz not null
    )`.execute(db)
  await sql`create index "RelayPairingTries_lastAt" on "RelayPairingTries" ("lastAt")`.execute(db)
}

async function createConflicts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table "RelayConflictSides" (
      "computerId" integer not null references "RelayComputers" ("id") on delete cascade,
      "bootId" uuid not null,
      "since" timestamptz not null default relay_now(),
      "isIn" boolean not null,
      "pcName" text not null,
      "localIpAddress" text not null,
      "publicIpAddress" text not null,
      "softwareVersion" text not null,
      "seenAt" timestamptz not null default relay_now(),
      "leavingSince" timestamptz,
      primary key ("computerId", "bootId")
    )`.execute(db)
}
