-- The computers of the pharmacies, what they report, and the certificates that they are known by.

-- No isOnline column: presence is derived from sessions and leases.
create table "RelayComputers" (
  "id" integer generated always as identity primary key,
  "customerId" integer not null references "Customers" ("id"),
  "pcName" text not null,
  "username" text not null,
  -- As the device gives it; empty when it gives none.
  "email" text not null default '',
  "localIpAddress" text not null,
  "publicIpAddress" text,
  "softwareVersion" text not null,
  "role" smallint not null default 0 check ("role" in (0, 1, 2)),
  "reportedRole" smallint not null default 0 check ("reportedRole" in (0, 1, 2)),
  "printerName" text,
  "tcpPort" integer,
  "totalRamMb" integer,
  "supportAppNumber" text,
  "reportedSystem" jsonb,
  "installId" uuid not null constraint "RelayComputers_installId_key" unique,
  "deviceKey" text not null constraint "RelayComputers_deviceKey_key" unique,
  "isTooOld" boolean not null default false,
  "latencyMs" integer,
  "lastNudgeAt" timestamptz,
  "connSeq" bigint not null default 0,
  "createdAt" timestamptz not null default relay_now(),
  "updatedAt" timestamptz not null default relay_now(),
  "reportedPrinters" jsonb,
  "printersReportedAt" timestamptz,
  "jobsWaiting" jsonb,
  "displayName" text,
  "access" text not null default 'approved' check ("access" in ('approved', 'waiting', 'revoked')),
  "pairingCodeId" integer
);
create index "RelayComputers_customerId" on "RelayComputers" ("customerId");
create unique index "RelayComputers_onePrinterComputer" on "RelayComputers" ("customerId") where "role" = 1;

-- Counting 100,000 computers for a list sorted by their number took 60 ms, because heartbeats keep touching their rows.
-- Triggers keep the number right whoever adds or removes computers.
create function count_relay_computers() returns trigger language plpgsql as $$
    begin
      update "Customers" c set "computerCount" = c."computerCount" + n."count" * tg_argv[0]::integer
      from (select "customerId", count(*) as "count" from changed group by "customerId") n
      where c."id" = n."customerId";
      return null;
    end $$;
create trigger "RelayComputers_added" after insert on "RelayComputers" referencing new table as changed
  for each statement execute function count_relay_computers('1');
create trigger "RelayComputers_removed" after delete on "RelayComputers" referencing old table as changed
  for each statement execute function count_relay_computers('-1');

-- For each row, because a statement's trigger would look at every heartbeat.
create function count_moved_computer() returns trigger language plpgsql as $$
    begin
      update "Customers" set "computerCount" = "computerCount" + case when "id" = new."customerId" then 1 else -1 end
      where "id" in (old."customerId", new."customerId");
      return null;
    end $$;
create trigger "RelayComputers_moved" after update of "customerId" on "RelayComputers"
  for each row when (old."customerId" <> new."customerId") execute function count_moved_computer();

create table "RelayCertificates" (
  "computerId" integer not null references "RelayComputers" ("id") on delete cascade,
  "place" text not null check ("place" in ('pinned', 'successor')),
  "fingerprint" text not null check ("fingerprint" ~ '^[0-9a-f]{64}$'),
  "pem" text not null,
  "since" timestamptz not null default relay_now(),
  primary key ("computerId", "place")
);
-- Of two computers with one certificate nobody could tell whose labels come.
create unique index "RelayCertificates_oneOwner" on "RelayCertificates" ("fingerprint")
  where "place" <> 'reported';
create table "RelayEndorsements" (
  "computerId" integer not null references "RelayComputers" ("id") on delete cascade,
  "fingerprint" text not null,
  "endorsement" jsonb not null,
  "since" timestamptz not null default relay_now(),
  primary key ("computerId", "fingerprint")
);

-- An agent keeps the newest assignment it had: versions go on where they stood when it is paired again.
create table "RelayRemovedComputers" (
  "installId" uuid primary key,
  "assignmentVersion" integer not null,
  "removedAt" timestamptz not null default relay_now()
);

-- Computers whose clock is wrong: apart from the rows that heartbeats keep touching, and only those few.
create table "RelayWrongClocks" (
  "computerId" integer primary key references "RelayComputers" ("id") on delete cascade,
  "aheadMs" bigint not null,
  "since" timestamptz not null default relay_now()
);
create index "RelayWrongClocks_since" on "RelayWrongClocks" ("since", "computerId");
