// Puts a failed connection into words that tell a person where to look.
import { AnyHubCode, HubError, RetryAfterMs } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { z } from 'zod'

/** What the HTTP server in front of the hub answered instead of upgrading. */
export interface HttpAnswer {
  readonly status: number
  readonly retryAfter: string | null
}

/** What the hub attaches to a refused handshake. */
const RefusedHandshake = readerOf(
  z.object({
    data: z.object({
      code: AnyHubCode,
      message: z.string().max(2_000),
      retryAfterMs: RetryAfterMs.optional(),
    }),
  }),
)

/** The hub's own refusal of a handshake; null when it is not known that a hub said anything. */
export function refusedHandshake(error: unknown): HubError | null {
  const refused = RefusedHandshake.safeParse(error)
  if (!refused.success) return null
  const { code, message, retryAfterMs: wait } = refused.data.data
  return new HubError(code, message, { retryAfterMs: wait ?? null })
}

const TransportFailure = z.object({
  description: z.object({ message: z.string().optional(), error: z.object({ code: z.string() }).optional() }),
})

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at that address and port; is the portal running?',
  ECONNRESET: 'the connection was cut while it was being made',
  ENOTFOUND: 'the host name is not known to the name server',
  EAI_AGAIN: 'the name server does not answer; is the network connected?',
  ENETUNREACH: 'there is no network path to it; is the network connected?',
  EHOSTUNREACH: 'there is no network path to it; is the network connected?',
  ETIMEDOUT: 'it did not answer in time',
  EADDRNOTAVAIL: 'LocalAddress is not an address of this computer',
  CERT_HAS_EXPIRED: "its certificate has expired; are this computer's date and time right?",
  CERT_NOT_YET_VALID: "its certificate is not valid yet; are this computer's date and time right?",
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority that this computer does not trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate comes from an authority that this computer does not trust',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate comes from an authority that this computer does not trust',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
}

/** One sentence without a full stop. `error` is whatever the socket library reported. */
export function failureWords(error: unknown, hubUrl: string, http: HttpAnswer | null): string {
  const where = `The hub at ${hubUrl} cannot be reached`
  if (http !== null) return `${where}: the server there answered HTTP ${http.status}`
  const failure = TransportFailure.safeParse(error)
  const code = failure.success ? failure.data.description.error?.code : undefined
  if (code !== undefined) return `${where}: ${WORDS[code] ?? code}`
  const message = failure.success ? failure.data.description.message : undefined
  return `${where}: ${message ?? (error instanceof Error ? error.message : 'for an unknown reason')}`
}

const LOSSES: Readonly<Record<string, string>> = {
  'io server disconnect': 'The hub closed the connection',
  'ping timeout': 'The hub does not answer any more',
  'transport close': 'The connection to the hub was cut',
  'transport error': 'The connection to the hub failed',
  'parse error': 'The hub sent something that cannot be read',
}

/** One sentence for the reason that the socket library gives for the end of a connection. */
export function lossWords(reason: string): string {
  return LOSSES[reason] ?? `The connection to the hub ended (${reason})`
}

/** Milliseconds of an HTTP Retry-After in seconds, for the two statuses that carry it; null otherwise. */
export function retryAfterMs(http: HttpAnswer | null): number | null {
  if (http === null || (http.status !== 429 && http.status !== 503)) return null
  if (http.retryAfter === null || !/^\d{1,6}$/.test(http.retryAfter)) return null
  return Number(http.retryAfter) * 1_000
}
