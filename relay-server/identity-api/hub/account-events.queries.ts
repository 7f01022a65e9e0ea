// Reads AccountEvents, which triggers write (migration 008): every change of a user's role or state, every end of a session.
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Outbox } from '../../db/event-feed.ts'
import type { IdentitySchema } from '../database-schema.ts'

/** NOTIFY channel of the triggers. */
export const ACCOUNT_EVENTS_CHANNEL = 'account_events'

/** The end of a session (`familyId`), or what a user is now. */
export type AccountEvent = Omit<Selectable<IdentitySchema['AccountEvents']>, 'at'>

export function accountOutbox(db: Kysely<IdentitySchema>): Outbox<AccountEvent> {
  const edge = async (order: 'asc' | 'desc'): Promise<number | null> => {
    const rows = db.selectFrom('AccountEvents').select('id').orderBy('id', order).limit(1)
    return (await rows.executeTakeFirst())?.id ?? null
  }
  return {
    after: (afterId, limit) =>
      db
        .selectFrom('AccountEvents')
        .select(['id', 'familyId', 'userGuid', 'role', 'pharmacyId', 'isActive'])
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute(),
    firstId: () => edge('asc'),
    lastId: async () => (await edge('desc')) ?? 0,
  }
}

/** The id after which the events of the last `withinMs` follow. */
export async function idBefore(db: Kysely<IdentitySchema>, withinMs: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(
      (select min("id") - 1 from "AccountEvents" where "at" > now() - ${withinMs} * interval '1 millisecond'),
      (select max("id") from "AccountEvents"), 0) as "id"`.execute(db)
  return rows[0]?.id ?? 0
}

/** Removes events older than a day; how many. The newest one stays, so that ids never seem to begin anew. */
export async function deleteOldAccountEvents(db: Kysely<IdentitySchema>): Promise<number> {
  const deleted = await sql`
    delete from "AccountEvents" where "at" < now() - interval '1 day'
    and "id" < (select max("id") from "AccountEvents")`.execute(db)
  return Number(deleted.numAffectedRows ?? 0n)
}
