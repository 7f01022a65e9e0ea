// The ticket as a JWT that only the identity API takes: its type and audience are those of no access token.
import { SignJWT, jwtVerify } from 'jose'
import { Id, Uuid } from '@pharmacy-relay/shared/ids.ts'
import { z } from 'zod'
import { TOKEN_ALGORITHM, TOKEN_ISSUER } from '../../auth/access-token.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'

const TICKET_TYPE = 'address-ticket+jwt'
const TICKET_AUDIENCE = 'pharmacy-relay-identity'
/** How long a ticket is good, in ms. */
export const TICKET_MS = 60_000

const Ticket = z.object({
  /** The user's guid. */
  sub: Uuid,
  jti: Uuid,
  pharmacyId: Id,
  /** The computer that vouches for the address. */
  computerId: Id,
  /** From where alone it is taken: an IPv4 address or the /64 of IPv6. */
  address: z.string().min(1).max(64),
})
export type Ticket = z.infer<typeof Ticket>

export async function writeTicket(keys: SigningKeys, ticket: Ticket, now: Date): Promise<string> {
  const { kid, privateKey } = keys.current()
  const issuedS = Math.floor(now.getTime() / 1_000)
  return new SignJWT(ticket)
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: TICKET_TYPE, kid })
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TICKET_AUDIENCE)
    .setIssuedAt(issuedS)
    .setExpirationTime(issuedS + TICKET_MS / 1_000)
    .sign(privateKey)
}

/** Null for whatever is not a ticket of ours that goes on. */
export async function readTicket(keys: SigningKeys, text: string, now: Date): Promise<Ticket | null> {
  try {
    const { payload } = await jwtVerify(text, keys.find, {
      algorithms: [TOKEN_ALGORITHM],
      typ: TICKET_TYPE,
      issuer: TOKEN_ISSUER,
      audience: TICKET_AUDIENCE,
      requiredClaims: ['exp', 'iat', 'sub', 'jti'],
      currentDate: now,
    })
    return Ticket.safeParse(payload).data ?? null
  } catch {
    return null
  }
}
