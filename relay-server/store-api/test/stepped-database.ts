// The time of a store database that only tests move.
import { sql } from 'kysely'
import type { StoreDb } from '../database.ts'

/** From now on relay_now() stands still but for steps: a slow machine makes no lease lapse and no grace end. */
export async function holdDatabaseTime(db: StoreDb): Promise<void> {
  await sql`
    create or replace function relay_now() returns timestamptz language sql stable
    as $$ select timestamptz '2026-11-20 09:00:00Z' + "offset" from "RelayClock" $$`.execute(db)
}

/** Moves relay_now() ahead. */
export async function stepDatabaseTime({ db }: { readonly db: StoreDb }, ms: number): Promise<void> {
  await sql`update "RelayClock" set "offset" = "offset" + make_interval(secs => ${ms} / 1000.0)`.execute(db)
}
