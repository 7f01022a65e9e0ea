// Reads and writes SecondFactors and RecoveryCodes: each code is taken once, by a conditional write.
import type { Kysely, Selectable } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'

export type FactorRow = Selectable<IdentitySchema['SecondFactors']>

export async function findFactor(db: Kysely<IdentitySchema>, userId: number): Promise<FactorRow | null> {
  const query = db.selectFrom('SecondFactors').selectAll().where('userId', '=', userId)
  return (await query.executeTakeFirst()) ?? null
}

/** Keeps the secret of an enrolment; one that was abandoned is replaced, the one in use stays. */
export async function keepNewSecret(
  db: Kysely<IdentitySchema>,
  { userId, sealed }: { readonly userId: number; readonly sealed: Buffer },
): Promise<void> {
  await db
    .insertInto('SecondFactors')
    .values({ userId, newSealedSecret: sealed })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ newSealedSecret: sealed }))
    .execute()
}

interface Activation {
  readonly factor: FactorRow
  readonly step: number
  readonly now: Date
  readonly proofs: readonly Buffer[]
}

/** Takes the new secret into use with new recovery codes. False when it is not the new one any more. */
export async function activateFactor(
  db: Kysely<IdentitySchema>,
  { factor, step, now, proofs }: Activation,
): Promise<boolean> {
  const { userId, newSealedSecret } = factor
  return db.transaction().execute(async (trx) => {
    const activated = await trx
      .updateTable('SecondFactors')
      .set({ sealedSecret: newSealedSecret, newSealedSecret: null, lastStep: step, activeSince: now })
      .where('userId', '=', userId)
      .where('newSealedSecret', '=', newSealedSecret)
      .returning('userId')
      .executeTakeFirst()
    if (activated === undefined) return false
    await replaceRecoveryCodes(trx, { userId, proofs })
    return true
  })
}

/** Within a transaction. */
export async function replaceRecoveryCodes(
  trx: Kysely<IdentitySchema>,
  { userId, proofs }: { readonly userId: number; readonly proofs: readonly Buffer[] },
): Promise<void> {
  await trx.deleteFrom('RecoveryCodes').where('userId', '=', userId).execute()
  await trx
    .insertInto('RecoveryCodes')
    .values(proofs.map((proof) => ({ userId, proof })))
    .execute()
}

/** Keeps them where the user has none; false when he has some. */
export async function giveRecoveryCodes(
  db: Kysely<IdentitySchema>,
  { userId, proofs }: { readonly userId: number; readonly proofs: readonly Buffer[] },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('Users').select('id').where('id', '=', userId).forUpdate().execute()
    if ((await recoveryCodesLeft(trx, userId)) > 0) return false
    await replaceRecoveryCodes(trx, { userId, proofs })
    return true
  })
}

/** False when a code of this step or a later one was taken before. */
export async function takeStep(
  db: Kysely<IdentitySchema>,
  { userId, step }: { readonly userId: number; readonly step: number },
): Promise<boolean> {
  const taken = await db
    .updateTable('SecondFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst()
  return taken !== undefined
}

/** One that is kept, for its salt; null when none is left. */
export async function anyRecoveryProof(db: Kysely<IdentitySchema>, userId: number): Promise<Buffer | null> {
  const query = db.selectFrom('RecoveryCodes').select('proof').where('userId', '=', userId).limit(1)
  return (await query.executeTakeFirst())?.proof ?? null
}

/** Of one code, by each key that it may be kept by. False when there is no such code, or it was taken before. */
export async function takeRecoveryCode(
  db: Kysely<IdentitySchema>,
  { userId, proofs }: { readonly userId: number; readonly proofs: readonly Buffer[] },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('RecoveryCodes')
    .where('userId', '=', userId)
    .where('proof', 'in', proofs)
    .returning('userId')
    .executeTakeFirst()
  return taken !== undefined
}

export async function recoveryCodesLeft(db: Kysely<IdentitySchema>, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('RecoveryCodes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
