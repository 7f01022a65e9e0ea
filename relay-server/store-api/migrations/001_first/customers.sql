-- The database's clock, the record of what was seeded, and the pharmacies.

create table "RelayClock" (
  "onlyRow" boolean primary key default true check ("onlyRow"),
  "offset" interval not null default '0'
);
insert into "RelayClock" default values;

-- The one time of the store database. Only tests move the offset.
create function relay_now() returns timestamptz language sql stable
    as $$ select now() + "offset" from "RelayClock" $$;

create table "Seeds" (
  "name" text primary key,
  "facts" jsonb not null,
  "seededAt" timestamptz not null default relay_now()
);

-- storeNumber sorts P-999 before P-1042. searchText is one haystack for all four filters of the list: at 10,000
-- pharmacies one sequential scan of it is quicker than an extension that a server may not have.
create table "Customers" (
  "id" integer generated always as identity primary key,
  "storeId" text not null constraint "Customers_storeId_key" unique check ("storeId" ~ '^P-[0-9]{1,9}$'),
  "name" text not null,
  "email" text not null,
  "phone" text,
  "version" integer not null default 1,
  "computerCount" integer not null default 0,
  "createdAt" timestamptz not null default relay_now(),
  "updatedAt" timestamptz not null default relay_now(),
  "storeNumber" integer not null generated always as (substring("storeId" from 3)::integer) stored,
  "nameLower" text not null generated always as (lower("name")) stored,
  "emailLower" text not null generated always as (lower("email")) stored,
  "searchText" text not null generated always as
    (lower("storeId" || E'\n' || "name" || E'\n' || "email" || E'\n' || coalesce("phone", ''))) stored,
  "printingVersion" integer not null default 1
);
create index "Customers_storeNumber" on "Customers" ("storeNumber", "id");
create index "Customers_nameLower" on "Customers" ("nameLower", "id");
create index "Customers_emailLower" on "Customers" ("emailLower", "id");
create index "Customers_computerCount" on "Customers" ("computerCount", "id");
