// Why a connection to the hub failed, as reasons that tell a person where to look.
import { AnyHubCode, HubError, RetryAfterMs } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { ReasonCode } from '@pharmacy-relay/shared/reasons/reason-codes.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason, Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
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

/** By the code of Node's error. */
const CAUSES = {
  ECONNREFUSED: 'host_refused',
  ECONNRESET: 'host_cut',
  ENOTFOUND: 'name_unknown',
  EAI_AGAIN: 'name_server_silent',
  ENETUNREACH: 'network_away',
  EHOSTUNREACH: 'network_away',
  ETIMEDOUT: 'host_silent',
  EADDRNOTAVAIL: 'local_address_wrong',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_valid_yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_foreign',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_foreign',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_foreign',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_other_host',
} as const satisfies Readonly<Record<string, ReasonCode>>

/** `error` is whatever the socket library reported. */
export function unreachable(error: unknown, hubUrl: string, http: HttpAnswer | null): Reasons {
  return [reason('hub_unreachable', { hub: hubUrl }), causeOf(error, http)]
}

function causeOf(error: unknown, http: HttpAnswer | null): Reason {
  if (http !== null) return reason('host_answered', { status: http.status })
  const failure = TransportFailure.safeParse(error)
  const { message, error: cause } = failure.success ? failure.data.description : {}
  if (cause !== undefined && Object.hasOwn(CAUSES, cause.code))
    return reason(CAUSES[cause.code as keyof typeof CAUSES], {})
  const said = cause?.code ?? message ?? (error instanceof Error ? error.message : '')
  return reason('connection_failed', {}, said)
}

const LOSSES = {
  'io server disconnect': 'hub_closed',
  'ping timeout': 'hub_silent',
  'transport close': 'hub_cut',
  'parse error': 'hub_unreadable',
} as const satisfies Readonly<Record<string, ReasonCode>>

/** `cause`: what the socket library gives for the end of a connection. */
export function lossOf(cause: string): Reason {
  return Object.hasOwn(LOSSES, cause)
    ? reason(LOSSES[cause as keyof typeof LOSSES], {})
    : reason('hub_cut', {}, cause)
}

/** Milliseconds of an HTTP Retry-After in seconds, for the two statuses that carry it; null otherwise. */
export function retryAfterMs(http: HttpAnswer | null): number | null {
  if (http === null || (http.status !== 429 && http.status !== 503)) return null
  if (http.retryAfter === null || !/^\d{1,6}$/.test(http.retryAfter)) return null
  return Number(http.retryAfter) * 1_000
}
