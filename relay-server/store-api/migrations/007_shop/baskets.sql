-- Addresses of pharmacies, coupons, and baskets: of an account, or of a stranger who is known by a token.

create table "Addresses" (
  "id" integer generated always as identity primary key,
  "customerId" integer not null references "Customers" ("id"),
  "name" text not null check (length("name") between 1 and 120),
  "line1" text not null check (length("line1") between 1 and 120),
  "line2" text not null default '',
  "postcode" text not null check (length("postcode") between 1 and 16),
  "city" text not null check (length("city") between 1 and 120),
  "country" text not null check ("country" ~ '^[A-Z]{2}$'),
  "version" integer not null default 1,
  "createdAt" timestamptz not null default relay_now()
);
create index "Addresses_customer" on "Addresses" ("customerId", "id");

-- One code, however it is written: without case, accents, dots and blanks.
create table "Coupons" (
  "id" integer generated always as identity primary key,
  "code" text not null check (length("code") between 3 and 40),
  "codeFold" text not null generated always as (replace(relay_fold("code"), ' ', '')) stored
    constraint "Coupons_code_key" unique,
  "percentBp" integer check ("percentBp" between 1 and 10000),
  "amountMinor" integer check ("amountMinor" between 1 and 100000000),
  "used" integer not null default 0,
  "max" integer not null check ("max" between 1 and 1000000),
  "maxEach" integer not null check ("maxEach" between 1 and 1000000),
  "from" timestamptz not null,
  "until" timestamptz not null,
  "version" integer not null default 1,
  constraint "Coupons_kind_check" check (num_nonnulls("percentBp", "amountMinor") = 1),
  constraint "Coupons_used_check" check ("used" between 0 and "max"),
  check ("from" < "until")
);
create table "CouponUses" (
  "couponId" integer not null references "Coupons" ("id"),
  "customerId" integer not null references "Customers" ("id"),
  "uses" integer not null check ("uses" >= 0),
  primary key ("couponId", "customerId")
);

create table "Carts" (
  "id" uuid primary key default gen_random_uuid(),
  "tokenHash" bytea check (length("tokenHash") = 32),
  "accountGuid" text,
  "state" text not null default 'open' check ("state" in ('open', 'ordered', 'merged')),
  "couponId" integer references "Coupons" ("id"),
  "mergedInto" uuid references "Carts" ("id"),
  "version" integer not null default 1,
  "createdAt" timestamptz not null default relay_now(),
  "updatedAt" timestamptz not null default relay_now(),
  check (num_nonnulls("tokenHash", "accountGuid") = 1),
  check (("state" = 'merged') = ("mergedInto" is not null)),
  check ("state" <> 'ordered' or "accountGuid" is not null)
);
create unique index "Carts_account_key" on "Carts" ("accountGuid") where "state" = 'open';
create unique index "Carts_token_key" on "Carts" ("tokenHash") where "state" = 'open';
create index "Carts_updated" on "Carts" ("updatedAt") where "state" = 'open';

-- A line that was taken out stays with quantity 0: its seq says which of two changes is the later one.
create table "CartLines" (
  "cartId" uuid not null references "Carts" ("id") on delete cascade,
  "productId" integer not null references "Products" ("id"),
  "quantity" integer not null check ("quantity" between 0 and 9999),
  "seq" bigint not null check ("seq" >= 0),
  -- What it cost when it was put there.
  "seenPriceMinor" integer not null,
  "addedAt" timestamptz not null default relay_now(),
  primary key ("cartId", "productId")
);
create index "CartLines_product" on "CartLines" ("productId");
