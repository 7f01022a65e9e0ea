// An expected failure and the closed list of its codes, without zod: a thread that parses nothing loads no parser.
import type { Reason } from './reasons/reason.ts'

/** What a caller may do about a failure: try the same call again, or change something first. */
export type Retry = 'retry' | 'final'

interface CodeFacts {
  readonly status: number
  readonly title: string
  readonly retry: Retry
}

/** Every code with its HTTP status. Codes are stable; titles are for people and may change. */
export const PROBLEM_CODES = {
  request_refused: { status: 400, title: 'The request is malformed', retry: 'final' },
  token_missing: { status: 401, title: 'Sign-in is required', retry: 'final' },
  token_invalid: { status: 401, title: 'The credentials are not valid', retry: 'final' },
  role_not_allowed: { status: 403, title: 'Your role does not allow this', retry: 'final' },
  sign_in_again: { status: 403, title: 'Sign in again to do this', retry: 'final' },
  stamp_and_key: { status: 403, title: 'Refused', retry: 'final' },
  not_found: { status: 404, title: 'Not found', retry: 'final' },
  request_timeout: { status: 408, title: 'The request took too long to arrive', retry: 'retry' },
  state_conflict: { status: 409, title: 'The current state does not allow this', retry: 'final' },
  device_offline: { status: 409, title: 'The device is offline', retry: 'final' },
  version_stale: { status: 412, title: 'Somebody else changed this in the meantime', retry: 'final' },
  too_large: { status: 413, title: 'The request is too large', retry: 'final' },
  target_too_long: { status: 414, title: 'The address is too long', retry: 'final' },
  invalid: { status: 422, title: 'Some fields are not valid', retry: 'final' },
  version_required: { status: 428, title: 'If-Match is required', retry: 'final' },
  rate_limited: { status: 429, title: 'Too many requests', retry: 'retry' },
  head_too_large: { status: 431, title: 'The request head is too large', retry: 'final' },
  internal: { status: 500, title: 'Something went wrong on our side', retry: 'retry' },
  not_supported: { status: 501, title: 'Not supported', retry: 'final' },
  upstream_unavailable: { status: 502, title: 'The service behind did not answer', retry: 'retry' },
  unavailable: { status: 503, title: 'The service is not available right now', retry: 'retry' },
  device_timeout: { status: 504, title: 'The device did not answer in time', retry: 'retry' },
  upstream_timeout: { status: 504, title: 'The service behind did not answer in time', retry: 'retry' },
} as const satisfies Record<string, CodeFacts>

export type ProblemCode = keyof typeof PROBLEM_CODES
export const problemCodes = Object.keys(PROBLEM_CODES) as [ProblemCode, ...ProblemCode[]]

/** One faulty field; problem.ts has it as a schema. */
export interface FaultyField {
  readonly path: string
  readonly message: string
}

/** One of several things that fit what was asked for; problem.ts has it as a schema. */
export interface Candidate {
  readonly id: number
  readonly name: string
}

export interface ProblemExtras {
  readonly errors?: readonly FaultyField[]
  /** At most 20. */
  readonly candidates?: readonly Candidate[]
  /** Seconds until a retry makes sense; sent as Retry-After. */
  readonly retryAfterS?: number
  readonly cause?: unknown
}

/** An expected failure. The code decides what happens, the detail is for people and never holds secrets. */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly errors: readonly FaultyField[]
  readonly candidates: readonly Candidate[]
  readonly retryAfterS: number | null
  /** Null where only the English detail says why. */
  readonly reason: Reason | null

  constructor(code: ProblemCode, detail: string | Reason, extras: ProblemExtras = {}) {
    super(
      typeof detail === 'string' ? detail : detail.detail,
      extras.cause === undefined ? undefined : { cause: extras.cause },
    )
    this.name = 'ProblemError'
    this.code = code
    this.errors = extras.errors ?? []
    this.candidates = extras.candidates ?? []
    this.retryAfterS = extras.retryAfterS ?? null
    this.reason = typeof detail === 'string' ? null : detail
  }
}
