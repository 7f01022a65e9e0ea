-- Codes that prove a phone, and the tickets they were exchanged for. Each time one is asked for is a row, whether or not the phone is known.

create table "StoreCodes" (
  "id" integer generated always as identity primary key,
  "phoneHash" bytea not null,
  "addressHash" bytea not null,
  "askedAt" timestamptz not null,
  -- Of no code until one is on its way, so that the row of an unknown phone looks like any other.
  "codeHash" bytea not null,
  "expiresAt" timestamptz not null,
  "tries" smallint not null default 0 check ("tries" between 0 and 5),
  "usedAt" timestamptz,
  "ticketHash" bytea unique,
  "ticketEndsAt" timestamptz,
  "redeemedAt" timestamptz,
  constraint "StoreCodes_ticket" check
    (("ticketHash" is null) = ("usedAt" is null) and ("ticketEndsAt" is null) = ("usedAt" is null)),
  constraint "StoreCodes_redeemed" check ("redeemedAt" is null or "usedAt" is not null)
);

-- The newest of a phone is its only live one.
create index "StoreCodes_phone" on "StoreCodes" ("phoneHash", "id");
create index "StoreCodes_address" on "StoreCodes" ("addressHash", "askedAt");
create index "StoreCodes_asked" on "StoreCodes" ("askedAt");
