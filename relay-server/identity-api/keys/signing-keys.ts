// The keys that access tokens are signed with: made at first start, sealed in the database, published as JWKS.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  type KeyObject,
} from 'node:crypto'
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { TOKEN_ALGORITHM } from '../../auth/access-token.ts'
import { createSealRing, type Seal } from '../../auth/sealed-bytes.ts'
import type { IdentitySchema } from '../database-schema.ts'
import { readKeys, replaceKeys, type SigningKeyRow } from './signing-keys.queries.ts'

export interface SigningKeys {
  /** The newest key in use; signs everything. */
  current(): { readonly kid: string; readonly privateKey: KeyObject }
  /** What verifiers need: keys in use, and retired ones whose tokens may still live. At most 10 s old. */
  published(): Promise<JSONWebKeySet>
  /** Finds the key of a token, for jose. */
  readonly find: JWTVerifyGetKey
}

export interface SigningKeysParts {
  readonly db: Kysely<IdentitySchema>
  /** The newest first. */
  readonly sealKeys: readonly string[]
  readonly now: () => Date
  readonly logger: Logger
}

/** A token lives 10 min and clocks differ by 1; verifiers keep keys they fetched. */
const PUBLISHED_AFTER_RETIREMENT_MS = 15 * 60_000
/** A key older than this is replaced at the next start. */
const REPLACE_AFTER_MS = 90 * 86_400_000
const REREAD_AFTER_MS = 10_000
export const SEALED_FOR = 'identity-api signing keys'

const PublicJwk = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() })

/** Makes a key when there is none that can be opened, or when the newest is 90 days old. */
export async function openSigningKeys(parts: SigningKeysParts): Promise<SigningKeys> {
  const seal = createSealRing(parts.sealKeys, SEALED_FOR)
  await replaceKeys(parts.db, parts.now(), (inUse) => {
    const usable = inUse.some((row) => isYoung(row, parts.now()) && openKey(row, seal) !== null)
    if (usable) return null
    const made = makeKey(seal, parts.now())
    parts.logger.info('signing-key.made', { kid: made.kid, retired: inUse.length })
    return made
  })
  const first = await readPublished(parts)
  const current = usableKey(first, seal)
  return { current: () => current, ...createPublished(parts, first) }
}

/** The published keys, read again when they are older than 10 s; while the database is away the last ones stay. */
function createPublished(
  parts: SigningKeysParts,
  first: readonly SigningKeyRow[],
): Pick<SigningKeys, 'published' | 'find'> {
  let kept = { set: keySet(first), readAt: parts.now().getTime() }
  let find = createLocalJWKSet(kept.set)
  const published = async (): Promise<JSONWebKeySet> => {
    if (parts.now().getTime() - kept.readAt < REREAD_AFTER_MS) return kept.set
    // Noted first: callers at the same time need not all ask, and a database that is away is not asked each time.
    kept = { set: kept.set, readAt: parts.now().getTime() }
    try {
      const set = keySet(await readPublished(parts))
      kept = { set, readAt: kept.readAt }
      find = createLocalJWKSet(set)
    } catch {
      parts.logger.warn('signing-keys.not-read-again')
    }
    return kept.set
  }
  return {
    published,
    find: async (header, token) => {
      await published()
      return find(header, token)
    },
  }
}

async function readPublished({ db, now }: SigningKeysParts): Promise<SigningKeyRow[]> {
  return readKeys(db, new Date(now().getTime() - PUBLISHED_AFTER_RETIREMENT_MS))
}

function keySet(rows: readonly SigningKeyRow[]): JSONWebKeySet {
  return {
    keys: rows.map(({ kid, publicJwk }) => ({
      ...PublicJwk.parse(publicJwk),
      kid,
      alg: TOKEN_ALGORITHM,
      use: 'sig',
    })),
  }
}

function isYoung(row: SigningKeyRow, now: Date): boolean {
  return now.getTime() - row.createdAt.getTime() < REPLACE_AFTER_MS
}

function usableKey(rows: readonly SigningKeyRow[], seal: Seal): ReturnType<SigningKeys['current']> {
  for (const row of rows) {
    const privateKey = row.retiredAt === null ? openKey(row, seal) : null
    if (privateKey !== null) return { kid: row.kid, privateKey }
  }
  throw new Error('No signing key can be opened: another process runs with another Identity__SealKey')
}

function openKey(row: SigningKeyRow, seal: Seal): KeyObject | null {
  const der = seal.open(row.sealedPrivateKey, row.kid)
  return der === null ? null : createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

function makeKey(seal: Seal, now: Date): SigningKeyRow {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = randomUUID()
  return {
    kid,
    publicJwk: PublicJwk.parse(createPublicKey(privateKey).export({ format: 'jwk' })),
    sealedPrivateKey: seal.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), kid),
    createdAt: now,
    retiredAt: null,
  }
}
