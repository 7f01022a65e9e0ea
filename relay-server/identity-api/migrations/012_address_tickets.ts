// Tickets of a sign-in from an address of one's pharmacy that nobody has used yet: at most one of a user and a computer.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('AddressTickets')
    .addColumn('userId', 'integer', (column) => column.notNull().references('Users.id').onDelete('cascade'))
    .addColumn('computerId', 'integer', (column) => column.notNull())
    .addColumn('ticketId', 'uuid', (column) => column.notNull())
    .addColumn('expiresAt', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('AddressTickets_pkey', ['userId', 'computerId'])
    .execute()
}
