// Which versions of the agent are releases: those that were seen at two pharmacies. One computer may claim any version; it
// makes nobody outdated with it, and the table stays small whatever it claims.
import { sql, type Kysely } from 'kysely'

/** Claims of one pharmacy's computers that are kept while no other pharmacy has the version; the newest. */
const KEPT_CLAIMS = 5
/** The newest. */
const KEPT_RELEASES = 200

export async function up(db: Kysely<unknown>): Promise<void> {
  // customerId: who was first. No foreign key: a release outlives the pharmacy that had it first.
  await sql`
    alter table "RelayAgentVersions" add column "customerId" integer,
      add column "isRelease" boolean not null default false`.execute(db)
  await judgeKnown(db)
  await sql`alter table "RelayAgentVersions" alter "customerId" set not null`.execute(db)
  await sql`
    create index "RelayAgentVersions_claims" on "RelayAgentVersions" ("customerId", "firstSeenAt")
    where not "isRelease"`.execute(db)
  await createKeeper(db)
  await callKeeper(db)
}

async function judgeKnown(db: Kysely<unknown>): Promise<void> {
  await sql`
    update "RelayAgentVersions" v set "customerId" = s."first", "isRelease" = s."first" <> s."last" from (
      select f."agentOrder", min(c."customerId") as "first", max(c."customerId") as "last"
      from "RelaySupportFacts" f join "RelayComputers" c on c."id" = f."computerId"
      where f."agentOrder" > 0 group by f."agentOrder"
    ) s where s."agentOrder" = v."agentOrder"`.execute(db)
  await sql`delete from "RelayAgentVersions" where "customerId" is null`.execute(db)
}

// The row of a version is locked by whoever is first, so that of two pharmacies at once the second one makes the release.
async function createKeeper(db: Kysely<unknown>): Promise<void> {
  await sql`
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
        order by "firstSeenAt" desc, "agentOrder" <> "order" offset ${sql.lit(KEPT_CLAIMS)});
      delete from "RelayAgentVersions" where "agentOrder" in (
        select "agentOrder" from "RelayAgentVersions" where "isRelease"
        order by "firstSeenAt" desc, "agentOrder" <> "order" offset ${sql.lit(KEPT_RELEASES)});
    end $$`.execute(db)
}

// As before but for the last step.
async function callKeeper(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function keep_support_facts() returns trigger language plpgsql as $$
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
    end $$`.execute(db)
}
