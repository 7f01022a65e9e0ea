// Tries of any kind, counted by key in the database: exact, over restarts, and for every process together.
import { sql, type Kysely } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'

export interface AttemptLimit {
  /** So many within any window. */
  readonly limit: number
  readonly windowMs: number
}

interface Attempt extends AttemptLimit {
  readonly key: string
  readonly now: Date
}

/** Longest window of any limit: what is older counts nowhere. */
export const LONGEST_WINDOW_MS = 86_400_000

/** Counts one try, unless the limit is reached. One statement: tries at the same time wait for the row. True when counted. */
export async function takeAttempt(db: Kysely<IdentitySchema>, attempt: Attempt): Promise<boolean> {
  const { key, now, limit, windowMs } = attempt
  const since = new Date(now.getTime() - windowMs)
  const taken = await sql`
    insert into "Attempts" as a ("key", "times", "lastAt") values (${key}, array[${now}::timestamptz], ${now})
    on conflict ("key") do update
    set "times" = array(select t from unnest(a."times") t where t > ${since} order by t) || ${now}::timestamptz,
      "lastAt" = ${now}
    where (select count(*) from unnest(a."times") t where t > ${since}) < ${limit}
    returning "key"`.execute(db)
  return taken.rows.length > 0
}

/** Whether the next try would not be counted. Counts nothing. */
export async function isFull(db: Kysely<IdentitySchema>, attempt: Attempt): Promise<boolean> {
  const row = await db
    .selectFrom('Attempts')
    .select('times')
    .where('key', '=', attempt.key)
    .executeTakeFirst()
  const since = attempt.now.getTime() - attempt.windowMs
  return (row?.times ?? []).filter((time) => time.getTime() > since).length >= attempt.limit
}

/** Uncounts one try that was taken at `now`. */
export async function giveBackAttempt(
  db: Kysely<IdentitySchema>,
  { key, now }: { readonly key: string; readonly now: Date },
): Promise<void> {
  await sql`
    update "Attempts" set "times" = "times"[:array_position("times", ${now}) - 1]
      || "times"[array_position("times", ${now}) + 1:]
    where "key" = ${key} and ${now} = any("times")`.execute(db)
}

/** Seconds until the oldest of those that count does so no more; at least 1. */
export async function retryAfterS(db: Kysely<IdentitySchema>, attempt: Attempt): Promise<number> {
  const { key, now, windowMs } = attempt
  const row = await db.selectFrom('Attempts').select('times').where('key', '=', key).executeTakeFirst()
  const since = now.getTime() - windowMs
  const oldest = row?.times.find((time) => time.getTime() > since)
  return oldest === undefined ? 1 : Math.max(1, Math.ceil((oldest.getTime() - since) / 1_000))
}

/** Removes keys that were not tried within the longest window; how many. */
export async function deleteOldAttempts(db: Kysely<IdentitySchema>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - LONGEST_WINDOW_MS)
  const deleted = await sql`delete from "Attempts" where "lastAt" < ${before}`.execute(db)
  return Number(deleted.numAffectedRows ?? 0n)
}
