-- Invoices and credit notes. What an order asks for is a task, in the order's transaction; one job gives the numbers, which is the
-- only one that waits for a counter; the picture is drawn afterwards, once.

-- Nothing was ever written to the table of 007, which had no place for what stands on an invoice.
drop table "Invoices";

create table "InvoiceTasks" (
  "id" bigint generated always as identity primary key,
  "orderId" bigint not null references "Orders" ("id"),
  "kind" text not null check ("kind" in ('invoice', 'credit_note')),
  -- What asks for it: paid, cancelled, or the id of a refund. The same one asks once.
  "cause" text not null check (length("cause") between 1 and 80),
  -- Of a credit note; null: all that is left of the invoice.
  "amountMinor" bigint check ("amountMinor" > 0),
  "createdAt" timestamptz not null default relay_now(),
  "tries" integer not null default 0,
  -- It has its number, or there was nothing left to credit.
  "writtenAt" timestamptz,
  "drawnAt" timestamptz,
  unique ("orderId", "kind", "cause"),
  check ("kind" = 'credit_note' or "amountMinor" is null),
  check ("drawnAt" is null or "writtenAt" is not null)
);
create unique index "InvoiceTasks_order_key" on "InvoiceTasks" ("orderId") where "kind" = 'invoice';
create index "InvoiceTasks_unwritten" on "InvoiceTasks" ("tries", "id") where "writtenAt" is null;
create index "InvoiceTasks_undrawn" on "InvoiceTasks" ("tries", "id") where "writtenAt" is not null and "drawnAt" is null;

create table "Invoices" (
  "id" bigint generated always as identity primary key,
  "series" text not null,
  "year" integer not null,
  "n" integer not null check ("n" >= 1),
  "number" text not null constraint "Invoices_text_key" unique,
  "kind" text not null check ("kind" in ('invoice', 'credit_note')),
  "taskId" bigint not null unique references "InvoiceTasks" ("id"),
  "orderId" bigint not null references "Orders" ("id"),
  "customerId" integer not null references "Customers" ("id"),
  "customerName" text not null,
  "correctsId" bigint references "Invoices" ("id"),
  "currency" text not null check ("currency" ~ '^[A-Z]{3}$'),
  "netMinor" bigint not null check ("netMinor" >= 0),
  "taxMinor" bigint not null check ("taxMinor" >= 0),
  "totalMinor" bigint not null check ("totalMinor" = "netMinor" + "taxMinor"),
  "issuedOn" date not null,
  "at" timestamptz not null,
  -- Everything that stands on it, as it was then: json, which keeps the text as it is.
  "document" json not null,
  "sha256" bytea not null,
  constraint "Invoices_number_key" unique ("series", "year", "n"),
  constraint "Invoices_sha256_check" check ("sha256" = sha256(convert_to("document"::text, 'UTF8'))),
  check ("number" = "series" || '-' || "year" || '-' || lpad("n"::text, greatest(6, length("n"::text)), '0')),
  check (("kind" = 'credit_note') = ("correctsId" is not null))
);
create unique index "Invoices_order_key" on "Invoices" ("orderId") where "kind" = 'invoice';
create index "Invoices_order" on "Invoices" ("orderId");
create index "Invoices_corrects" on "Invoices" ("correctsId") where "correctsId" is not null;
create index "Invoices_customer" on "Invoices" ("customerId", "issuedOn" desc, "id" desc);
create index "Invoices_issued" on "Invoices" ("issuedOn" desc, "id" desc);
create index "Invoices_kind" on "Invoices" ("kind", "issuedOn" desc, "id" desc);
create index "Invoices_prefix" on "Invoices" ("number" text_pattern_ops);

create table "InvoicePdfs" (
  "invoiceId" bigint primary key references "Invoices" ("id"),
  "bytes" bytea not null check (length("bytes") between 1 and 4194304),
  "sha256" bytea not null check ("sha256" = sha256("bytes")),
  "at" timestamptz not null default relay_now()
);
-- A PDF is packed already.
alter table "InvoicePdfs" alter column "bytes" set storage external;

-- The number before it must be there, and a credit note must leave nothing below 0. Whoever writes holds the counter's row.
create function refuse_wrong_invoice() returns trigger language plpgsql as $$
    begin
      if new."n" > 1 and not exists (
        select from "Invoices" where "series" = new."series" and "year" = new."year" and "n" = new."n" - 1) then
        raise exception 'The number before % is missing', new."number" using errcode = 'check_violation';
      end if;
      if new."correctsId" is not null then
        perform from "Invoices" where "id" = new."correctsId" for update;
        if not exists (
          select from "Invoices" i, lateral (
            select coalesce(sum(c."netMinor"), 0) as "net", coalesce(sum(c."taxMinor"), 0) as "tax"
            from "Invoices" c where c."correctsId" = i."id") taken
          where i."id" = new."correctsId" and i."kind" = 'invoice'
            and i."orderId" = new."orderId" and i."currency" = new."currency"
            and taken."net" + new."netMinor" <= i."netMinor" and taken."tax" + new."taxMinor" <= i."taxMinor") then
          raise exception 'More would be credited than was invoiced' using errcode = 'check_violation';
        end if;
      end if;
      return new;
    end $$;
create trigger "Invoices_next" before insert on "Invoices" for each row execute function refuse_wrong_invoice();

create function refuse_change_of_invoice() returns trigger language plpgsql as $$
    begin
      raise exception 'Invoices are never changed: a credit note takes one back' using errcode = 'check_violation';
    end $$;
create trigger "Invoices_fixed" before update or delete on "Invoices"
for each row execute function refuse_change_of_invoice();
create trigger "Invoices_kept" before truncate on "Invoices" execute function refuse_change_of_invoice();
create trigger "InvoicePdfs_fixed" before update or delete on "InvoicePdfs"
for each row execute function refuse_change_of_invoice();
create trigger "InvoicePdfs_kept" before truncate on "InvoicePdfs" execute function refuse_change_of_invoice();

-- A count never goes back, and never jumps.
create function refuse_jump_of_counter() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new."last" = old."last" + 1 and (new."series", new."year") = (old."series", old."year") then
        return new;
      end if;
      raise exception 'Numbers of invoices follow each other' using errcode = 'check_violation';
    end $$;
create trigger "InvoiceCounters_step" before update or delete on "InvoiceCounters"
for each row execute function refuse_jump_of_counter();
