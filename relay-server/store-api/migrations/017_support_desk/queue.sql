-- The queue in its order, and its counts, from indexes alone. By UTC, since a generated column may not depend on a session's zone.

alter table "SupportTasks" add column "dueAt" timestamptz generated always as ((("unansweredSince" at time zone 'UTC')
  + case "priority" when 1 then interval '15 minutes' when 2 then interval '1 hour' else interval '8 hours' end)
  at time zone 'UTC') stored;

drop index "SupportTasks_open";
create index "SupportTasks_open" on "SupportTasks" ("dueAt", "priority", "id") include ("state")
  where "state" in ('new', 'claimed', 'released');
create index "SupportTasks_free" on "SupportTasks" ("dueAt", "priority", "id") where "state" in ('new', 'released');
drop index "SupportTasks_claimer";
create index "SupportTasks_claimer" on "SupportTasks" ("claimedBy", "dueAt", "priority", "id") include ("lastSeq")
  where "claimedBy" is not null;
drop index "SupportTasks_done";
create index "SupportTasks_done" on "SupportTasks" ("doneAt" desc nulls last, "id" desc) where "state" in ('done', 'removed');
-- Times to the first answer and to the end, by day.
create index "SupportTasks_created" on "SupportTasks" ("createdAt") include ("firstAnsweredAt", "doneAt");

-- Most rows are read for their numbers: long diagnoses lie beside the table from 500 bytes on.
alter table "SupportTasks" set (toast_tuple_target = 512);
