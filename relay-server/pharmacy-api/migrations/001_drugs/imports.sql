-- Imports of drug lists: how far each is, the bytes of its files until it ends, and what was found in them.

create table "DrugImports" (
  "id" integer generated always as identity primary key,
  "source" text not null,
  "encoding" text not null,
  "state" text not null default 'open' constraint "DrugImports_state" check
    ("state" in ('open', 'checking', 'checked', 'refused', 'applying', 'applied', 'failed', 'replaced')),
  "rowsRead" integer not null default 0,
  "percent" integer not null default 0 check ("percent" between 0 and 100),
  "counts" jsonb,
  "faults" integer not null default 0,
  "remarks" integer not null default 0,
  "rules" jsonb not null default '[]',
  "failure" text,
  "startedBy" text not null,
  "startedByGuid" text not null,
  "startedAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  -- Which of several checks and applications is under way: one that was given up writes nothing any more.
  "runId" uuid,
  constraint "DrugImports_failure" check (("failure" is not null) = ("state" = 'failed'))
);

-- One at a time for each list.
create unique index "DrugImports_live" on "DrugImports" ("source")
  where "state" in ('open', 'checking', 'checked', 'applying');

create table "DrugImportFiles" (
  "importId" integer not null references "DrugImports" on delete cascade,
  "name" text not null,
  "bytes" integer not null,
  "sha256" text not null,
  -- Whose parts are the file; null until all of it has come.
  "uploadId" uuid,
  primary key ("importId", "name")
);

-- In the database, because the next request may reach another process.
create table "DrugImportParts" (
  "importId" integer not null references "DrugImports" on delete cascade,
  "name" text not null,
  "uploadId" uuid not null,
  "part" integer not null,
  "bytes" bytea not null,
  primary key ("importId", "name", "uploadId", "part")
);
alter table "DrugImportParts" alter column "bytes" set storage external;

create table "DrugImportFaults" (
  "importId" integer not null references "DrugImports" on delete cascade,
  "place" integer not null,
  "file" text not null,
  "line" integer,
  "rule" text not null,
  "isFault" boolean not null,
  "what" text not null,
  primary key ("importId", "place")
);
