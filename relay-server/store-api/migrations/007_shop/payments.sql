-- Attempts to pay, what the provider said of them and what it must still be told; invoices with numbers without a gap.

create table "Payments" (
  -- The provider's key for it as well.
  "id" uuid primary key default gen_random_uuid(),
  "orderId" bigint not null references "Orders" ("id"),
  "providerId" text unique,
  "state" text not null default 'created'
    check ("state" in ('created', 'requires_action', 'authorised', 'captured', 'failed', 'canceled')),
  "rank" integer not null generated always as (
    case "state" when 'created' then 0 when 'requires_action' then 1 when 'authorised' then 2 else 3 end) stored,
  "amountMinor" bigint not null check ("amountMinor" > 0),
  "capturedMinor" bigint not null default 0,
  "refundedMinor" bigint not null default 0,
  "lastFour" text check ("lastFour" ~ '^[0-9]{4}$'),
  "createdAt" timestamptz not null default relay_now(),
  "updatedAt" timestamptz not null default relay_now(),
  constraint "Payments_captured_check" check ("capturedMinor" between 0 and "amountMinor"),
  constraint "Payments_refunded_check" check ("refundedMinor" between 0 and "capturedMinor")
);
-- Never two attempts alive.
create unique index "Payments_living_key" on "Payments" ("orderId")
  where "state" in ('created', 'requires_action', 'authorised', 'captured');
create index "Payments_open" on "Payments" ("createdAt") where "state" in ('created', 'requires_action');

create function refuse_lower_rank() returns trigger language plpgsql as $$
    begin
      if new."state" <> old."state" and (case new."state" when 'created' then 0 when 'requires_action' then 1 when 'authorised' then 2 else 3 end) <= old."rank"
        or new."capturedMinor" < old."capturedMinor" or new."refundedMinor" < old."refundedMinor" then
        raise exception 'What is known of a payment only grows' using errcode = 'check_violation';
      end if;
      return new;
    end $$;
create trigger "Payments_grow" before update on "Payments" for each row execute function refuse_lower_rank();

create table "Refunds" (
  "id" uuid primary key default gen_random_uuid(),
  "paymentId" uuid not null references "Payments" ("id"),
  "n" integer not null check ("n" >= 1),
  "amountMinor" bigint not null check ("amountMinor" > 0),
  "reason" text not null check (length("reason") <= 200),
  "actor" text not null,
  "at" timestamptz not null default relay_now(),
  unique ("paymentId", "n")
);

create table "PaymentEvents" (
  "id" text primary key,
  "paymentId" uuid,
  "kind" text not null,
  "at" timestamptz not null default relay_now()
);
create index "PaymentEvents_at" on "PaymentEvents" ("at");

create table "ProviderTasks" (
  "paymentId" uuid not null references "Payments" ("id"),
  "kind" text not null check ("kind" in ('capture', 'cancel', 'refund')),
  "n" integer not null default 1,
  "doneAt" timestamptz,
  "tries" integer not null default 0,
  "createdAt" timestamptz not null default relay_now(),
  primary key ("paymentId", "kind", "n")
);
create index "ProviderTasks_open" on "ProviderTasks" ("createdAt") where "doneAt" is null;

-- One job locks the counter's row and writes the invoice in the same transaction: a number is never burnt.
create table "InvoiceCounters" (
  "series" text not null,
  "year" integer not null,
  "last" integer not null default 0 check ("last" >= 0),
  primary key ("series", "year")
);
create table "Invoices" (
  "id" bigint generated always as identity primary key,
  "series" text not null,
  "year" integer not null,
  "n" integer not null check ("n" >= 1),
  "orderId" bigint not null references "Orders" ("id"),
  "kind" text not null check ("kind" in ('invoice', 'credit_note')),
  "totalMinor" bigint not null,
  "pdf" bytea not null,
  "sha256" bytea not null check (length("sha256") = 32),
  "at" timestamptz not null default relay_now(),
  constraint "Invoices_number_key" unique ("series", "year", "n")
);
create unique index "Invoices_order_key" on "Invoices" ("orderId") where "kind" = 'invoice';
create index "Invoices_order" on "Invoices" ("orderId");
create trigger "Invoices_fixed" before update or delete on "Invoices"
for each row execute function refuse_change_of_history();
