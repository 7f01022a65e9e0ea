// Reads and writes the table Passkeys.
import { sql, type Insertable, type Kysely, type Selectable } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'

export type PasskeyRow = Selectable<IdentitySchema['Passkeys']>

/** Oldest first. */
export async function passkeysOf(db: Kysely<IdentitySchema>, userId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('Passkeys').selectAll().where('userId', '=', userId).orderBy('id').execute()
}

export async function findPasskey(
  db: Kysely<IdentitySchema>,
  credentialId: string,
): Promise<PasskeyRow | null> {
  const query = db.selectFrom('Passkeys').selectAll().where('credentialId', '=', credentialId)
  return (await query.executeTakeFirst()) ?? null
}

/**
 * Keeps one more, unless the account has `max` already: null then. Two at the same time wait for each other at the user's
 * row. Throws the unique violation `Passkeys_credentialId_key` when somebody has it.
 */
export async function insertPasskey(
  db: Kysely<IdentitySchema>,
  { row, max }: { readonly row: Insertable<IdentitySchema['Passkeys']>; readonly max: number },
): Promise<PasskeyRow | null> {
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, row.userId)
    if ((await passkeysOf(trx, row.userId)).length >= max) return null
    return trx.insertInto('Passkeys').values(row).returningAll().executeTakeFirstOrThrow()
  })
}

interface OwnPasskey {
  readonly userId: number
  readonly id: number
}

/** Null when the user has no such passkey. */
export async function renamePasskey(
  db: Kysely<IdentitySchema>,
  { userId, id, name }: OwnPasskey & { readonly name: string },
): Promise<PasskeyRow | null> {
  const renamed = await db
    .updateTable('Passkeys')
    .set({ name })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return renamed ?? null
}

/**
 * Removes a passkey of a user. `keepsOne`: not the last one, where no authenticator app is set up. Two at the same time
 * wait for each other at the user's row.
 */
export async function deletePasskey(
  db: Kysely<IdentitySchema>,
  { userId, id, keepsOne }: OwnPasskey & { readonly keepsOne: boolean },
): Promise<'removed' | 'unknown' | 'last'> {
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const ids = (await passkeysOf(trx, userId)).map((row) => row.id)
    if (!ids.includes(id)) return 'unknown'
    if (keepsOne && ids.length === 1 && !(await hasApp(trx, userId))) return 'last'
    await trx.deleteFrom('Passkeys').where('userId', '=', userId).where('id', '=', id).execute()
    return 'removed'
  })
}

/** What its device said at a use. */
export interface PasskeyUse {
  readonly id: number
  readonly counter: number
  readonly isBackedUp: boolean
  readonly now: Date
}

/** False when it was removed meanwhile. */
export async function notePasskeyUse(db: Kysely<IdentitySchema>, use: PasskeyUse): Promise<boolean> {
  const { id, counter, isBackedUp, now } = use
  const noted = await db
    .updateTable('Passkeys')
    .set({ counter, isBackedUp, lastUsedAt: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

async function lockUser(trx: Kysely<IdentitySchema>, userId: number): Promise<void> {
  await sql`select 1 from "Users" where "id" = ${userId} for update`.execute(trx)
}

async function hasApp(trx: Kysely<IdentitySchema>, userId: number): Promise<boolean> {
  const query = trx
    .selectFrom('SecondFactors')
    .select('userId')
    .where('userId', '=', userId)
    .where('activeSince', 'is not', null)
  return (await query.executeTakeFirst()) !== undefined
}
