// Consumes a link for a new password together with the change of the password.
import type { Kysely } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'
import { replacePassword, type NewPassword } from '../passwords/passwords.queries.ts'

/** Consumes the link and sets the password, both or neither. False when the link is no good any more. */
export async function usePasswordLink(
  db: Kysely<IdentitySchema>,
  { hash, password }: { readonly hash: Buffer; readonly password: NewPassword },
): Promise<boolean> {
  const { now } = password
  return db
    .transaction()
    .execute(async (trx) => {
      // The user before the link, as who makes a new link does: the other way round, the two would wait for each other.
      await trx.selectFrom('Users').select('id').where('id', '=', password.user.id).forUpdate().execute()
      const used = await trx
        .updateTable('PasswordChangeLinks')
        .set({ usedAt: now })
        .where('tokenHash', '=', hash)
        .where('usedAt', 'is', null)
        .where('endedAt', 'is', null)
        .where('expiresAt', '>', now)
        .returning('id')
        .executeTakeFirst()
      if (used === undefined) return false
      if ((await replacePassword(trx, password)) === null) throw new NotReplaced()
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof NotReplaced) return false
      throw error
    })
}

/** Takes the use of the link back. */
class NotReplaced extends Error {}
