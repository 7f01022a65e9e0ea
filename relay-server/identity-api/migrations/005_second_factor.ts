// Second factors, their recovery codes, and sign-ins that wait for a code.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('SecondFactors')
    .addColumn('userId', 'integer', (column) =>
      column.primaryKey().references('Users.id').onDelete('cascade'),
    )
    .addColumn('sealedSecret', 'bytea')
    .addColumn('newSealedSecret', 'bytea')
    .addColumn('lastStep', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('activeSince', 'timestamptz')
    .execute()
  await db.schema
    .createTable('RecoveryCodes')
    .addColumn('userId', 'integer', (column) => column.notNull().references('Users.id').onDelete('cascade'))
    .addColumn('proof', 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('RecoveryCodes_pkey', ['userId', 'proof'])
    .execute()
  await db.schema
    .createTable('PendingSignIns')
    .addColumn('tokenHash', 'bytea', (column) => column.primaryKey())
    .addColumn('userId', 'integer', (column) => column.notNull().references('Users.id').onDelete('cascade'))
    .addColumn('passwordHash', 'text', (column) => column.notNull())
    .addColumn('deviceId', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('agent', 'text')
    .addColumn('wrongCodes', 'integer', (column) => column.notNull())
    .addColumn('expiresAt', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('PendingSignIns_expiresAt').on('PendingSignIns').column('expiresAt').execute()
}
