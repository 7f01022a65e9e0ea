// What each computer is to do with labels, how far it has come with it, and the printers that computers reported.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "Customers" add column "printingVersion" integer not null default 1`.execute(db)
  // A Client's printerComputerName follows from the active configuration: a copy would outlive a rename.
  await sql`
    alter table "RelayComputers"
      add column "reportedPrinters" jsonb,
      add column "printersReportedAt" timestamptz,
      drop column "printerComputerName"`.execute(db)
  await nameByKind(db)
  // A row from the computer's first connection on. `document` is the body that `hash` is made of.
  await sql`
    create table "RelayAssignments" (
      "computerId" integer primary key references "RelayComputers" ("id") on delete cascade,
      "customerId" integer not null,
      "version" integer not null default 1,
      "hash" text not null,
      "document" jsonb not null,
      "changedAt" timestamptz not null default relay_now(),
      "state" text not null default 'waiting'
        check ("state" in ('waiting', 'sent', 'received', 'applied', 'failed')),
      "stateAt" timestamptz not null default relay_now(),
      "failureCode" text,
      "failureReason" text,
      check (("state" = 'failed') = ("failureCode" is not null and "failureReason" is not null))
    )`.execute(db)
  await sql`create index "RelayAssignments_customerId" on "RelayAssignments" ("customerId")`.execute(db)
}

// Printers were free text before. A name without a kind fits no contract any more: the page of its pharmacy would not open,
// nor a session of its computers. Most were queues of CUPS; one that is not fails at its computer and says so.
async function nameByKind(db: Kysely<unknown>): Promise<void> {
  for (const table of ['RelayComputers', 'PrinterConfigs']) {
    await sql`
      update ${sql.table(table)} set "printerName" = 'cups:' || btrim("printerName")
      where "printerName" !~ '^[a-z]{2,12}:\\S'`.execute(db)
  }
}
