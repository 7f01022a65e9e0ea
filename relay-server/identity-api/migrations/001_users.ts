// Users, the seeds that were sown, the keys that sign tokens, and the sign-in sessions that refresh tokens belong to.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createUsers(db)
  await db.schema
    .createTable('Seeds')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('sownAt', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('SigningKeys')
    .addColumn('kid', 'text', (column) => column.primaryKey())
    .addColumn('publicJwk', 'jsonb', (column) => column.notNull())
    .addColumn('sealedPrivateKey', 'bytea', (column) => column.notNull())
    .addColumn('createdAt', 'timestamptz', (column) => column.notNull())
    .addColumn('retiredAt', 'timestamptz')
    .execute()
  await createRefreshFamilies(db)
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('Users')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('guid', 'uuid', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('passwordHash', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) =>
      column.notNull().check(sql`"role" in ('Admin', 'Support', 'SuperSupport', 'Pharmacist', 'Customer')`),
    )
    .addColumn('pharmacyId', 'integer')
    .addColumn('isActive', 'boolean', (column) => column.notNull())
    .addColumn('createdAt', 'timestamptz', (column) => column.notNull())
    .addColumn('updatedAt', 'timestamptz', (column) => column.notNull())
    .execute()
  // People type their address in any case.
  await sql`create unique index "Users_email_key" on "Users" (lower("email"))`.execute(db)
}

async function createRefreshFamilies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('RefreshFamilies')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('userId', 'integer', (column) => column.notNull().references('Users.id').onDelete('cascade'))
    .addColumn('counter', 'integer', (column) => column.notNull())
    .addColumn('rotatedAt', 'timestamptz', (column) => column.notNull())
    .addColumn('expiresAt', 'timestamptz', (column) => column.notNull())
    .addColumn('createdAt', 'timestamptz', (column) => column.notNull())
    .addColumn('revokedAt', 'timestamptz')
    .addColumn('revokedBecause', 'text')
    .execute()
  await db.schema.createIndex('RefreshFamilies_userId').on('RefreshFamilies').column('userId').execute()
  await db.schema.createIndex('RefreshFamilies_expiresAt').on('RefreshFamilies').column('expiresAt').execute()
}
