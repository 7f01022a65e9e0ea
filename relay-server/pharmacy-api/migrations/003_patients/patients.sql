-- The patient of one pharmacy, found by phone. What is said of a person stands in "sealed" alone (sealing/row-sealer.ts).

create table "PatientPhones" (
  "id" uuid primary key,
  "pharmacyId" integer not null,
  -- Keyed hash of the E.164 number (sealing/phone-index.ts).
  "phoneHash" bytea not null check (octet_length("phoneHash") = 16),
  "indexKeyId" text not null,
  -- Phone, name, birth year, flags.
  "sealed" bytea not null,
  "keyId" text not null,
  "smsConsent" boolean not null,
  "version" integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint "PatientPhones_phone_key" unique ("pharmacyId", "phoneHash", "indexKeyId"),
  -- For keys of other tables that must name the pharmacy, too.
  constraint "PatientPhones_tenant_key" unique ("pharmacyId", "id")
);
-- For the rotation, and for a start that looks whether a key is gone.
create index "PatientPhones_keyId" on "PatientPhones" ("keyId");
create index "PatientPhones_indexKeyId" on "PatientPhones" ("indexKeyId");

select wall_in('"PatientPhones"');
select let_keeper_in('"PatientPhones"');
grant select, insert, update, delete on "PatientPhones" to pharmacy_request;
grant select, update, delete on "PatientPhones" to pharmacy_keeper;
