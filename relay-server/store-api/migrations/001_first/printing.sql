-- What each computer is to do with labels, how far it has come with it, and what it reports of its labels.

-- Older configurations stay as history; one is active.
create table "PrinterConfigs" (
  "id" integer generated always as identity primary key,
  "customerId" integer not null references "Customers" ("id"),
  "printerComputerId" integer not null references "RelayComputers" ("id"),
  "printerName" text not null,
  "tcpPort" integer not null,
  "isActive" boolean not null default true,
  "updatedAt" timestamptz not null default relay_now()
);
create unique index "PrinterConfigs_oneActive" on "PrinterConfigs" ("customerId") where "isActive";

-- A row from the computer's first connection on. `document` is the body that `hash` is made of.
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
  "failure" jsonb,
  check (("state" = 'failed') = ("failure" is not null))
);
create index "RelayAssignments_customerId" on "RelayAssignments" ("customerId");
create index "RelayAssignments_failed" on "RelayAssignments" ("stateAt", "computerId") where "state" = 'failed';

-- Counters per hour, kept 90 days. Of two reports of one hour the higher version is the newer.
create table "RelayJobHours" (
  "computerId" integer not null references "RelayComputers" ("id") on delete cascade,
  "hour" timestamptz not null,
  "version" bigint not null,
  "counts" jsonb not null,
  "took" jsonb not null,
  primary key ("computerId", "hour")
);
create index "RelayJobHours_hour" on "RelayJobHours" ("hour");
create index "RelayJobHours_expired" on "RelayJobHours" ("hour", "computerId")
  where ("counts" ->> 'expired')::integer > 0;
