-- Who is on call, and days on which nobody answers: support tasks are due by the time between them.

create table "SupportDuty" (
  "only" boolean primary key default true check ("only"),
  "version" integer not null default 1,
  -- Null: nobody is told by text message.
  "phone" text,
  "language" text not null default 'en',
  "changedAt" timestamptz not null default relay_now(),
  "changedByName" text
);
insert into "SupportDuty" default values;

-- A day from midnight to midnight of the zone in which it was set: 23 or 25 hours where clocks change.
create table "SupportClosedDays" (
  "day" date primary key,
  "from" timestamptz not null,
  "until" timestamptz not null check ("until" > "from")
);

create function support_due("since" timestamptz, "priority" integer) returns timestamptz language plpgsql stable as $$
    declare
      due timestamptz;
      closed record;
    begin
      if "since" is null then return null; end if;
      due := "since" + case "priority" when 1 then interval '15 minutes' when 2 then interval '1 hour' else interval '8 hours' end;
      for closed in
        select d."from", d."until" from "SupportClosedDays" d where d."until" > "since" order by d."from"
      loop
        exit when closed."from" >= due;
        due := due + (closed."until" - greatest(closed."from", "since"));
      end loop;
      return due;
    end $$;

-- What was written stands until the row, or the list of days, changes.
alter table "SupportTasks" alter column "dueAt" drop expression;
create function set_support_due() returns trigger language plpgsql as $$
    begin
      new."dueAt" := support_due(new."unansweredSince", new."priority");
      return new;
    end $$;
create trigger "SupportTasks_due" before insert or update of "unansweredSince", "priority" on "SupportTasks"
for each row execute function set_support_due();
