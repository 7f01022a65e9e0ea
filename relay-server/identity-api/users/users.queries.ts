// Reads and writes the table Users, and the table Seeds that says which users a seed has already made.
import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { IdentitySchema, UsersTable } from '../database-schema.ts'

export type UserRow = Selectable<UsersTable>
/** A user to be made; `passwordHash` is argon2id. */
export type NewUser = Pick<UserRow, 'email' | 'name' | 'role' | 'pharmacyId' | 'passwordHash'>
/** One who chooses his password by a link. */
export type InvitedUser = NewUser & Pick<UserRow, 'phone'>

/** The address in any case. */
export async function findUserByEmail(db: Kysely<IdentitySchema>, email: string): Promise<UserRow | null> {
  const query = db
    .selectFrom('Users')
    .selectAll()
    .where(sql`lower("email")`, '=', email.toLowerCase())
  return (await query.executeTakeFirst()) ?? null
}

export async function findUserByGuid(db: Kysely<IdentitySchema>, guid: string): Promise<UserRow | null> {
  return (await db.selectFrom('Users').selectAll().where('guid', '=', guid).executeTakeFirst()) ?? null
}

export async function findUserById(db: Kysely<IdentitySchema>, id: number): Promise<UserRow | null> {
  return (await db.selectFrom('Users').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** True when a seed of this name was sown before. */
export async function wasSown(db: Kysely<IdentitySchema>, seed: string): Promise<boolean> {
  const found = await db.selectFrom('Seeds').select('id').where('name', '=', seed).executeTakeFirst()
  return found !== undefined
}

/** Makes the user and notes the seed in one transaction; a user with this address is left as it is. True when made. */
export async function sowUser(
  db: Kysely<IdentitySchema>,
  { seed, user, now }: { readonly seed: string; readonly user: NewUser; readonly now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const noted = await trx
      .insertInto('Seeds')
      .values({ name: seed, sownAt: now })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (noted === undefined) return false
    const made = await trx
      .insertInto('Users')
      .values({
        ...user,
        guid: randomUUID(),
        isActive: true,
        createdAt: now,
        updatedAt: now,
        passwordSetAt: now,
        couldSignInSince: now,
      })
      .onConflict((conflict) => conflict.expression(sql`lower("email")`).doNothing())
      .returning('id')
      .executeTakeFirst()
    return made !== undefined
  })
}

/** Throws the database's unique violation when somebody has the address. */
export async function insertInvited(
  db: Kysely<IdentitySchema>,
  { user, now }: { readonly user: InvitedUser; readonly now: Date },
): Promise<UserRow> {
  return db
    .insertInto('Users')
    .values({
      ...user,
      guid: randomUUID(),
      isActive: true,
      createdAt: now,
      updatedAt: now,
      passwordSetAt: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** One who chose his password himself. Throws the database's unique violation when somebody has the address. */
export async function insertRegistered(
  db: Kysely<IdentitySchema>,
  { user, now }: { readonly user: InvitedUser; readonly now: Date },
): Promise<UserRow> {
  const times = { createdAt: now, updatedAt: now, passwordSetAt: now, couldSignInSince: now }
  return db
    .insertInto('Users')
    .values({ ...user, guid: randomUUID(), isActive: true, ...times })
    .returningAll()
    .executeTakeFirstOrThrow()
}
