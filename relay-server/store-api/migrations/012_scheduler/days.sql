-- What each day was like, counted in the night after; a later count of the same day replaces it.

create table "DaySummaries" (
  "day" date primary key,
  "currency" text not null check ("currency" ~ '^[A-Z]{3}$'),
  "ordersPlaced" integer not null,
  "ordersPaid" integer not null,
  "ordersShipped" integer not null,
  "ordersCancelled" integer not null,
  "ordersExpired" integer not null,
  "revenueMinor" bigint not null,
  "refundedMinor" bigint not null,
  "labels" bigint not null,
  "labelProblems" bigint not null,
  "computers" integer not null,
  "countedAt" timestamptz not null default relay_now()
);
