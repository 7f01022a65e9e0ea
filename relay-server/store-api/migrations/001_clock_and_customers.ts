// The database's clock, the pharmacies, and the record of what was seeded.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table "RelayClock" (
      "onlyRow" boolean primary key default true check ("onlyRow"),
      "offset" interval not null default '0'
    )`.execute(db)
  await sql`insert into "RelayClock" default values`.execute(db)
  // The one time of the store database. Only tests move the offset.
  await sql`
    create function relay_now() returns timestamptz language sql stable
    as $$ select now() + "offset" from "RelayClock" $$`.execute(db)
  await createCustomers(db)
  await sql`
    create table "Seeds" (
      "name" text primary key,
      "facts" jsonb not null,
      "seededAt" timestamptz not null default relay_now()
    )`.execute(db)
}

// storeNumber sorts P-999 before P-1042. searchText is one haystack for all four filters of the list: at 10,000
// pharmacies one sequential scan of it is quicker than an extension that a server may not have.
async function createCustomers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table "Customers" (
      "id" integer generated always as identity primary key,
      "storeId" text not null constraint "Customers_storeId_key" unique check ("storeId" ~ '^P-[0-9]{1,9}$'),
      "name" text not null,
      "email" text not null,
      "phone" text,
      "version" integer not null default 1,
      "computerCount" integer not null default 0,
      "enrolmentKeyHash" text constraint "Customers_enrolmentKeyHash_key" unique,
      "createdAt" timestamptz not null default relay_now(),
      "updatedAt" timestamptz not null default relay_now(),
      "storeNumber" integer not null generated always as (substring("storeId" from 3)::integer) stored,
      "nameLower" text not null generated always as (lower("name")) stored,
      "emailLower" text not null generated always as (lower("email")) stored,
      "searchText" text not null generated always as
        (lower("storeId" || E'\n' || "name" || E'\n' || "email" || E'\n' || coalesce("phone", ''))) stored
    )`.execute(db)
  await sql`create index "Customers_storeNumber" on "Customers" ("storeNumber", "id")`.execute(db)
  await sql`create index "Customers_nameLower" on "Customers" ("nameLower", "id")`.execute(db)
  await sql`create index "Customers_emailLower" on "Customers" ("emailLower", "id")`.execute(db)
  await sql`create index "Customers_computerCount" on "Customers" ("computerCount", "id")`.execute(db)
}
