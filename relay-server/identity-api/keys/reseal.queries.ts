// Reads what is sealed in batches, and replaces it only where it is still as it was read.
import type { Kysely } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'

const BATCH = 500

export interface SealedFactor {
  readonly userId: number
  /** Of the user, whom it is sealed for. */
  readonly guid: string
  readonly sealedSecret: Buffer | null
  readonly newSealedSecret: Buffer | null
}

export async function sealedKeysInUse(db: Kysely<IdentitySchema>) {
  return db
    .selectFrom('SigningKeys')
    .select(['kid', 'sealedPrivateKey'])
    .where('retiredAt', 'is', null)
    .execute()
}

export async function replaceSealedKey(
  db: Kysely<IdentitySchema>,
  { kid, before, sealed }: { readonly kid: string; readonly before: Buffer; readonly sealed: Buffer },
): Promise<void> {
  await db
    .updateTable('SigningKeys')
    .set({ sealedPrivateKey: sealed })
    .where('kid', '=', kid)
    .where('sealedPrivateKey', '=', before)
    .execute()
}

/** At most 500, in the order of users; empty behind the last one. */
export async function factorsAfter(db: Kysely<IdentitySchema>, after: number): Promise<SealedFactor[]> {
  return db
    .selectFrom('SecondFactors')
    .innerJoin('Users', 'Users.id', 'SecondFactors.userId')
    .select(['userId', 'guid', 'sealedSecret', 'newSealedSecret'])
    .where('userId', '>', after)
    .orderBy('userId')
    .limit(BATCH)
    .execute()
}

export async function replaceSealedFactor(
  db: Kysely<IdentitySchema>,
  {
    before,
    sealedSecret,
    newSealedSecret,
  }: { readonly before: SealedFactor } & Omit<SealedFactor, 'userId' | 'guid'>,
): Promise<void> {
  await db
    .updateTable('SecondFactors')
    .set({ sealedSecret, newSealedSecret })
    .where('userId', '=', before.userId)
    .where('sealedSecret', 'is not distinct from', before.sealedSecret)
    .where('newSealedSecret', 'is not distinct from', before.newSealedSecret)
    .execute()
}
