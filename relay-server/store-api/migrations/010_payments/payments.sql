-- Attempts to pay: the page at the provider, why one failed, when its word is asked for again.
alter table "Payments"
  -- Sent to the provider once more with the same key, so they are kept as they were sent.
  add "returnUrl" text not null default '' check (length("returnUrl") <= 2000),
  add "language" text not null default 'en',
  add "redirectUrl" text check (length("redirectUrl") <= 2000),
  add "fault" text,
  -- Asked of the provider, done or not; without those that it refused.
  add "refundAskedMinor" bigint not null default 0,
  add "asks" integer not null default 0,
  -- By a page, which asks as well.
  add "askedAt" timestamptz,
  add "nextAskAt" timestamptz not null default relay_now(),
  add constraint "Payments_refund_asked_check" check ("refundAskedMinor" between 0 and "capturedMinor");
drop index "Payments_open";
create index "Payments_ask" on "Payments" ("nextAskAt") where "state" in ('created', 'requires_action', 'authorised');
create index "Payments_order" on "Payments" ("orderId", "createdAt");
create index "Payments_state" on "Payments" ("state", "createdAt" desc, "id");
create index "Payments_newest" on "Payments" ("createdAt" desc, "id");

-- A row for each amount that goes back: what staff asked for, or the platform by itself. `n` is that of its task.
alter table "Refunds"
  add "cause" text not null default 'staff' check ("cause" in ('staff', 'order_cancelled', 'too_late')),
  add "state" text not null default 'asked' check ("state" in ('asked', 'done', 'failed')),
  add "doneAt" timestamptz,
  -- [{ taxBp, netMinor, taxMinor }]: its part of each rate of the order; together its amount.
  add "taxes" jsonb not null default '[]',
  add constraint "Refunds_done_check" check (("state" = 'done') = ("doneAt" is not null));

-- What the provider must be told, tried again until it answers or the tries are used up.
alter table "ProviderTasks"
  add "dueAt" timestamptz not null default relay_now(),
  add "fault" text,
  add "givenUpAt" timestamptz;
drop index "ProviderTasks_open";
create index "ProviderTasks_due" on "ProviderTasks" ("dueAt") where "doneAt" is null and "givenUpAt" is null;
create index "ProviderTasks_given_up" on "ProviderTasks" ("givenUpAt") where "doneAt" is null and "givenUpAt" is not null;
