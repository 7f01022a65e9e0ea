-- Support tasks with their messages. Every change raises the version under the lock of the task's row, and stands in the log.

create table "SupportTasks" (
  "id" integer generated always as identity primary key,
  "customerId" integer not null references "Customers" ("id"),
  "computerId" integer references "RelayComputers" ("id") on delete set null,
  "origin" text not null check ("origin" in ('pharmacy', 'staff', 'problem')),
  "problem" text,
  "problemSince" timestamptz,
  -- Null: nobody wrote a word, or it was erased.
  "subject" text check (length("subject") between 1 and 200),
  "priority" smallint not null check ("priority" between 1 and 3),
  "state" text not null default 'new' check ("state" in ('new', 'claimed', 'released', 'done', 'removed')),
  "version" integer not null default 1,
  "claimedBy" text,
  "claimedByName" text,
  "handoverNote" text check (length("handoverNote") <= 500),
  "lastSeq" integer not null default 0,
  -- Of messages that the pharmacy may read.
  "lastPublicSeq" integer not null default 0,
  -- Since when somebody of staff has to answer; null: answered.
  "unansweredSince" timestamptz,
  "firstAnsweredAt" timestamptz,
  "diagnosis" jsonb,
  "diagnosisAt" timestamptz,
  "language" text,
  "contactName" text,
  -- Who created it and his number for it: twice is once.
  "createKey" text not null constraint "SupportTasks_createKey_key" unique,
  "reopened" integer not null default 0,
  -- Of a problem: since when it is over.
  "wellSince" timestamptz,
  "createdAt" timestamptz not null default relay_now(),
  "doneAt" timestamptz,
  "resolution" text check (length("resolution") <= 500),
  "isSolved" boolean,
  constraint "SupportTasks_claimer_check" check (("state" = 'claimed') = ("claimedBy" is not null)),
  check (("claimedBy" is null) = ("claimedByName" is null)),
  check (("origin" = 'problem') = ("problem" is not null))
);
-- One open task for a computer and a problem, whoever looks at the same time.
create unique index "SupportTasks_one_problem" on "SupportTasks" ("computerId", "problem")
  where "origin" = 'problem' and "state" in ('new', 'claimed', 'released');
create index "SupportTasks_open" on "SupportTasks" ("state", "id") where "state" in ('new', 'claimed', 'released');
create index "SupportTasks_claimer" on "SupportTasks" ("claimedBy") where "claimedBy" is not null;
create index "SupportTasks_customer" on "SupportTasks" ("customerId", "id" desc);
create index "SupportTasks_computer" on "SupportTasks" ("computerId", "id" desc);
create index "SupportTasks_done" on "SupportTasks" ("doneAt" desc, "id" desc) where "state" in ('done', 'removed');

create table "SupportMessages" (
  "taskId" integer not null references "SupportTasks" ("id"),
  "seq" integer not null check ("seq" >= 1),
  "clientId" uuid not null,
  "author" text not null check ("author" in ('staff', 'pharmacy')),
  -- The guid of a member of staff; null: the pharmacy.
  "authorGuid" text,
  "authorName" text not null,
  "isInternal" boolean not null default false,
  -- Empty where it was erased.
  "text" text not null check (length("text") <= 4000),
  "erasedAt" timestamptz,
  "at" timestamptz not null default relay_now(),
  primary key ("taskId", "seq"),
  constraint "SupportMessages_client_key" unique ("taskId", "clientId"),
  check (("author" = 'staff') = ("authorGuid" is not null)),
  check (not ("isInternal" and "author" = 'pharmacy'))
);

-- reader: the guid of a member of staff, or `pharmacy`.
create table "SupportReads" (
  "taskId" integer not null references "SupportTasks" ("id"),
  "reader" text not null,
  "readSeq" integer not null,
  primary key ("taskId", "reader")
);

create table "SupportTaskLog" (
  "taskId" integer not null references "SupportTasks" ("id"),
  "version" integer not null,
  "at" timestamptz not null default relay_now(),
  "action" text not null,
  "was" text,
  "became" text not null,
  -- Null: the platform itself, or the pharmacy.
  "byGuid" text,
  "byName" text,
  "note" text check (length("note") <= 500),
  primary key ("taskId", "version")
);
create function refuse_change_of_task_log() returns trigger language plpgsql as $$
    begin
      raise exception 'The log of support tasks is never changed';
    end $$;
create trigger "SupportTaskLog_fixed" before update or delete on "SupportTaskLog"
for each row execute function refuse_change_of_task_log();

create table "SupportProblemRules" (
  "problem" text primary key,
  "isOn" boolean not null,
  "afterMinutes" integer not null check ("afterMinutes" between 0 and 10080),
  "priority" smallint not null check ("priority" between 1 and 3)
);
-- Offline is a problem after an hour by itself.
insert into "SupportProblemRules" ("problem", "isOn", "afterMinutes", "priority") values
  ('offline', true, 0, 2),
  ('answers', true, 10, 1),
  ('configuration', true, 10, 2),
  ('conflict', true, 10, 2),
  ('expired', false, 0, 2),
  ('approval', false, 0, 3),
  ('outdated', false, 0, 3),
  ('clock', false, 10, 3);

alter table "RelayEvents" drop constraint "RelayEvents_kind_check";
alter table "RelayEvents" add constraint "RelayEvents_kind_check"
  check ("kind" in ('presence', 'computer', 'customer', 'support_task', 'support_message'));
