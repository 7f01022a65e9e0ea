-- Written by health/ alone. Apart from the rows that heartbeats and staff keep touching.

-- group: the problem of support that it belongs to; null for what stops nothing, and where the cause is at another computer.
create table "RelayHealth" (
  "computerId" integer primary key references "RelayComputers" ("id") on delete cascade,
  "customerId" integer not null,
  "level" text not null check ("level" in ('stopped', 'warning', 'well')),
  "cause" jsonb,
  "atComputerId" integer,
  "since" timestamptz not null,
  "group" text check ("group" in ('printer', 'way', 'stopped')),
  check (("level" = 'well') = ("cause" is null))
);
create index "RelayHealth_customerId" on "RelayHealth" ("customerId");
create index "RelayHealth_group" on "RelayHealth" ("group", "since", "computerId") where "group" is not null;

-- level: null for a pharmacy without computers.
create table "PharmacyHealth" (
  "customerId" integer primary key references "Customers" ("id") on delete cascade,
  "level" text check ("level" in ('stopped', 'warning', 'well')),
  "cause" jsonb,
  "atComputerId" integer,
  "since" timestamptz not null
);
create index "PharmacyHealth_level" on "PharmacyHealth" ("level", "since", "customerId");

-- How far the outbox was followed. fromCustomerId: every pharmacy with a higher id is still to be computed anew.
create table "HealthProgress" (
  "onlyRow" boolean primary key default true check ("onlyRow"),
  "lastEventId" bigint not null,
  "fromCustomerId" integer
);
insert into "HealthProgress" ("lastEventId", "fromCustomerId")
  select coalesce(max("id"), 0), 0 from "RelayEvents";

-- Off: a printer or computer that is switched off in the evening is no task. An Admin may switch them on.
insert into "SupportProblemRules" ("problem", "isOn", "afterMinutes", "priority") values
  ('printer', false, 10, 1),
  ('way', false, 10, 1),
  ('stopped', false, 10, 1);
