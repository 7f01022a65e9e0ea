-- Prescriptions and their labels go with their patient. What they say stands in "sealed" alone.

create table "PatientPrescriptions" (
  "id" uuid primary key,
  "pharmacyId" integer not null,
  "patientId" uuid not null,
  "requestId" uuid not null,
  "state" text not null default 'draft',
  -- Drugs are never deleted.
  "drugId" integer references "Drugs",
  -- All that the DataMatrix of a label holds.
  "dispenseCode" text collate "C" not null,
  -- Drug as prescribed, directions, warnings, quantity, prescriber, what was found out about the pack.
  "sealed" bytea not null,
  "keyId" text not null,
  "version" integer not null default 1,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint "PatientPrescriptions_request_key" unique ("pharmacyId", "requestId"),
  constraint "PatientPrescriptions_code_key" unique ("dispenseCode"),
  constraint "PatientPrescriptions_tenant_key" unique ("pharmacyId", "id"),
  constraint "PatientPrescriptions_patient" foreign key ("pharmacyId", "patientId")
    references "PatientPhones" ("pharmacyId", "id") on delete cascade
);
create index "PatientPrescriptions_patientId" on "PatientPrescriptions" ("pharmacyId", "patientId");
create index "PatientPrescriptions_state" on "PatientPrescriptions" ("pharmacyId", "state", "id");
create index "PatientPrescriptions_drugId" on "PatientPrescriptions" ("drugId");
create index "PatientPrescriptions_keyId" on "PatientPrescriptions" ("keyId");

create table "PrescriptionLabels" (
  "id" uuid primary key,
  "pharmacyId" integer not null,
  "prescriptionId" uuid not null,
  "requestId" uuid not null,
  "n" integer not null,
  "media" jsonb not null,
  -- The document as it was handed out: the same request has the same answer.
  "sealed" bytea not null,
  "keyId" text not null,
  "jobId" uuid,
  "state" text not null default 'requested',
  "evidence" text,
  "withdrawnAt" timestamptz,
  "userGuid" text not null,
  "deviceKey" text,
  "traceId" text not null,
  "requestedAt" timestamptz not null default now(),
  "changedAt" timestamptz not null default now(),
  constraint "PrescriptionLabels_request_key" unique ("pharmacyId", "requestId"),
  constraint "PrescriptionLabels_job_key" unique ("pharmacyId", "jobId"),
  constraint "PrescriptionLabels_n_key" unique ("prescriptionId", "n"),
  constraint "PrescriptionLabels_prescription" foreign key ("pharmacyId", "prescriptionId")
    references "PatientPrescriptions" ("pharmacyId", "id") on delete cascade
);
create index "PrescriptionLabels_keyId" on "PrescriptionLabels" ("keyId");

select wall_in('"PatientPrescriptions"'), wall_in('"PrescriptionLabels"');
select let_keeper_in('"PatientPrescriptions"'), let_keeper_in('"PrescriptionLabels"');
grant select, insert, update on "PatientPrescriptions", "PrescriptionLabels" to pharmacy_request;
grant select, update on "PatientPrescriptions", "PrescriptionLabels" to pharmacy_keeper;
