-- setWeek: by staff; learntWeek: of the hours in which the computers were online. A pharmacy without a row, or with neither,
-- counts as open. isOpen and openSince as of the last look; nextLookAt: when they may be otherwise.
create table "OpeningHours" (
  "customerId" integer primary key references "Customers" ("id") on delete cascade,
  "timeZone" text not null check (length("timeZone") between 1 and 64),
  "setWeek" jsonb,
  "learntWeek" jsonb,
  "learntAt" timestamptz,
  "isOpen" boolean not null default true,
  -- Null: as long as anybody knows.
  "openSince" timestamptz,
  "nextLookAt" timestamptz not null
);
create index "OpeningHours_nextLookAt" on "OpeningHours" ("nextLookAt");
create index "OpeningHours_closed" on "OpeningHours" ("customerId") where not "isOpen";
create index "OpeningHours_openSince" on "OpeningHours" ("openSince") where "isOpen" and "openSince" is not null;

-- Off while its pharmacy is closed.
alter table "RelayHealth" drop constraint "RelayHealth_level_check",
  add constraint "RelayHealth_level_check" check ("level" in ('stopped', 'warning', 'closed', 'well'));
alter table "PharmacyHealth" drop constraint "PharmacyHealth_level_check",
  add constraint "PharmacyHealth_level_check" check ("level" in ('stopped', 'warning', 'closed', 'well'));
