-- Drugs and packs of all lists. No row is ever deleted: prescriptions point at them.

create table "Drugs" (
  "id" integer generated always as identity primary key,
  "source" text not null,
  "code" text not null,
  "name" text not null,
  -- By fold() of drugs/fold.ts, as everything that is compared.
  "nameFold" text collate "C" not null,
  "substances" text[] not null,
  "form" text not null,
  "atc" text,
  "holder" text not null,
  "isActive" boolean not null,
  "withdrawnAt" timestamptz,
  -- The last one that changed it.
  "importId" integer references "DrugImports" on delete set null,
  -- The words of name and substances.
  "found" tsvector not null,
  constraint "Drugs_code_key" unique ("source", "code")
);
create index "Drugs_importId" on "Drugs" ("importId");

create table "DrugPacks" (
  "id" integer generated always as identity primary key,
  "drugId" integer not null references "Drugs",
  "source" text not null,
  "gtin" text collate "C" check (length("gtin") = 14),
  "code" text collate "C" not null,
  "codeKind" text not null,
  "label" text not null,
  "withdrawnAt" timestamptz,
  constraint "DrugPacks_code_key" unique ("codeKind", "code", "source")
);
create index "DrugPacks_drugId" on "DrugPacks" ("drugId");
create index "DrugPacks_gtin" on "DrugPacks" ("gtin") where "gtin" is not null;
create unique index "DrugPacks_liveGtin" on "DrugPacks" ("gtin", "source")
  where "gtin" is not null and "withdrawnAt" is null;
