-- What a pharmacy says of itself: how its phones are read, and what stands on its labels.

create table "PharmacyProfiles" (
  "pharmacyId" integer primary key,
  "name" text not null,
  "address" text not null,
  "phone" text,
  -- ISO 3166-1 alpha-2: phones without a country code are of this one.
  "country" text not null check ("country" ~ '^[A-Z]{2}$'),
  "language" text not null,
  -- IANA: the day on a label is of the pharmacy's own calendar.
  "timeZone" text not null,
  "version" integer not null default 1,
  "updatedAt" timestamptz not null default now()
);
select wall_in('"PharmacyProfiles"');
grant select, insert, update on "PharmacyProfiles" to pharmacy_request;
