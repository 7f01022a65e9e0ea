// A sign-in at a pharmacy's own computer: its agent proves the computer's key, and the session is of that computer alone.
import { z } from 'zod'
import { CertificatePem } from '../endorsement.ts'
import { Instant } from '../ids.ts'
import { endpoint, type EndpointTable } from './endpoint.ts'

/** 32 random bytes in base64url. */
const DeviceChallenge = z.string().regex(/^[\w-]{43}$/)

/**
 * `signature`: ECDSA P-256 (SHA-256, DER, Base64) of the computer's key over `signInProofText`; `certificate` is the one that the
 * computer is known by at its pharmacy.
 */
export const SignInDevice = z.strictObject({
  challenge: DeviceChallenge,
  certificate: CertificatePem,
  signature: z.base64().min(64).max(200),
})
export type SignInDevice = z.infer<typeof SignInDevice>

/** What the signature is over, in UTF-8: for nobody else's sign-in, and for no hub. */
export function signInProofText(facts: { readonly challenge: string; readonly email: string }): string {
  return JSON.stringify(['pharmacy-relay/1 sign-in at a computer', facts.challenge, facts.email])
}

export const devicesApi = {
  beginDeviceSignIn: endpoint({
    method: 'POST',
    path: '/api/v1/SignIn/device-challenges',
    summary: 'What a pharmacy’s computer signs to take part in the next sign-in; good for 5 minutes and once',
    access: 'public',
    reply: { status: 200, schema: z.strictObject({ challenge: DeviceChallenge, expiresAt: Instant }) },
    refusals: ['rate_limited'],
  }),
} as const satisfies EndpointTable
