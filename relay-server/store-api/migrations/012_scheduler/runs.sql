-- Tasks that a person paused, and every run of a task. pg-boss keeps its own tables in the schema pgboss.

create table "PausedTasks" (
  "task" text primary key,
  "pausedAt" timestamptz not null default relay_now(),
  "pausedBy" text not null
);

create table "TaskRuns" (
  "id" integer generated always as identity primary key,
  "task" text not null,
  "cause" text not null check ("cause" in ('schedule', 'person')),
  "attempt" integer not null check ("attempt" >= 1),
  "startedAt" timestamptz not null default relay_now(),
  -- It has ended by then, or whoever ran it is gone.
  "until" timestamptz not null,
  "endedAt" timestamptz,
  "outcome" text not null default 'running' check ("outcome" in ('running', 'done', 'failed')),
  "reason" text,
  "counts" jsonb not null default '{}',
  "findings" jsonb not null default '[]',
  -- It ended well and found nothing to do: kept for a day.
  "isIdle" boolean not null default false,
  check (("outcome" = 'running') = ("endedAt" is null)),
  check (("outcome" = 'failed') = ("reason" is not null))
);
-- However many processes there are, and whatever pg-boss thinks: a task runs once at a time.
create unique index "TaskRuns_running_key" on "TaskRuns" ("task") where "endedAt" is null;
create index "TaskRuns_task" on "TaskRuns" ("task", "id" desc);
create index "TaskRuns_failed" on "TaskRuns" ("task", "id" desc) where "outcome" = 'failed';
create index "TaskRuns_old" on "TaskRuns" ("startedAt");
