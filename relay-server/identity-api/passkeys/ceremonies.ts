// The two ceremonies of WebAuthn: what a browser is asked, and whether what it answers was signed for exactly that.
//
//   challenge consumed ──▶ origin, rpID, user verification, signature (@simplewebauthn/server) ──▶ passkey
//
// The library takes one answer twice, so the challenge's row is deleted before it is asked.
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import { z } from 'zod'
import type { GivenCredential, NewCredential } from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import type { IdentityParts } from '../identity-parts.ts'
import type { UserRow } from '../users/users.queries.ts'
import { CHALLENGE_MS, openChallenge, takeChallenge, type ChallengeUse } from './challenges.queries.ts'
import type { PasskeyRow } from './passkeys.queries.ts'
import { relyingParty } from './relying-party.ts'

const NAME = 'Pharmacy Relay'
/** EdDSA, ES256, RS256: what every authenticator has, and Node checks without an experiment. */
const ALGORITHMS = [-8, -7, -257]

/** 80 modules: loaded when somebody first uses a passkey. */
const webAuthn = () => import('@simplewebauthn/server')

type Parts = Pick<IdentityParts, 'db' | 'now' | 'ways' | 'logger'>
type Options = Record<string, unknown>

/** `passkeys`: those that the user has, so that no device makes a second one. */
export async function registrationOptions(
  parts: Parts,
  { user, passkeys }: { readonly user: UserRow; readonly passkeys: readonly PasskeyRow[] },
): Promise<Options> {
  const { id } = relyingParty(parts.ways.publicUrl)
  const challenge = await openChallenge(parts.db, { use: registrationOf(user), now: parts.now() })
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: id,
    userName: user.email,
    userDisplayName: user.name,
    userID: Uint8Array.from(Buffer.from(user.guid)),
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(descriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** `passkeys` empty: the browser offers every one it has for this panel. */
export async function assertionOptions(
  parts: Parts,
  { use, passkeys }: { readonly use: ChallengeUse; readonly passkeys: readonly PasskeyRow[] },
): Promise<Options> {
  const { id } = relyingParty(parts.ways.publicUrl)
  const challenge = await openChallenge(parts.db, { use, now: parts.now() })
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_MS,
    allowCredentials: passkeys.map(descriptor),
    userVerification: 'required',
  })
  return { ...options }
}

export type MadePasskey = Pick<
  PasskeyRow,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isBackedUp'
>

/** What a browser made for a challenge of this user; null when it is not that. */
export async function verifyRegistration(
  parts: Parts,
  { user, credential }: { readonly user: UserRow; readonly credential: NewCredential },
): Promise<MadePasskey | null> {
  const { id, origin } = relyingParty(parts.ways.publicUrl)
  const expectedChallenge = await takenChallenge(parts, credential, registrationOf(user))
  if (expectedChallenge === null) return null
  const { transports, ...response } = credential.response
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyRegistrationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => refused(parts, error))
  if (verified?.verified !== true) return null
  const { credential: made, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: transports ?? [],
    isBackedUp: credentialBackedUp,
  }
}

export interface Assertion {
  readonly counter: number
  readonly isBackedUp: boolean
}

/** Whether the passkey signed a challenge of this use; null when not. A challenge is consumed either way. */
export async function verifyAssertion(
  parts: Parts,
  given: {
    readonly passkey: PasskeyRow | null
    readonly credential: GivenCredential
    readonly use: ChallengeUse
  },
): Promise<Assertion | null> {
  const { passkey, credential, use } = given
  const { id, origin } = relyingParty(parts.ways.publicUrl)
  const expectedChallenge = await takenChallenge(parts, credential, use)
  if (expectedChallenge === null || passkey === null) return null
  const { clientDataJSON, authenticatorData, signature } = credential.response
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified = await verifyAuthenticationResponse({
    response: {
      ...credential,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    // It throws on a counter that is not higher, as those of keys that are kept by several devices: ours is a signal.
    credential: { id: passkey.credentialId, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
  }).catch((error: unknown) => refused(parts, error))
  if (verified?.verified !== true) return null
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  return { counter: newCounter, isBackedUp: credentialBackedUp }
}

function registrationOf({ id }: UserRow): ChallengeUse {
  return { purpose: 'register', userId: id }
}

const ClientData = z.object({ challenge: z.string().length(43), crossOrigin: z.boolean().optional() })

/** The challenge that was signed, once consumed; null when it is none of this use, or a page of others framed ours. */
async function takenChallenge(
  { db, now }: Parts,
  { response }: GivenCredential | NewCredential,
  use: ChallengeUse,
): Promise<string | null> {
  const clientData = ClientData.safeParse(parsed(response.clientDataJSON))
  if (!clientData.success || clientData.data.crossOrigin === true) return null
  const { challenge } = clientData.data
  return (await takeChallenge(db, { challenge, use, now: now() })) ? challenge : null
}

function parsed(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, 'base64url').toString())
  } catch {
    return null
  }
}

/** What the library threw says what was expected: no secret, but a browser's words. Only its beginning is logged. */
function refused({ logger }: Parts, error: unknown): null {
  const because = error instanceof Error ? error.message.replaceAll(/"[^"]*"/g, '…').slice(0, 120) : 'unknown'
  logger.warn('passkey.refused', { because })
  return null
}

function descriptor({ credentialId, transports }: PasskeyRow) {
  // Browsers pass over those that they do not know.
  return { id: credentialId, transports: transports as AuthenticatorTransport[] }
}
