-- What support looks for over all pharmacies: facts of each computer apart from the rows that heartbeats keep touching, and
-- indexes by problem.

-- Sorts versions: a preview before its release, and everything that is too old before everything that is not.
create function relay_agent_order("version" text, "isTooOld" boolean) returns bigint
language sql immutable as $$
      select case when "isTooOld" then coalesce(o."order", 0) - 1000000000000000 else o."order" end
      from (select case when "version" ~ '^\d{1,4}\.\d{1,4}\.\d{1,6}(-|$)' then (
        split_part("version", '.', 1)::bigint * 10000000000 + split_part("version", '.', 2)::bigint * 1000000
        + substring(split_part("version", '.', 3) from '^\d+')::bigint
      ) * 2 + case when "version" like '%-%' then 0 else 1 end end as "order") o
    $$;

-- Names and addresses, each after a line feed, so that the beginning of one can be looked for.
create function relay_search_text("names" text[]) returns text language sql immutable as $$
      select coalesce(string_agg(E'\n' || lower(n), '' order by i), '')
      from unnest("names") with ordinality as u(n, i) where n <> ''
    $$;

-- A part of a text can only stand where all its groups of three characters do. An index of arrays is a part of every
-- server; the extension for this is not.
create function relay_grams("text" text) returns text[] language sql immutable as $$
      select coalesce(array_agg(distinct substr("text", i, 3)), '{}')
      from generate_series(1, length("text") - 2) i
    $$;

-- agentOrder, answersSince and unseenSince are null for a computer that may not connect: none of it is a problem then.
create table "RelaySupportFacts" (
  "computerId" integer primary key references "RelayComputers" ("id") on delete cascade,
  "access" text not null,
  "accessSince" timestamptz not null,
  "agentOrder" bigint,
  "answers" integer not null,
  "answersSince" timestamptz,
  "unseenSince" timestamptz
);

-- Which versions of the agent are releases: those that were seen at two pharmacies. One computer may claim any version; it
-- makes nobody outdated with it, and the table stays small whatever it claims. customerId: who was first. No foreign key: a
-- release outlives the pharmacy that had it first.
create table "RelayAgentVersions" (
  "agentOrder" bigint primary key,
  "version" text not null,
  "firstSeenAt" timestamptz not null default relay_now(),
  "customerId" integer not null,
  "isRelease" boolean not null default false
);

create index "RelayAgentVersions_claims" on "RelayAgentVersions" ("customerId", "firstSeenAt") where not "isRelease";

create function relay_support_facts("of" "RelayComputers") returns "RelaySupportFacts" language sql stable as $$
      select "of"."id", "of"."access", relay_now(),
        case when m."may" then relay_agent_order("of"."softwareVersion", "of"."isTooOld") end,
        case when m."may" then m."answers" else 0 end,
        case when m."may" and m."answers" > 0 then relay_now() end,
        case when m."may" and "of"."connSeq" = 0 then relay_now() end
      from (select "of"."access" = 'approved' as "may", coalesce(("of"."jobsWaiting" ->> 'unknown')::integer, 0)
        + coalesce(("of"."jobsWaiting" ->> 'held')::integer, 0) as "answers") m
    $$;

-- The row of a version is locked by whoever is first, so that of two pharmacies at once the second one makes the release. The
-- newest 5 claims of one pharmacy are kept while no other has the version, and the newest 200 releases.
create function note_agent_version("order" bigint, "named" text, "of" integer) returns void language plpgsql as $$
    begin
      if exists (
        select from "RelayAgentVersions" where "agentOrder" = "order" and ("isRelease" or "customerId" = "of")
      ) then
        return;
      end if;
      insert into "RelayAgentVersions" as held ("agentOrder", "version", "customerId") values ("order", "named", "of")
      on conflict ("agentOrder") do update set "isRelease" = true
        where not held."isRelease" and held."customerId" <> excluded."customerId";
      delete from "RelayAgentVersions" where "agentOrder" in (
        select "agentOrder" from "RelayAgentVersions" where "customerId" = "of" and not "isRelease"
        order by "firstSeenAt" desc, "agentOrder" <> "order" offset 5);
      delete from "RelayAgentVersions" where "agentOrder" in (
        select "agentOrder" from "RelayAgentVersions" where "isRelease"
        order by "firstSeenAt" desc, "agentOrder" <> "order" offset 200);
    end $$;

create function keep_support_facts() returns trigger language plpgsql as $$
    declare now_is "RelaySupportFacts";
    begin
      now_is := relay_support_facts(new);
      if tg_op = 'INSERT' then
        now_is."accessSince" := new."createdAt";
        now_is."unseenSince" := case when now_is."unseenSince" is not null then new."createdAt" end;
      end if;
      insert into "RelaySupportFacts" as held select now_is.*
      on conflict ("computerId") do update set
        "access" = excluded."access",
        "accessSince" = case when held."access" = excluded."access" then held."accessSince"
          else excluded."accessSince" end,
        "agentOrder" = excluded."agentOrder", "answers" = excluded."answers",
        "answersSince" = case when excluded."answersSince" is null then null
          else coalesce(held."answersSince", excluded."answersSince") end,
        "unseenSince" = case when excluded."unseenSince" is null then null
          else coalesce(held."unseenSince", excluded."unseenSince") end;
      if now_is."agentOrder" > 0 then
        perform note_agent_version(now_is."agentOrder", new."softwareVersion", new."customerId");
      end if;
      return null;
    end $$;

-- Triggers, whoever writes; for each row, because a statement's trigger would look at every heartbeat.
create trigger "RelayComputers_newFacts" after insert on "RelayComputers"
for each row execute function keep_support_facts();

create trigger "RelayComputers_facts" after update of "softwareVersion", "isTooOld", "jobsWaiting", "access",
  "connSeq" on "RelayComputers"
for each row when (
  row(old."softwareVersion", old."isTooOld", old."jobsWaiting" -> 'unknown', old."jobsWaiting" -> 'held',
    old."access", old."connSeq" = 0)
  is distinct from
  row(new."softwareVersion", new."isTooOld", new."jobsWaiting" -> 'unknown', new."jobsWaiting" -> 'held',
    new."access", new."connSeq" = 0)
) execute function keep_support_facts();

-- Apart from the facts, which change more often: its index is large.
create table "RelaySearchTexts" (
  "computerId" integer primary key references "RelayComputers" ("id") on delete cascade,
  "text" text not null,
  "grams" text[] not null
);

-- Counting groups of three over a sample of 30,000 texts would take seconds; 3,000 tell as much.
alter table "RelaySearchTexts" alter "computerId" set statistics 10, alter "text" set statistics 10,
  alter "grams" set statistics 10;

create function relay_search_texts("of" "RelayComputers") returns "RelaySearchTexts" language sql stable as $$
      select "of"."id", t."text", relay_grams(t."text")
      from (select relay_search_text(array["of"."pcName", coalesce("of"."displayName", ''), "of"."localIpAddress",
        coalesce("of"."publicIpAddress", '')]) as "text") t
    $$;

create function keep_search_text() returns trigger language plpgsql as $$
    begin
      insert into "RelaySearchTexts" select t.* from relay_search_texts(new) t
      on conflict ("computerId") do update set "text" = excluded."text", "grams" = excluded."grams";
      return null;
    end $$;

create trigger "RelayComputers_newText" after insert on "RelayComputers"
for each row execute function keep_search_text();

create trigger "RelayComputers_text" after update of "pcName", "displayName", "localIpAddress", "publicIpAddress"
  on "RelayComputers"
for each row when (
  row(old."pcName", old."displayName", old."localIpAddress", old."publicIpAddress")
  is distinct from row(new."pcName", new."displayName", new."localIpAddress", new."publicIpAddress")
) execute function keep_search_text();

-- No list of pending entries for the groups: whoever fills it up would wait seconds until they are sorted in.
create index "RelaySearchTexts_grams" on "RelaySearchTexts" using gin ("grams") with (fastupdate = off);
create index "RelaySupportFacts_agent" on "RelaySupportFacts" ("agentOrder", "computerId");
create index "RelaySupportFacts_answers" on "RelaySupportFacts" ("answersSince", "computerId")
  where "answersSince" is not null;
create index "RelaySupportFacts_unseen" on "RelaySupportFacts" ("unseenSince", "computerId")
  where "unseenSince" is not null;
create index "RelaySupportFacts_notApproved" on "RelaySupportFacts" ("access", "accessSince", "computerId")
  where "access" <> 'approved';
