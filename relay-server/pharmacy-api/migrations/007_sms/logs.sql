-- What became of each text message: without its text, and of the number a keyed hash and its last two digits.

create table "SmsLogs" (
  "id" integer generated always as identity primary key,
  "requestId" text not null unique,
  -- Null: of no pharmacy.
  "pharmacyId" integer,
  "template" text not null check ("template" in ('store_code', 'ready', 'refill', 'closed')),
  "phoneHash" bytea not null,
  "phoneTail" text not null check (length("phoneTail") = 2),
  "state" text not null check
    ("state" in ('queued', 'handed_over', 'delivered', 'failed', 'unknown', 'suppressed')),
  "reason" text,
  "segments" smallint not null,
  -- The message's row in the log of the identity API.
  "smsId" integer,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  constraint "SmsLogs_reason" check (("reason" is not null) = ("state" in ('failed', 'unknown', 'suppressed')))
);

create index "SmsLogs_created" on "SmsLogs" ("template", "createdAt");
-- Those whose process may have ended.
create index "SmsLogs_queued" on "SmsLogs" ("createdAt") where "state" = 'queued';
