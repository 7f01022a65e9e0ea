// Seals anew, with the newest key, what an older one sealed: signing keys in use and the secrets of second factors.
import type { Kysely } from 'kysely'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { createSeal, createSealRing, type Seal } from '../../auth/sealed-bytes.ts'
import type { IdentitySchema } from '../database-schema.ts'
import { PURPOSE as FACTORS } from '../second-factor/code-check.ts'
import {
  factorsAfter,
  replaceSealedFactor,
  replaceSealedKey,
  sealedKeysInUse,
  type SealedFactor,
} from './reseal.queries.ts'
import { SEALED_FOR as SIGNING_KEYS } from './signing-keys.ts'

export interface ResealParts {
  readonly db: Kysely<IdentitySchema>
  /** The newest first. */
  readonly sealKeys: readonly string[]
  readonly logger: Logger
}

interface Seals {
  readonly newest: Seal
  readonly all: Seal
}

/** May be killed at any moment and begun again. What no key opens stays as it is. Rows that somebody changes meanwhile are passed over: who does it has the newest key. */
export async function resealAll({ db, sealKeys, logger }: ResealParts): Promise<void> {
  const [newest] = sealKeys
  if (newest === undefined || sealKeys.length === 1) return
  const sealsFor = (purpose: string): Seals => ({
    newest: createSeal(newest, purpose),
    all: createSealRing(sealKeys, purpose),
  })
  const keys = await resealKeys(db, sealsFor(SIGNING_KEYS))
  const factors = await resealFactors(db, sealsFor(FACTORS))
  logger.info('seal.renewed', { keys, factors })
}

async function resealKeys(db: Kysely<IdentitySchema>, seals: Seals): Promise<number> {
  let renewed = 0
  for (const { kid, sealedPrivateKey: before } of await sealedKeysInUse(db)) {
    const sealed = resealed(before, kid, seals)
    if (sealed === before || sealed === null) continue
    await replaceSealedKey(db, { kid, before, sealed })
    renewed += 1
  }
  return renewed
}

async function resealFactors(db: Kysely<IdentitySchema>, seals: Seals): Promise<number> {
  let renewed = 0
  for (let after: number | null = 0; after !== null;) {
    const batch: readonly SealedFactor[] = await factorsAfter(db, after)
    for (const before of batch) {
      const sealedSecret = resealed(before.sealedSecret, before.guid, seals)
      const newSealedSecret = resealed(before.newSealedSecret, before.guid, seals)
      if (sealedSecret === before.sealedSecret && newSealedSecret === before.newSealedSecret) continue
      await replaceSealedFactor(db, { before, sealedSecret, newSealedSecret })
      renewed += 1
    }
    after = batch.at(-1)?.userId ?? null
  }
  return renewed
}

/** The same buffer: it is under the newest key, or no key opens it. */
function resealed(before: Buffer | null, owner: string, { newest, all }: Seals): Buffer | null {
  if (before === null || newest.open(before, owner) !== null) return before
  const plain = all.open(before, owner)
  return plain === null ? before : newest.seal(plain, owner)
}
