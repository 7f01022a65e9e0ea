// The endpoints of the identity API for passkeys: one's own, a sign-in with one, and a sign-in again.
//
//   options ──▶ browser (navigator.credentials) ──▶ credential back ──▶ challenge consumed, signature checked
import { z } from 'zod'
import { Id, IdText, Instant, lineOfText } from '../ids.ts'
import { Reason } from '../reasons/reason.ts'
import { PEOPLE_ROLES } from '../user-role.ts'
import { endpoint } from './endpoint.ts'
import type { EndpointTable } from './endpoint.ts'
import { RecoveryCodes } from './identity-factors.ts'
import { KnownDevice, PendingToken, RenewedAccess, SignedIn, SignInClient } from './identity-user.ts'

/** As many as one account may have. */
export const MAX_PASSKEYS = 20

const Base64Url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')

/** What every answer of a browser has (WebAuthn level 3, 5.1.8). Browsers add fields: those that are not known are dropped. */
const credentialOf = <R extends z.ZodRawShape>(response: R) =>
  z.object({
    id: Base64Url(1_400),
    rawId: Base64Url(1_400),
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: Base64Url(4_096), ...response }),
  })

/** `RegistrationResponseJSON`. */
export const NewCredential = credentialOf({
  attestationObject: Base64Url(12_000),
  transports: z
    .array(z.string().regex(/^[a-z-]{1,20}$/))
    .max(10)
    .optional(),
}).meta({ id: 'NewCredential' })
export type NewCredential = z.infer<typeof NewCredential>

/** `AuthenticationResponseJSON`. */
export const GivenCredential = credentialOf({
  authenticatorData: Base64Url(2_048),
  signature: Base64Url(8_192),
  userHandle: Base64Url(128).nullish(),
}).meta({ id: 'GivenCredential' })
export type GivenCredential = z.infer<typeof GivenCredential>

/** For `PublicKeyCredential.parse…OptionsFromJSON` of the browser, as WebAuthn level 3 has it; good for 5 minutes and once. */
const CeremonyOptions = z.strictObject({ options: z.record(z.string(), z.unknown()) })

const PasskeyName = lineOfText(60)

export const Passkey = z
  .strictObject({
    id: Id,
    name: PasskeyName,
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
    /** Whether it is kept by more than one device (a password manager, an account of a phone). */
    isBackedUp: z.boolean(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

const passkeyParams = z.strictObject({ passkeyId: IdText })
const pendingBody = { pendingToken: PendingToken }
const SIGN_IN_REFUSALS = ['token_invalid', 'rate_limited', 'not_supported'] as const

const ownPasskeys = {
  listPasskeys: endpoint({
    method: 'GET',
    path: '/api/v1/Passkeys',
    summary: 'The own passkeys, and what is missing so that the loss of one keeps nobody out',
    access: PEOPLE_ROLES,
    reply: {
      status: 200,
      schema: z.strictObject({ passkeys: z.array(Passkey).max(MAX_PASSKEYS), warning: Reason.nullable() }),
    },
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/v1/PasskeyOptions',
    summary: 'What the browser is asked in order to make a passkey',
    access: PEOPLE_ROLES,
    recentSignIn: true,
    reply: { status: 200, schema: CeremonyOptions },
    refusals: ['state_conflict', 'not_supported'],
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/v1/Passkeys',
    summary: 'Keep a passkey that the browser made; recovery codes come with it where the account has none',
    access: PEOPLE_ROLES,
    recentSignIn: true,
    body: z.strictObject({ name: PasskeyName, credential: NewCredential }),
    reply: { status: 201, schema: RecoveryCodes.extend({ passkey: Passkey }) },
    refusals: ['state_conflict', 'not_supported'],
  }),
  namePasskey: endpoint({
    method: 'PUT',
    path: '/api/v1/Passkeys/{passkeyId}',
    summary: 'Give an own passkey another name',
    access: PEOPLE_ROLES,
    params: passkeyParams,
    body: z.strictObject({ name: PasskeyName }),
    reply: { status: 200, schema: Passkey },
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/v1/Passkeys/{passkeyId}',
    summary: 'Remove an own passkey; the last second factor of a member of staff stays',
    access: PEOPLE_ROLES,
    recentSignIn: true,
    params: passkeyParams,
    reply: { status: 204, schema: null },
    refusals: ['state_conflict'],
  }),
} as const satisfies EndpointTable

const passkeySignIns = {
  beginPasskeySignIn: endpoint({
    method: 'POST',
    path: '/api/v1/SignIn/passkey/options',
    summary: 'What the browser is asked in order to sign in with a passkey alone',
    access: 'public',
    reply: { status: 200, schema: CeremonyOptions },
    refusals: ['rate_limited', 'not_supported'],
  }),
  signInWithPasskey: endpoint({
    method: 'POST',
    path: '/api/v1/SignIn/passkey',
    summary: 'Sign in with a passkey alone: it is both factors, since its device asked who is there',
    access: 'public',
    body: z.strictObject({
      credential: GivenCredential,
      client: SignInClient.optional(),
      knownDevice: KnownDevice.optional(),
    }),
    reply: { status: 200, schema: SignedIn },
    refusals: SIGN_IN_REFUSALS,
  }),
  beginPasskeyFactor: endpoint({
    method: 'POST',
    path: '/api/v1/SignIn/second-factor/passkey/options',
    summary: 'What the browser is asked in order to finish a sign-in whose password was right',
    access: 'public',
    body: z.strictObject(pendingBody),
    reply: { status: 200, schema: CeremonyOptions },
    refusals: SIGN_IN_REFUSALS,
  }),
  finishWithPasskey: endpoint({
    method: 'POST',
    path: '/api/v1/SignIn/second-factor/passkey',
    summary: 'Finish a sign-in whose password was right with a passkey',
    access: 'public',
    body: z.strictObject({ ...pendingBody, credential: GivenCredential }),
    reply: { status: 200, schema: SignedIn },
    refusals: SIGN_IN_REFUSALS,
  }),
  beginPasskeyAgain: endpoint({
    method: 'POST',
    path: '/api/v1/SignIn/again/passkey/options',
    summary: 'What the browser is asked in order to prove once more who is there',
    access: PEOPLE_ROLES,
    reply: { status: 200, schema: CeremonyOptions },
    refusals: ['not_supported'],
  }),
  signInAgainWithPasskey: endpoint({
    method: 'POST',
    path: '/api/v1/SignIn/again/passkey',
    summary: 'Prove once more who is there with a passkey alone; the session goes on',
    access: PEOPLE_ROLES,
    body: z.strictObject({ credential: GivenCredential }),
    reply: { status: 200, schema: RenewedAccess },
    refusals: ['not_supported'],
  }),
  makeRecoveryCodesByPasskey: endpoint({
    method: 'POST',
    path: '/api/v1/SecondFactor/recovery-codes/passkey',
    summary:
      'New recovery codes in place of the old ones; asks for a passkey, with the options of a sign-in again: it is one',
    access: PEOPLE_ROLES,
    body: z.strictObject({ credential: GivenCredential }),
    reply: { status: 200, schema: RecoveryCodes },
    refusals: ['not_supported'],
  }),
} as const satisfies EndpointTable

export const passkeysApi = { ...ownPasskeys, ...passkeySignIns } as const satisfies EndpointTable
