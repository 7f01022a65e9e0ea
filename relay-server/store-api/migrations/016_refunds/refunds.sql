-- What nobody here asked for is a refund as well: somebody gave money back at the provider's own page.
alter table "Refunds"
  drop constraint "Refunds_cause_check",
  add constraint "Refunds_cause_check" check ("cause" in ('staff', 'order_cancelled', 'too_late', 'provider')),
  -- The pharmacy was sent a message, or has no number.
  add "toldAt" timestamptz;
-- Nobody is told of what went back long ago.
update "Refunds" set "toldAt" = relay_now();
create index "Refunds_untold" on "Refunds" ("doneAt") where "state" = 'done' and "toldAt" is null;
