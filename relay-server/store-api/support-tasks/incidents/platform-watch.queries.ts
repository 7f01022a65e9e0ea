// Whether the platform itself is well, so that what is its own fault becomes no task: a relay hub lived at each look, without a gap.
import { sql } from 'kysely'
import type { StoreDb } from '../../database.ts'

/** Devices find their way back within 30 s; problems are looked at again so long after hub, database or this API came back. */
const SETTLED_AFTER = sql`interval '5 minutes'`
/** Looks come once a minute. After a longer gap nobody knows what was; a clock that was set looks alike. */
const LONGEST_GAP = sql`interval '5 minutes'`

/** Notes this look. True: hubs and looks have been there for long enough, or nobody ever looked before. */
export async function isPlatformWell(db: StoreDb): Promise<boolean> {
  const { rows } = await sql<{ isWell: boolean }>`
    with now as (
      select relay_now() as "at", exists (
        select from "RelayHubs" where "leaseUntil" > relay_now() and "leaseUntil" < 'infinity'
      ) as "lives"
    )
    insert into "PlatformWatch" as w ("lookedAt", "wellSince")
    select n."at", case when n."lives" then n."at" - ${SETTLED_AFTER} end from now n
    on conflict ("only") do update set "lookedAt" = excluded."lookedAt", "wellSince" = case
      when excluded."wellSince" is null then null
      when w."wellSince" is null or excluded."lookedAt" - w."lookedAt" > ${LONGEST_GAP}
        or excluded."lookedAt" < w."lookedAt" then excluded."lookedAt"
      else w."wellSince" end
    returning coalesce("wellSince" <= "lookedAt" - ${SETTLED_AFTER}, false) as "isWell"`.execute(db)
  return rows[0]?.isWell ?? false
}
