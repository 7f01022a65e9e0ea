// The certificates that computers are known by, and how they follow each other.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // reported: another one than it is known by, which an Admin may accept.
  await sql`
    create table "RelayCertificates" (
      "computerId" integer not null references "RelayComputers" ("id") on delete cascade,
      "place" text not null check ("place" in ('pinned', 'successor', 'reported')),
      "fingerprint" text not null check ("fingerprint" ~ '^[0-9a-f]{64}$'),
      "pem" text not null,
      "since" timestamptz not null default relay_now(),
      primary key ("computerId", "place")
    )`.execute(db)
  // Of two computers with one certificate nobody could tell whose labels come.
  await sql`
    create unique index "RelayCertificates_oneOwner" on "RelayCertificates" ("fingerprint")
    where "place" <> 'reported'`.execute(db)
  await sql`
    create table "RelayEndorsements" (
      "computerId" integer not null references "RelayComputers" ("id") on delete cascade,
      "fingerprint" text not null,
      "endorsement" jsonb not null,
      "since" timestamptz not null default relay_now(),
      primary key ("computerId", "fingerprint")
    )`.execute(db)
}
