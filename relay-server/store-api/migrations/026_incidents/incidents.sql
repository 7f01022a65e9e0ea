-- An incident: many pharmacies that got the same problem within minutes. One task for all of them, and it belongs to none.

alter table "SupportTasks" alter column "customerId" drop not null;
alter table "SupportTasks" drop constraint "SupportTasks_origin_check";
alter table "SupportTasks" add constraint "SupportTasks_origin_check"
  check ("origin" in ('pharmacy', 'staff', 'problem', 'incident'));
alter table "SupportTasks" drop constraint "SupportTasks_check1";
alter table "SupportTasks" add constraint "SupportTasks_problem_check"
  check (("origin" in ('problem', 'incident')) = ("problem" is not null));
alter table "SupportTasks" add constraint "SupportTasks_customer_check"
  check (("origin" = 'incident') = ("customerId" is null));
-- One open incident for a problem, whoever looks at the same time.
create unique index "SupportTasks_one_incident" on "SupportTasks" ("problem")
  where "origin" = 'incident' and "state" in ('new', 'claimed', 'released');

-- Whom it hit. wellSince: since when the problem is over there.
create table "IncidentComputers" (
  "taskId" integer not null references "SupportTasks" ("id"),
  "computerId" integer not null references "RelayComputers" ("id") on delete cascade,
  "customerId" integer not null references "Customers" ("id"),
  "since" timestamptz not null,
  "wellSince" timestamptz,
  primary key ("taskId", "computerId")
);
create index "IncidentComputers_customer" on "IncidentComputers" ("customerId", "taskId");
create index "IncidentComputers_computer" on "IncidentComputers" ("computerId");

create table "Incidents" (
  "taskId" integer primary key references "SupportTasks" ("id"),
  -- Pharmacies that have the problem now, and all that had it: counted once for all who look.
  "hitNow" integer not null default 0,
  "hitAll" integer not null default 0,
  -- The text message to who is on call: since when it is to be sent, null: nothing is; the how many-th of this incident.
  "due" timestamptz,
  "sentAt" timestamptz,
  "n" integer not null default 1
);

-- Since when the platform itself is known to be well: at each look a relay hub lived, and looks had no gap.
create table "PlatformWatch" (
  "only" boolean primary key default true check ("only"),
  "lookedAt" timestamptz not null,
  "wellSince" timestamptz
);
