// The computers of the pharmacies and their printer configuration.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // No isOnline column: presence is derived from sessions and leases.
  await sql`
    create table "RelayComputers" (
      "id" integer generated always as identity primary key,
      "customerId" integer not null references "Customers" ("id"),
      "pcName" text not null,
      "username" text not null,
      "localIpAddress" text not null,
      "publicIpAddress" text,
      "softwareVersion" text not null,
      "role" smallint not null default 0 check ("role" in (0, 1, 2)),
      "reportedRole" smallint not null default 0 check ("reportedRole" in (0, 1, 2)),
      "printerName" text,
      "tcpPort" integer,
      "printerComputerName" text,
      "totalRamMb" integer,
      "supportAppNumber" text,
      "reportedSystem" jsonb,
      "installId" uuid not null constraint "RelayComputers_installId_key" unique,
      "deviceKey" text not null constraint "RelayComputers_deviceKey_key" unique,
      "enrolledKeyHash" text not null,
      "isTooOld" boolean not null default false,
      "latencyMs" integer,
      "lastNudgeAt" timestamptz,
      "connSeq" bigint not null default 0,
      "createdAt" timestamptz not null default relay_now(),
      "updatedAt" timestamptz not null default relay_now()
    )`.execute(db)
  await sql`create index "RelayComputers_customerId" on "RelayComputers" ("customerId")`.execute(db)
  await sql`
    create unique index "RelayComputers_onePrinterComputer" on "RelayComputers" ("customerId") where "role" = 1
  `.execute(db)
  await countComputers(db)
  await createPrinterConfigs(db)
}

// Counting 100,000 computers for a list sorted by their number took 60 ms, because heartbeats keep touching their rows.
// Triggers keep the number right whoever adds or removes computers.
async function countComputers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_relay_computers() returns trigger language plpgsql as $$
    begin
      update "Customers" c set "computerCount" = c."computerCount" + n."count" * tg_argv[0]::integer
      from (select "customerId", count(*) as "count" from changed group by "customerId") n
      where c."id" = n."customerId";
      return null;
    end $$`.execute(db)
  await sql`
    create trigger "RelayComputers_added" after insert on "RelayComputers" referencing new table as changed
    for each statement execute function count_relay_computers('1')`.execute(db)
  await sql`
    create trigger "RelayComputers_removed" after delete on "RelayComputers" referencing old table as changed
    for each statement execute function count_relay_computers('-1')`.execute(db)
}

// Older configurations stay as history; one is active.
async function createPrinterConfigs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table "PrinterConfigs" (
      "id" integer generated always as identity primary key,
      "customerId" integer not null references "Customers" ("id"),
      "printerComputerId" integer not null references "RelayComputers" ("id"),
      "printerName" text not null,
      "tcpPort" integer not null,
      "isActive" boolean not null default true,
      "updatedAt" timestamptz not null default relay_now()
    )`.execute(db)
  await sql`
    create unique index "PrinterConfigs_oneActive" on "PrinterConfigs" ("customerId") where "isActive"
  `.execute(db)
}
