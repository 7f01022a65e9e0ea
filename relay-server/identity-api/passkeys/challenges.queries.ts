// Reads and writes PasskeyChallenges: each is of one purpose and one user, good for 5 minutes, and deleted by its use.
import { randomBytes } from 'node:crypto'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'

export const CHALLENGE_MS = 5 * 60_000
const BYTES = 32
/** Old ones that go with each new one, so that the table holds what was asked for within minutes. */
const SWEPT_WITH_EACH = 20

type ChallengeRow = Selectable<IdentitySchema['PasskeyChallenges']>
/** What a challenge is for. `userId` null for a sign-in. */
export type ChallengeUse = Pick<ChallengeRow, 'purpose' | 'userId'>

/** Returns the challenge. */
export async function openChallenge(
  db: Kysely<IdentitySchema>,
  { use, now }: { readonly use: ChallengeUse; readonly now: Date },
): Promise<string> {
  const challenge = randomBytes(BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS)
  await sql`
    delete from "PasskeyChallenges" where "challenge" in (
      select "challenge" from "PasskeyChallenges" where "expiresAt" < ${now} limit ${SWEPT_WITH_EACH}
      for update skip locked)`.execute(db)
  await db
    .insertInto('PasskeyChallenges')
    .values({ ...use, challenge, expiresAt })
    .execute()
  return challenge
}

/** Consumes it. False when there is none for this use: never made, another's, too old, or used before. */
export async function takeChallenge(
  db: Kysely<IdentitySchema>,
  { challenge, use, now }: { readonly challenge: string; readonly use: ChallengeUse; readonly now: Date },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('PasskeyChallenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', use.purpose)
    .where(sql<boolean>`"userId" is not distinct from ${use.userId}::integer`)
    .where('expiresAt', '>', now)
    .returning('challenge')
    .executeTakeFirst()
  return taken !== undefined
}
