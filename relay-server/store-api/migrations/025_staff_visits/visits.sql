-- When each member of staff looked at the overview last, and what it counted then: what changed since is told at the next visit.

create table "StaffVisits" (
  "staffGuid" text primary key check (length("staffGuid") between 1 and 64),
  -- The last look of this visit, the moment of the counts that it showed, and those counts by problem.
  "seenAt" timestamptz not null,
  "countedAt" timestamptz not null,
  "problems" jsonb not null,
  -- The same of the visit before; null: there was none.
  "since" timestamptz,
  "problemsThen" jsonb
);
