-- What takes part in dispensing. Nothing here is of a patient.

create table "Devices" (
  "id" integer generated always as identity primary key,
  "pharmacyId" integer not null,
  "kind" text not null check ("kind" in ('workplace', 'scanner')),
  -- Of a workplace: the store's; it says the pharmacy, so it is of one pharmacy only.
  "deviceKey" text,
  "name" text not null,
  "createdAt" timestamptz not null default now(),
  "seenAt" timestamptz,
  -- A workplace that asks for scans does so again before then.
  "listensUntil" timestamptz,
  unique ("pharmacyId", "id"),
  check (("kind" = 'workplace') = ("deviceKey" is not null))
);
create unique index "Devices_deviceKey" on "Devices" ("pharmacyId", "deviceKey") where "deviceKey" is not null;

create table "DevicePairs" (
  "id" integer generated always as identity primary key,
  "pharmacyId" integer not null,
  "workplaceId" integer not null,
  "scannerId" integer not null,
  "pairedBy" uuid not null,
  "pairedAt" timestamptz not null default now(),
  "endedAt" timestamptz,
  foreign key ("pharmacyId", "workplaceId") references "Devices" ("pharmacyId", "id") on delete cascade,
  foreign key ("pharmacyId", "scannerId") references "Devices" ("pharmacyId", "id") on delete cascade
);
create unique index "DevicePairs_oneOpen" on "DevicePairs" ("scannerId") where "endedAt" is null;
create index "DevicePairs_workplace" on "DevicePairs" ("pharmacyId", "workplaceId");

-- Scans on their way, for some seconds.
create table "DeviceScans" (
  "id" bigint generated always as identity primary key,
  "pharmacyId" integer not null,
  "workplaceId" integer not null,
  "scannerId" integer not null,
  "text" text not null,
  "at" timestamptz not null default now(),
  foreign key ("pharmacyId", "workplaceId") references "Devices" ("pharmacyId", "id") on delete cascade,
  foreign key ("pharmacyId", "scannerId") references "Devices" ("pharmacyId", "id") on delete cascade
);
create index "DeviceScans_workplace" on "DeviceScans" ("pharmacyId", "workplaceId", "id");

select wall_in('"Devices"');
select wall_in('"DevicePairs"');
select wall_in('"DeviceScans"');
grant select, insert, update, delete on "Devices", "DevicePairs", "DeviceScans" to pharmacy_request;

-- Looked up before the pharmacy is known: digests, and whose they are. Outside the wall; no request's role sees them.
create table "ScannerTokens" (
  "tokenHash" bytea primary key,
  "pharmacyId" integer not null,
  "scannerId" integer not null unique,
  foreign key ("pharmacyId", "scannerId") references "Devices" ("pharmacyId", "id") on delete cascade
);
create table "DevicePairCodes" (
  "codeHash" bytea primary key,
  "pharmacyId" integer not null,
  "workplaceId" integer not null unique,
  "madeBy" uuid not null,
  "expiresAt" timestamptz not null,
  foreign key ("pharmacyId", "workplaceId") references "Devices" ("pharmacyId", "id") on delete cascade
);
