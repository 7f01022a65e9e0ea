-- How computers join: pairing codes, wrong tries by address, and the sides of one identity that two computers use.

-- A new code takes the row of one that ended: there are never more rows than beginnings of codes (8,000). Ids go on.
create sequence "RelayPairingCodes_id_seq" as integer;
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
  "copyOfComputerId" integer references "RelayComputers" ("id") on delete set null,
  "usedByName" text,
  "wrongFrom" text,
  "withdrawnBy" text
);
create index "RelayPairingCodes_customerId" on "RelayPairingCodes" ("customerId");
create index "RelayPairingCodes_copyOf" on "RelayPairingCodes" ("copyOfComputerId");
create table "RelayPairingTries" (
  "address" text primary key,
  "wrongAt" timestamptz[] not null,
  "lastAt" timestamptz not null
);
create index "RelayPairingTries_lastAt" on "RelayPairingTries" ("lastAt");
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
);
