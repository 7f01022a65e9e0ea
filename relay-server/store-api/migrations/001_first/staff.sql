-- What staff did, written in the transaction of the change itself.

create table "StaffOperationHistory" (
  "id" integer generated always as identity primary key,
  "at" timestamptz not null default relay_now(),
  "staffGuid" text not null,
  "staffName" text not null,
  "staffRole" text not null,
  "action" text not null,
  "customerId" integer,
  "computerId" integer,
  "summary" text not null
);
create index "StaffOperationHistory_customerId" on "StaffOperationHistory" ("customerId", "id" desc);
