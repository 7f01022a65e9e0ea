// A sign-in at a pharmacy's own computer: the computer proves its key, and the session is of it alone, for as long as it is known.
import { X509Certificate, verify } from 'node:crypto'
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { signInProofText, type SignInDevice } from '@pharmacy-relay/shared/api/identity-devices.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import { addressKeys } from '../../http/address-keys.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { admitChallenge } from '../passkeys/challenge-limit.ts'
import { CHALLENGE_MS, openChallenge, takeChallenge } from '../passkeys/challenges.queries.ts'
import type { UserRow } from '../users/users.queries.ts'
import type { KnownDevice } from './device-check.ts'
import { deviceOfFamily } from './device-sessions.queries.ts'

const USE = { purpose: 'device', userId: null } as const

export function deviceSignInHandlers(
  parts: IdentityParts,
): Pick<EndpointHandlers<typeof identityApi>, 'beginDeviceSignIn'> {
  return {
    beginDeviceSignIn: async ({ clientAddress }) => {
      await admitChallenge(parts, clientAddress)
      const now = parts.now()
      const expiresAt = new Date(now.getTime() + CHALLENGE_MS).toISOString()
      return { challenge: await openChallenge(parts.db, { use: USE, now }), expiresAt }
    },
  }
}

interface Given {
  readonly given: SignInDevice | undefined
  /** As it was sent, which the computer signed. */
  readonly email: string
  /** Whose password was right. */
  readonly user: UserRow
  readonly clientAddress: string
}

type Parts = Pick<IdentityParts, 'db' | 'now' | 'checkDevice' | 'logger'>

/**
 * Null when none is given. Throws ProblemError `state_conflict` (`device_not_known`) for one that is none of the user's pharmacy,
 * and `unavailable` when the store API cannot be asked.
 */
export async function givenDevice(
  parts: Parts,
  { given, email, user, clientAddress }: Given,
): Promise<KnownDevice> {
  if (given === undefined) return null
  const isFresh = await takeChallenge(parts.db, { challenge: given.challenge, use: USE, now: parts.now() })
  const fingerprint = isFresh ? provedFingerprint(given, email) : null
  const address = addressKeys(clientAddress)?.address ?? null
  const device =
    fingerprint === null ? null : await asked(parts, { by: 'certificate', value: fingerprint, address })
  const isOfPharmacy = user.role === 'Pharmacist' && device !== null && device.pharmacyId === user.pharmacyId
  if (isOfPharmacy) return device
  parts.logger.warn('device-sign-in.refused', { user: user.guid, isFresh, isProved: fingerprint !== null })
  throw new ProblemError('state_conflict', reason('device_not_known', {}))
}

/** True also for a session of no computer. Throws ProblemError `unavailable`. */
export async function isStillKnown(parts: Parts, familyId: string): Promise<boolean> {
  const deviceKey = await deviceOfFamily(parts.db, familyId)
  return (
    deviceKey === null || (await asked(parts, { by: 'device-key', value: deviceKey, address: null })) !== null
  )
}

async function asked(
  { checkDevice, logger }: Parts,
  what: Parameters<Parts['checkDevice']>[0],
): Promise<KnownDevice> {
  return checkDevice(what).catch((cause: unknown) => {
    logger.error('device-check.failed', cause)
    const detail = 'Whether this computer is known cannot be found out right now'
    throw new ProblemError('unavailable', detail, { retryAfterS: 2, cause })
  })
}

/** Of the certificate whose key signed; null when it did not, or is none of P-256. */
function provedFingerprint(
  { certificate, challenge, signature }: SignInDevice,
  email: string,
): string | null {
  try {
    const { publicKey, fingerprint256 } = new X509Certificate(certificate)
    if (publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return null
    const text = Buffer.from(signInProofText({ challenge, email }))
    if (!verify('sha256', text, publicKey, Buffer.from(signature, 'base64'))) return null
    return fingerprint256.replaceAll(':', '').toLowerCase()
  } catch {
    return null
  }
}
