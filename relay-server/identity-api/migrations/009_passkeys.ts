// Passkeys, and the challenges that browsers are given for them.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('Passkeys')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('userId', 'integer', (column) => column.notNull().references('Users.id').onDelete('cascade'))
    .addColumn('credentialId', 'text', (column) => column.notNull().unique())
    .addColumn('publicKey', 'bytea', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', sql`text[]`, (column) => column.notNull())
    .addColumn('isBackedUp', 'boolean', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'timestamptz', (column) => column.notNull())
    .addColumn('lastUsedAt', 'timestamptz')
    .execute()
  await db.schema.createIndex('Passkeys_userId').on('Passkeys').column('userId').execute()
  await db.schema
    .createTable('PasskeyChallenges')
    .addColumn('challenge', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) =>
      column.notNull().check(sql`"purpose" in ('register', 'sign-in', 'second-factor', 'again')`),
    )
    .addColumn('userId', 'integer', (column) => column.references('Users.id').onDelete('cascade'))
    .addColumn('expiresAt', 'timestamptz', (column) => column.notNull())
    // Before a sign-in nobody knows who it is; of any other purpose the challenge is one user's.
    .addCheckConstraint('PasskeyChallenges_user', sql`("userId" is null) = ("purpose" = 'sign-in')`)
    .execute()
  await db.schema
    .createIndex('PasskeyChallenges_expiresAt')
    .on('PasskeyChallenges')
    .column('expiresAt')
    .execute()
}
