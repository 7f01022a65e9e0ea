-- Who is connected: hubs under leases, sessions, the presence derived from both, and the outbox of changes.

create table "RelayHubs" (
  "hubId" uuid primary key,
  "startedAt" timestamptz not null default relay_now(),
  "leaseUntil" timestamptz not null,
  "draining" boolean not null default false
);

-- hubId is no foreign key: rows of hubs that are long dead go, their closed sessions stay for 30 days. openId: the
-- operation of its hub that opened it; with it a list of sockets is compared with the rows that are older than it.
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
  "silentSince" timestamptz,
  "openId" bigint not null default 0,
  constraint "RelaySessions_computer_connSeq_key" unique ("computerId", "connSeq")
);
create index "RelaySessions_openByComputer" on "RelaySessions" ("computerId") where "closedAt" is null;
create index "RelaySessions_openByCustomer" on "RelaySessions" ("customerId") where "closedAt" is null;
create index "RelaySessions_openByHub" on "RelaySessions" ("hubId") where "closedAt" is null;
create index "RelaySessions_closedAt" on "RelaySessions" ("closedAt") where "closedAt" is not null;

-- A cache with one writer: recomputePresence. `status`, the documented word, follows from `state`.
create table "RelayPresence" (
  "computerId" integer primary key references "RelayComputers" ("id") on delete cascade,
  "customerId" integer not null,
  "presenceSeq" bigint not null,
  "reason" text,
  "since" timestamptz not null,
  "lastOnlineAt" timestamptz,
  "state" text not null check ("state" in ('online', 'degraded', 'reconnecting', 'offline')),
  "graceUntil" timestamptz,
  "status" text not null
    generated always as (case when "state" = 'offline' then 'Offline' else 'Online' end) stored,
  check (("state" = 'reconnecting') = ("graceUntil" is not null))
);
create index "RelayPresence_online" on "RelayPresence" ("customerId") where "status" = 'Online';
create index "RelayPresence_graceUntil" on "RelayPresence" ("graceUntil") where "graceUntil" is not null;
create index "RelayPresence_offline" on "RelayPresence" ("since", "computerId") where "state" = 'offline';

-- One row for each presenceSeq. `was` tells a reader what came before the oldest row that is kept.
create table "RelayTransitions" (
  "computerId" integer not null references "RelayComputers" ("id") on delete cascade,
  "presenceSeq" bigint not null,
  "was" text not null,
  "became" text not null,
  "reason" text,
  "at" timestamptz not null,
  primary key ("computerId", "presenceSeq")
);
create index "RelayTransitions_at" on "RelayTransitions" ("at");

create table "RelayEvents" (
  "id" bigserial primary key,
  "customerId" integer not null,
  "computerId" integer,
  "kind" text not null check ("kind" in ('presence', 'computer', 'customer')),
  "presenceSeq" bigint,
  "payload" jsonb,
  "at" timestamptz not null default relay_now()
);
create index "RelayEvents_at" on "RelayEvents" ("at");
