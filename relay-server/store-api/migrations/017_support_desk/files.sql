-- Files in a conversation: each belongs to one message and goes with it.

create table "SupportFiles" (
  "taskId" integer not null,
  "seq" integer not null,
  -- What its bytes are, not what its sender called it.
  "kind" text not null check ("kind" in ('png', 'jpeg', 'pdf', 'text', 'bundle')),
  -- A picture of a label is shown by the person at the computer, who said yes to this very picture.
  "isLabel" boolean not null default false,
  "consentAt" timestamptz,
  "fileName" text not null check (length("fileName") between 1 and 120),
  "sha256" text not null check ("sha256" ~ '^[0-9a-f]{64}$'),
  "bytes" integer not null check ("bytes" between 1 and 2097152),
  "content" bytea not null,
  "at" timestamptz not null default relay_now(),
  primary key ("taskId", "seq"),
  foreign key ("taskId", "seq") references "SupportMessages" ("taskId", "seq"),
  check ("bytes" = octet_length("content")),
  constraint "SupportFiles_consent_check" check (not "isLabel" or "consentAt" is not null)
);
-- Already as small as it gets, mostly.
alter table "SupportFiles" alter column "content" set storage external;
