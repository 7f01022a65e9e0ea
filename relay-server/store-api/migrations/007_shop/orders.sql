-- Orders with what was agreed copied into them, what they hold of the stock, and their history, which nobody can change.

create table "Orders" (
  "id" bigint generated always as identity primary key,
  "number" text not null constraint "Orders_number_key" unique check ("number" ~ '^[A-Z]{8}$'),
  "cartId" uuid not null constraint "Orders_cart_key" unique references "Carts" ("id"),
  "customerId" integer not null references "Customers" ("id"),
  "accountGuid" text not null,
  "state" text not null check ("state" in ('awaiting_payment', 'authorised', 'paid', 'shipped', 'completed', 'expired', 'cancelled')),
  "currency" text not null check ("currency" ~ '^[A-Z]{3}$'),
  "subtotalMinor" bigint not null check ("subtotalMinor" >= 0),
  "discountMinor" bigint not null check ("discountMinor" between 0 and "subtotalMinor"),
  "taxMinor" bigint not null check ("taxMinor" >= 0),
  "totalMinor" bigint not null,
  -- [{ taxBp, netMinor, taxMinor }]
  "taxes" jsonb not null,
  "couponId" integer references "Coupons" ("id"),
  "couponCode" text,
  "customerName" text not null,
  "address" jsonb not null,
  -- A person asked to cancel it while an attempt to pay was under way.
  "isCancelAsked" boolean not null default false,
  "placedAt" timestamptz not null default relay_now(),
  "expiresAt" timestamptz,
  "version" integer not null default 1,
  constraint "Orders_total_check" check ("totalMinor" = "subtotalMinor" - "discountMinor" + "taxMinor"),
  check (("couponId" is null) = ("couponCode" is null)),
  check ("state" <> 'awaiting_payment' or "expiresAt" is not null)
);
create index "Orders_customer" on "Orders" ("customerId", "id" desc);
create index "Orders_state" on "Orders" ("state", "id" desc);
create index "Orders_expires" on "Orders" ("expiresAt") where "state" = 'awaiting_payment';

create table "OrderLines" (
  "orderId" bigint not null references "Orders" ("id"),
  "productId" integer not null references "Products" ("id"),
  "sku" text not null,
  "name" text not null,
  "quantity" integer not null check ("quantity" between 1 and 9999),
  "priceMinor" integer not null check ("priceMinor" >= 0),
  "taxBp" integer not null check ("taxBp" between 0 and 10000),
  "netMinor" bigint not null,
  "discountMinor" bigint not null check ("discountMinor" between 0 and "netMinor"),
  primary key ("orderId", "productId"),
  check ("netMinor" = "quantity"::bigint * "priceMinor")
);
create index "OrderLines_product" on "OrderLines" ("productId", "orderId" desc);

create table "OrderHistory" (
  "orderId" bigint not null references "Orders" ("id"),
  "seq" integer not null check ("seq" >= 1),
  "was" text,
  "became" text not null,
  "cause" text not null,
  "actor" text not null,
  "traceId" text not null,
  "at" timestamptz not null default relay_now(),
  -- SHA-256 over the facts and the hash of the step before.
  "hash" bytea not null check (length("hash") = 32),
  primary key ("orderId", "seq"),
  check (("seq" = 1) = ("was" is null))
);

create function refuse_change_of_history() returns trigger language plpgsql as $$
    begin
      raise exception 'The history of orders and the ledger of stock are never changed';
    end $$;
create trigger "OrderHistory_fixed" before update or delete on "OrderHistory"
for each row execute function refuse_change_of_history();

-- The ledger: the sum of a product's rows of hold and release is what living orders hold. The key lets nothing happen twice:
-- a turn begins with each hold.
create table "StockMovements" (
  "orderId" bigint not null references "Orders" ("id"),
  "productId" integer not null references "Products" ("id"),
  "kind" text not null check ("kind" in ('hold', 'release', 'ship', 'return')),
  "turn" integer not null check ("turn" >= 0),
  "quantity" integer not null check ("quantity" > 0),
  "at" timestamptz not null default relay_now(),
  primary key ("orderId", "productId", "kind", "turn")
);
create trigger "StockMovements_fixed" before update or delete on "StockMovements"
for each row execute function refuse_change_of_history();

create table "IdempotencyKeys" (
  "caller" text not null,
  "key" uuid not null,
  "fingerprint" text not null,
  -- Null only within the transaction that made it.
  "reply" jsonb,
  "at" timestamptz not null default relay_now(),
  primary key ("caller", "key")
);
create index "IdempotencyKeys_at" on "IdempotencyKeys" ("at");
