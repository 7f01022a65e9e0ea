// Reads and writes AddressTickets: a ticket is good as long as its row is there, and its use deletes the row.
import { sql, type Kysely, type Selectable } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'

type TicketRow = Selectable<IdentitySchema['AddressTickets']>

/** The one before, of the same user and computer, is none any more. */
export async function openTicket(db: Kysely<IdentitySchema>, row: TicketRow): Promise<void> {
  const { ticketId, expiresAt } = row
  await db
    .insertInto('AddressTickets')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'computerId']).doUpdateSet({ ticketId, expiresAt }))
    .execute()
}

/** False when it was used, replaced, or has ended. */
export async function closeTicket(
  db: Kysely<IdentitySchema>,
  given: Pick<TicketRow, 'userId' | 'ticketId'> & { readonly now: Date },
): Promise<boolean> {
  const closed = await db
    .deleteFrom('AddressTickets')
    .where('userId', '=', given.userId)
    .where('ticketId', '=', given.ticketId)
    .where('expiresAt', '>', given.now)
    .returning('userId')
    .executeTakeFirst()
  return closed !== undefined
}

export async function deleteOldTickets(db: Kysely<IdentitySchema>, now: Date): Promise<number> {
  const deleted = await sql`delete from "AddressTickets" where "expiresAt" < ${now}`.execute(db)
  return Number(deleted.numAffectedRows ?? 0n)
}
