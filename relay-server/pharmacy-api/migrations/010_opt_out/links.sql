-- Whose messages the link of a message ends. Its token is looked up before a pharmacy is known, so the owner reads the digests, and no
-- request's role does: it adds rows of its own pharmacy, in the transaction that takes the message. They go with their patient.

create table "OptOutLinks" (
  "tokenHash" bytea primary key check (octet_length("tokenHash") = 32),
  "pharmacyId" integer not null,
  "patientId" uuid not null,
  "expiresAt" timestamptz not null,
  constraint "OptOutLinks_patient" foreign key ("pharmacyId", "patientId")
    references "PatientPhones" ("pharmacyId", "id") on delete cascade
);
create index "OptOutLinks_patient" on "OptOutLinks" ("pharmacyId", "patientId");
create index "OptOutLinks_expires" on "OptOutLinks" ("expiresAt");

-- Not forced: for the owner it is open.
alter table "OptOutLinks" enable row level security;
create policy "tenant" on "OptOutLinks" for insert to pharmacy_request with check ("pharmacyId" = tenant_id());
grant insert on "OptOutLinks" to pharmacy_request;
