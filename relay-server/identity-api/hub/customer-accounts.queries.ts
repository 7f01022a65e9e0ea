// Accounts that a service makes: one for each key of its own, however often and at the same time it asks.
import type { Kysely } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'
import { insertInvited, type InvitedUser, type UserRow } from '../users/users.queries.ts'

export interface CustomerAccount {
  readonly user: UserRow
  readonly invitedAt: Date | null
}

/** The account that was made for the key; null for none. */
export async function accountOfKey(db: Kysely<IdentitySchema>, key: string): Promise<CustomerAccount | null> {
  const found = await db
    .selectFrom('CustomerKeys')
    .innerJoin('Users', 'Users.id', 'CustomerKeys.userId')
    .selectAll('Users')
    .select('CustomerKeys.invitedAt')
    .where('CustomerKeys.key', '=', key)
    .executeTakeFirst()
  if (found === undefined) return null
  const { invitedAt, ...user } = found
  return { user, invitedAt }
}

/** Makes user and key, both or neither. Throws the unique violation of the one that is there already. */
export async function insertAccount(
  db: Kysely<IdentitySchema>,
  { key, user, now }: { readonly key: string; readonly user: InvitedUser; readonly now: Date },
): Promise<UserRow> {
  return db.transaction().execute(async (trx) => {
    const made = await insertInvited(trx, { user, now })
    await trx
      .insertInto('CustomerKeys')
      .values({ key, userId: made.id, createdAt: now, invitingSince: null, invitedAt: null })
      .execute()
    return made
  })
}

/** Longest that sending a link may take: a process that was killed meanwhile keeps nobody from sending it later. */
const SENDING_MS = 60_000

/** Whoever gets true sends the link now, and says how it went. */
export async function takeInvitation(
  db: Kysely<IdentitySchema>,
  { key, now }: { readonly key: string; readonly now: Date },
): Promise<boolean> {
  const before = new Date(now.getTime() - SENDING_MS)
  const taken = await db
    .updateTable('CustomerKeys')
    .set({ invitingSince: now })
    .where('key', '=', key)
    .where('invitedAt', 'is', null)
    .where((eb) => eb.or([eb('invitingSince', 'is', null), eb('invitingSince', '<', before)]))
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

/** `invitedAt` null: it was not sent, and the next one may. */
export async function noteInvitation(
  db: Kysely<IdentitySchema>,
  { key, invitedAt }: { readonly key: string; readonly invitedAt: Date | null },
): Promise<void> {
  await db
    .updateTable('CustomerKeys')
    .set({ invitedAt, invitingSince: null })
    .where('key', '=', key)
    .execute()
}
