// What happens to users and their sessions as rows in the order of commit, which the identity hub follows; and the keys of
// accounts that services made.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('AccountEvents')
    .addColumn('id', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('familyId', 'uuid')
    .addColumn('userGuid', 'uuid')
    .addColumn('role', 'text')
    .addColumn('pharmacyId', 'integer')
    .addColumn('isActive', 'boolean')
    .addCheckConstraint('AccountEvents_kind', sql`("familyId" is null) <> ("userGuid" is null)`)
    .execute()
  await db.schema.createIndex('AccountEvents_at').on('AccountEvents').column('at').execute()
  await createTriggers(db)
  await db.schema
    .createTable('CustomerKeys')
    .addColumn('key', 'uuid', (column) => column.primaryKey())
    .addColumn('userId', 'integer', (column) => column.notNull().references('Users.id').onDelete('cascade'))
    .addColumn('createdAt', 'timestamptz', (column) => column.notNull())
    .addColumn('invitingSince', 'timestamptz')
    .addColumn('invitedAt', 'timestamptz')
    .execute()
}

/**
 * Triggers, so that no way of changing a user or ending a session can leave the event out. Deferred: they run at the commit, when
 * their transaction waits for no row any more. A sequence hands out ids before the commit; the lock is held from before the
 * first id is drawn until the commit is visible, so ids become visible in their order and a reader with a cursor skips none.
 */
async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function "noteUserChange"() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(5193001);
      insert into "AccountEvents" ("userGuid", "role", "pharmacyId", "isActive")
      values (new."guid", new."role", new."pharmacyId", new."isActive");
      perform pg_notify('account_events', '');
      return null;
    end $$`.execute(db)
  await sql`
    create constraint trigger "Users_note_change" after update on "Users"
    deferrable initially deferred for each row
    when (old."role" <> new."role" or old."isActive" <> new."isActive"
      or old."pharmacyId" is distinct from new."pharmacyId")
    execute function "noteUserChange"()`.execute(db)
  await sql`
    create function "noteSessionEnd"() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(5193001);
      insert into "AccountEvents" ("familyId") values (old."id");
      perform pg_notify('account_events', '');
      return null;
    end $$`.execute(db)
  await sql`
    create constraint trigger "RefreshFamilies_note_end" after update on "RefreshFamilies"
    deferrable initially deferred for each row
    when (old."revokedAt" is null and new."revokedAt" is not null)
    execute function "noteSessionEnd"()`.execute(db)
  // Who signs in for the hundredth time loses his oldest session. One whose time is up had no token any more.
  await sql`
    create constraint trigger "RefreshFamilies_note_removal" after delete on "RefreshFamilies"
    deferrable initially deferred for each row
    when (old."revokedAt" is null and old."expiresAt" > now())
    execute function "noteSessionEnd"()`.execute(db)
}
