-- seenAt moves with every portion: one that stands still was left by a process that ended.
create table "ProductImports" (
  "id" integer generated always as identity primary key,
  "state" text not null check ("state" in ('applying', 'applied', 'refused', 'failed')),
  "rows" integer not null,
  "rowsDone" integer not null default 0 check ("rowsDone" between 0 and "rows"),
  "added" integer not null default 0,
  "changed" integer not null default 0,
  "faultCount" integer not null,
  "faults" jsonb not null,
  "startedBy" text not null,
  "startedAt" timestamptz not null default relay_now(),
  "seenAt" timestamptz not null default relay_now(),
  check (("state" = 'refused') = ("faultCount" > 0))
);
-- One at a time.
create unique index "ProductImports_applying_key" on "ProductImports" ((true)) where "state" = 'applying';
