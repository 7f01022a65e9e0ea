-- Cross-sale. Nothing here tells of a person: a basket is a number made by chance, with its pharmacy and its day.

-- What counts as one medicine: the ATC code of level 5, else substances and form. Null where neither is known. Long ones are cut
-- to what an index takes, with a hash of all of it.
create function drug_group(atc text, substances text[], form text) returns text language sql immutable parallel safe as $$
  select case
    when length(atc) = 7 then atc
    when k."key" is null then null
    when length(k."key") > 160 then left(k."key", 160) || '#' || md5(k."key")
    else k."key" end
  from (select string_agg(lower(s), '+' order by lower(s) collate "C") || '|' || lower(form) as "key"
    from unnest(substances) s) k
$$;

alter table "Drugs"
  -- As the list says; null where it does not.
  add column "supply" text constraint "Drugs_supply" check ("supply" in ('free', 'prescription', 'controlled')),
  add column "group" text collate "C" generated always as (drug_group("atc", "substances", "form")) stored;
create index "Drugs_group" on "Drugs" ("group") where "withdrawnAt" is null;

create table "CrossSales" (
  "id" integer generated always as identity primary key,
  "kind" text not null constraint "CrossSales_kind" check ("kind" in ('rule', 'mined')),
  "ifGroup" text collate "C" not null,
  "thenGroup" text collate "C" not null,
  "reason" text not null,
  -- Null: nobody has said what the medicine warns of.
  "flags" text[],
  "minAge" integer,
  "validUntil" date,
  "baskets" integer,
  "pharmacies" integer,
  "confidence" double precision,
  "lift" double precision,
  -- The last night that found the pair.
  "measuredOn" date,
  "approvedBy" text,
  "approvedAt" timestamptz,
  "recordedBy" text,
  "recordedByGuid" text,
  "endedAt" timestamptz,
  "changedBy" text not null,
  "changedByGuid" text,
  "changedAt" timestamptz not null default now(),
  "version" integer not null default 1,
  constraint "CrossSales_groups" check ("ifGroup" <> "thenGroup"),
  constraint "CrossSales_mined" check (("kind" = 'mined') = ("lift" is not null and "measuredOn" is not null)),
  constraint "CrossSales_approved" check ("approvedAt" is null or ("approvedBy" is not null and "flags" is not null))
);
create unique index "CrossSales_pair" on "CrossSales" ("ifGroup", "thenGroup", "kind") where "endedAt" is null;

create table "CrossSaleBaskets" (
  "pharmacyId" integer not null,
  "basketId" uuid not null,
  -- A day, so that a basket cannot be joined to a sale by its time.
  "day" date not null,
  "groups" text[] collate "C" not null,
  primary key ("pharmacyId", "basketId")
);
create index "CrossSaleBaskets_day" on "CrossSaleBaskets" ("day");

create table "CrossSaleAnswers" (
  "pharmacyId" integer not null,
  "basketId" uuid not null,
  "crossSaleId" integer not null references "CrossSales",
  "answer" text not null check ("answer" in ('accepted', 'declined')),
  primary key ("pharmacyId", "basketId", "crossSaleId"),
  foreign key ("pharmacyId", "basketId") references "CrossSaleBaskets" on delete cascade
);
create index "CrossSaleAnswers_crossSaleId" on "CrossSaleAnswers" ("crossSaleId");
