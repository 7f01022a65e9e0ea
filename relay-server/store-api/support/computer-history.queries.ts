// What a computer is at this moment, by the clock of the database.
import { sql } from 'kysely'
import type { Presence } from '@pharmacy-relay/shared/device.ts'
import type { StoreDb } from '../database.ts'

export interface PresenceNow {
  readonly at: Date
  /** Null for one that has never connected. */
  readonly presence: Presence | null
}

export async function presenceNow(db: StoreDb, computerId: number): Promise<PresenceNow> {
  const { rows } = await sql<PresenceNow>`
    select relay_now() as "at",
      (select "state" from "RelayPresence" where "computerId" = ${computerId}) as "presence"`.execute(db)
  return rows[0] ?? { at: new Date(), presence: null }
}
