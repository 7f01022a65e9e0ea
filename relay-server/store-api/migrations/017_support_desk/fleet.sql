-- What all computers together were like, hour by hour, and how many have which problem now: counted once a minute for all who look.

create table "FleetHours" (
  "hour" timestamptz primary key,
  -- The last look within the hour, and the lowest.
  "online" integer not null check ("online" >= 0),
  "fewestOnline" integer not null check ("fewestOnline" >= 0),
  "computers" integer not null check ("computers" >= 0),
  -- Of the labels that computers reported for this hour; null: not counted yet.
  "labels" bigint,
  "labelProblems" bigint
);

create table "FleetNow" (
  "only" boolean primary key default true check ("only"),
  "countedAt" timestamptz not null,
  "pharmacies" integer not null,
  "computers" integer not null,
  "online" integer not null,
  -- How many have it, by problem.
  "problems" jsonb not null
);
