// One's own passkeys: the list, a new one, names, the end of one; and recovery codes for who has no authenticator app.
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import {
  MAX_PASSKEYS,
  type NewCredential,
  type Passkey,
} from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { STAFF_ROLES, type UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { isUniqueViolation } from '../../db/database-errors.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { giveRecoveryCodes, recoveryCodesLeft } from '../second-factor/factors.queries.ts'
import { newRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { ownUser } from '../second-factor/second-factor.ts'
import type { UserRow } from '../users/users.queries.ts'
import { registrationOptions, verifyRegistration } from './ceremonies.ts'
import { passkeyRefusal } from './passkey-check.ts'
import {
  deletePasskey,
  insertPasskey,
  passkeysOf,
  renamePasskey,
  type PasskeyRow,
} from './passkeys.queries.ts'

type Handlers = Pick<
  EndpointHandlers<typeof identityApi>,
  'listPasskeys' | 'beginPasskey' | 'addPasskey' | 'namePasskey' | 'removePasskey'
>

const STAFF: readonly UserRole[] = STAFF_ROLES

export function passkeyHandlers(parts: IdentityParts): Handlers {
  const { db, logger } = parts
  return {
    listPasskeys: async ({ caller }) => {
      const { id } = await ownUser(parts, caller)
      const passkeys = await passkeysOf(db, id)
      return {
        passkeys: passkeys.map(shownPasskey),
        warning: lossWarning({ passkeys: passkeys.length, codes: await recoveryCodesLeft(db, id) }),
      }
    },
    beginPasskey: async ({ caller }) => {
      const user = await ownUser(parts, caller)
      const passkeys = await passkeysOf(db, user.id)
      if (passkeys.length >= MAX_PASSKEYS) throw tooMany()
      return { options: await registrationOptions(parts, { user, passkeys }) }
    },
    addPasskey: async ({ body, caller }) => add(parts, { ...body, user: await ownUser(parts, caller) }),
    namePasskey: async ({ params, body: { name }, caller }) => {
      const { id: userId } = await ownUser(parts, caller)
      const renamed = await renamePasskey(db, { userId, id: params.passkeyId, name })
      if (renamed === null) throw noPasskey()
      return shownPasskey(renamed)
    },
    removePasskey: async ({ params, caller }) => {
      const user = await ownUser(parts, caller)
      const keepsOne = STAFF.includes(user.role)
      const outcome = await deletePasskey(db, { userId: user.id, id: params.passkeyId, keepsOne })
      if (outcome === 'unknown') throw noPasskey()
      if (outcome === 'last') throw new ProblemError('state_conflict', reason('factor_last', {}))
      logger.info('passkey.removed', { user: user.guid, passkey: params.passkeyId })
      return null
    },
  }
}

interface NewPasskey {
  readonly user: UserRow
  readonly name: string
  readonly credential: NewCredential
}

async function add(parts: IdentityParts, { user, name, credential }: NewPasskey) {
  const { db, now, logger, refreshKey } = parts
  const made = await verifyRegistration(parts, { user, credential })
  if (made === null) throw passkeyRefusal()
  const row = { ...made, name, userId: user.id, createdAt: now(), lastUsedAt: null }
  const passkey = await insertPasskey(db, { row, max: MAX_PASSKEYS }).catch(exists)
  if (passkey === null) throw tooMany()
  logger.info('passkey.added', { user: user.guid, passkey: passkey.id })
  const { codes, proofs } = await newRecoveryCodes({ guid: user.guid, key: refreshKey })
  const areGiven = await giveRecoveryCodes(db, { userId: user.id, proofs })
  return { passkey: shownPasskey(passkey), recoveryCodes: areGiven ? codes : [] }
}

/** What is missing so that the loss of one device keeps nobody out; null for nothing. */
function lossWarning({
  passkeys,
  codes,
}: {
  readonly passkeys: number
  readonly codes: number
}): Reason | null {
  return passkeys === 1 && codes === 0 ? reason('passkey_alone', {}) : null
}

function shownPasskey({ id, name, createdAt, lastUsedAt, isBackedUp }: PasskeyRow): Passkey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isBackedUp,
  }
}

function exists(error: unknown): never {
  if (!isUniqueViolation(error, 'Passkeys_credentialId_key')) throw error
  throw new ProblemError('state_conflict', reason('passkey_exists', {}))
}

function tooMany(): ProblemError {
  return new ProblemError('state_conflict', reason('passkey_too_many', { max: MAX_PASSKEYS }))
}

function noPasskey(): ProblemError {
  return new ProblemError('not_found', 'You have no such passkey')
}
