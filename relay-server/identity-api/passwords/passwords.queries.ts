// Replaces a password, and ends what the old one had opened, in one transaction.
import type { Transaction } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'
import { endLinks } from '../links/password-links.queries.ts'
import { endFamilies } from '../sessions/user-sessions.queries.ts'
import type { UserRow } from '../users/users.queries.ts'

export interface NewPassword {
  /** As he was when the old password, or what stands for it, was checked. */
  readonly user: UserRow
  readonly passwordHash: string
  readonly now: Date
  /** This session goes on; null for none. */
  readonly keptSession: string | null
}

/**
 * How many sessions ended; open links end with them. Null when the password or the state of the account changed since it
 * was checked. Within a transaction.
 */
export async function replacePassword(
  trx: Transaction<IdentitySchema>,
  { user, passwordHash, now, keptSession }: NewPassword,
): Promise<number | null> {
  const changed = await trx
    .updateTable('Users')
    .set({
      passwordHash,
      passwordSetAt: now,
      updatedAt: now,
      couldSignInSince: (eb) => eb.fn.coalesce('couldSignInSince', eb.val(now)),
    })
    .where('id', '=', user.id)
    .where('passwordHash', '=', user.passwordHash)
    .where('isActive', '=', true)
    .returning('id')
    .executeTakeFirst()
  if (changed === undefined) return null
  await endLinks(trx, { userId: user.id, now })
  const because = 'password changed'
  const ended = await endFamilies(trx, { userId: user.id, now, because, except: keptSession, only: null })
  return ended.length
}
