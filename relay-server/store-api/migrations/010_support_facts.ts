// What support looks for over all pharmacies: facts of each computer apart from the rows that heartbeats keep touching, and
// indexes by problem.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createFunctions(db)
  await createFacts(db)
  await createSearch(db)
  await createKeeper(db)
  await createFactTriggers(db)
  await createTextTriggers(db)
  await fillIn(db)
  await createIndexes(db)
}

async function createFunctions(db: Kysely<unknown>): Promise<void> {
  // Sorts versions: a preview before its release, and everything that is too old before everything that is not.
  await sql`
    create function relay_agent_order("version" text, "isTooOld" boolean) returns bigint
    language sql immutable as $$
      select case when "isTooOld" then coalesce(o."order", 0) - 1000000000000000 else o."order" end
      from (select case when "version" ~ '^\\d{1,4}\\.\\d{1,4}\\.\\d{1,6}(-|$)' then (
        split_part("version", '.', 1)::bigint * 10000000000 + split_part("version", '.', 2)::bigint * 1000000
        + substring(split_part("version", '.', 3) from '^\\d+')::bigint
      ) * 2 + case when "version" like '%-%' then 0 else 1 end end as "order") o
    $$`.execute(db)
  // Names and addresses, each after a line feed, so that the beginning of one can be looked for.
  await sql`
    create function relay_search_text("names" text[]) returns text language sql immutable as $$
      select coalesce(string_agg(E'\\n' || lower(n), '' order by i), '')
      from unnest("names") with ordinality as u(n, i) where n <> ''
    $$`.execute(db)
  // A part of a text can only stand where all its groups of three characters do. An index of arrays is a part of every
  // server; the extension for this is not.
  await sql`
    create function relay_grams("text" text) returns text[] language sql immutable as $$
      select coalesce(array_agg(distinct substr("text", i, 3)), '{}')
      from generate_series(1, length("text") - 2) i
    $$`.execute(db)
}

// agentOrder, answersSince and unseenSince are null for a computer that may not connect: none of it is a problem then.
async function createFacts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table "RelaySupportFacts" (
      "computerId" integer primary key references "RelayComputers" ("id") on delete cascade,
      "access" text not null,
      "accessSince" timestamptz not null,
      "agentOrder" bigint,
      "answers" integer not null,
      "answersSince" timestamptz,
      "unseenSince" timestamptz
    )`.execute(db)
  await sql`
    create table "RelayAgentVersions" (
      "agentOrder" bigint primary key,
      "version" text not null,
      "firstSeenAt" timestamptz not null default relay_now()
    )`.execute(db)
  await sql`
    create function relay_support_facts("of" "RelayComputers") returns "RelaySupportFacts" language sql stable as $$
      select "of"."id", "of"."access", relay_now(),
        case when m."may" then relay_agent_order("of"."softwareVersion", "of"."isTooOld") end,
        case when m."may" then m."answers" else 0 end,
        case when m."may" and m."answers" > 0 then relay_now() end,
        case when m."may" and "of"."connSeq" = 0 then relay_now() end
      from (select "of"."access" = 'approved' as "may", coalesce(("of"."jobsWaiting" ->> 'unknown')::integer, 0)
        + coalesce(("of"."jobsWaiting" ->> 'held')::integer, 0) as "answers") m
    $$`.execute(db)
}

// Apart from the facts, which change more often: its index is large.
async function createSearch(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table "RelaySearchTexts" (
      "computerId" integer primary key references "RelayComputers" ("id") on delete cascade,
      "text" text not null,
      "grams" text[] not null
    )`.execute(db)
  // Counting groups of three over a sample of 30,000 texts would take seconds; 3,000 tell as much.
  await sql`
    alter table "RelaySearchTexts" alter "computerId" set statistics 10, alter "text" set statistics 10,
      alter "grams" set statistics 10`.execute(db)
  await sql`
    create function relay_search_texts("of" "RelayComputers") returns "RelaySearchTexts" language sql stable as $$
      select "of"."id", t."text", relay_grams(t."text")
      from (select relay_search_text(array["of"."pcName", coalesce("of"."displayName", ''), "of"."localIpAddress",
        coalesce("of"."publicIpAddress", '')]) as "text") t
    $$`.execute(db)
}

async function createKeeper(db: Kysely<unknown>): Promise<void> {
  await sql`
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
      if now_is."agentOrder" > 0 and not exists (
        select from "RelayAgentVersions" where "agentOrder" = now_is."agentOrder"
      ) then
        insert into "RelayAgentVersions" ("agentOrder", "version")
        values (now_is."agentOrder", new."softwareVersion") on conflict do nothing;
      end if;
      return null;
    end $$`.execute(db)
}

// Triggers, whoever writes; for each row, because a statement's trigger would look at every heartbeat.
async function createFactTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger "RelayComputers_newFacts" after insert on "RelayComputers"
    for each row execute function keep_support_facts()`.execute(db)
  await sql`
    create trigger "RelayComputers_facts" after update of "softwareVersion", "isTooOld", "jobsWaiting", "access",
      "connSeq" on "RelayComputers"
    for each row when (
      row(old."softwareVersion", old."isTooOld", old."jobsWaiting" -> 'unknown', old."jobsWaiting" -> 'held',
        old."access", old."connSeq" = 0)
      is distinct from
      row(new."softwareVersion", new."isTooOld", new."jobsWaiting" -> 'unknown', new."jobsWaiting" -> 'held',
        new."access", new."connSeq" = 0)
    ) execute function keep_support_facts()`.execute(db)
}

async function createTextTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_search_text() returns trigger language plpgsql as $$
    begin
      insert into "RelaySearchTexts" select t.* from relay_search_texts(new) t
      on conflict ("computerId") do update set "text" = excluded."text", "grams" = excluded."grams";
      return null;
    end $$`.execute(db)
  await sql`
    create trigger "RelayComputers_newText" after insert on "RelayComputers"
    for each row execute function keep_search_text()`.execute(db)
  await sql`
    create trigger "RelayComputers_text" after update of "pcName", "displayName", "localIpAddress", "publicIpAddress"
      on "RelayComputers"
    for each row when (
      row(old."pcName", old."displayName", old."localIpAddress", old."publicIpAddress")
      is distinct from row(new."pcName", new."displayName", new."localIpAddress", new."publicIpAddress")
    ) execute function keep_search_text()`.execute(db)
}

// What stood there before: since when is not known better than since its row was made, or since now.
async function fillIn(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into "RelaySupportFacts" select f.* from "RelayComputers" c cross join lateral relay_support_facts(c) f`.execute(
    db,
  )
  await sql`
    insert into "RelaySearchTexts" select t.* from "RelayComputers" c cross join lateral relay_search_texts(c) t`.execute(
    db,
  )
  await sql`
    update "RelaySupportFacts" f set "accessSince" = c."createdAt",
      "unseenSince" = case when f."unseenSince" is not null then c."createdAt" end
    from "RelayComputers" c where c."id" = f."computerId"`.execute(db)
  await sql`
    insert into "RelayAgentVersions" ("agentOrder", "version")
    select distinct on (f."agentOrder") f."agentOrder", c."softwareVersion" from "RelaySupportFacts" f
    join "RelayComputers" c on c."id" = f."computerId" where f."agentOrder" > 0 order by f."agentOrder", c."id"
  `.execute(db)
}

// No list of pending entries for the groups: whoever fills it up would wait seconds until they are sorted in.
async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const indexes = [
    sql`create index "RelaySearchTexts_grams" on "RelaySearchTexts" using gin ("grams") with (fastupdate = off)`,
    sql`create index "RelaySupportFacts_agent" on "RelaySupportFacts" ("agentOrder", "computerId")`,
    sql`create index "RelaySupportFacts_answers" on "RelaySupportFacts" ("answersSince", "computerId")
      where "answersSince" is not null`,
    sql`create index "RelaySupportFacts_unseen" on "RelaySupportFacts" ("unseenSince", "computerId")
      where "unseenSince" is not null`,
    sql`create index "RelaySupportFacts_notApproved" on "RelaySupportFacts" ("access", "accessSince", "computerId")
      where "access" <> 'approved'`,
    sql`create index "RelayPresence_offline" on "RelayPresence" ("since", "computerId") where "state" = 'offline'`,
    sql`create index "RelayAssignments_failed" on "RelayAssignments" ("stateAt", "computerId")
      where "state" = 'failed'`,
    sql`create index "RelayJobHours_expired" on "RelayJobHours" ("hour", "computerId")
      where ("counts" ->> 'expired')::integer > 0`,
  ]
  for (const index of indexes) await index.execute(db)
}
