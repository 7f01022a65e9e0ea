// The form of an endpoint table: what server, client, OpenAPI document and the walking test are all made from.
import { z } from 'zod'
import { SearchText } from '../ids.ts'
import type { ProblemCode } from '../problem.ts'
import type { UserRole } from '../user-role.ts'
import type { AccessRule } from './access.ts'

type ObjectSchema = z.ZodType<Readonly<Record<string, unknown>>, unknown>

export interface Endpoint extends AccessRule {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces: `/customers/{customerId}`. */
  readonly path: string
  readonly summary: string
  /** Roles that may ask about others; everybody else finds himself only. Null where nothing belongs to one person. */
  readonly others: readonly UserRole[] | null
  /** Strict objects, so that an unknown field is refused; null when the endpoint takes none. */
  readonly params: ObjectSchema | null
  readonly query: ObjectSchema | null
  readonly body: z.ZodType | null
  /** The body is bytes (`application/octet-stream`), handed on as they come; `body` is null then. */
  readonly stream: boolean
  /**
   * The body is JSON that its sender signed: handed on as the bytes that came, with what Payment-Signature says of them. The handler
   * checks, then parses; `body` is null.
   */
  readonly signed: boolean
  /** `schema` null means an empty reply, or with `bytes` a file of that media type. Only declared fields leave. */
  readonly reply: {
    readonly status: 200 | 201 | 204
    readonly schema: z.ZodType | null
    readonly bytes?: 'application/pdf' | 'image/webp'
  }
  /** Largest request body in bytes; beyond it 413. */
  readonly maxBodyBytes: number
  /** The caller must send If-Match with the version it saw: 428 without, 412 when stale. */
  readonly versioned: boolean
  /**
   * The caller must send Idempotency-Key, a UUID: 400 without. The same request again gets the same answer, also a refusal;
   * another one with its key is 422. Keys are kept for 48 hours.
   */
  readonly idempotent: boolean
  /** Asks for a sign-in of the last 10 minutes (`isRecentSignIn`); services have none and need none. */
  readonly recentSignIn: boolean
  /** Refusals beyond those that follow from the fields above. */
  readonly refusals: readonly ProblemCode[]
}

export type EndpointTable = Readonly<Record<string, Endpoint>>

const DEFAULTS = {
  services: null,
  others: null,
  params: null,
  query: null,
  body: null,
  stream: false,
  signed: false,
  maxBodyBytes: 16_384,
  versioned: false,
  idempotent: false,
  recentSignIn: false,
  refusals: [],
} as const

type Defaults = typeof DEFAULTS
type Given = Pick<Endpoint, 'method' | 'path' | 'summary' | 'access' | 'reply'> & Partial<Endpoint>

/** Completes an entry with the defaults: no parameters, no body, 16 KiB, not versioned, no recent sign-in. */
export function endpoint<const E extends Given>(entry: E): Omit<Defaults, keyof E> & E {
  return { ...DEFAULTS, ...entry }
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : null
type InputOf<S> = S extends z.ZodType ? z.input<S> : null

/** A body that must be the one that was signed, to the byte. */
export interface SignedBody {
  readonly bytes: Uint8Array
  /** The header's value; empty without one. */
  readonly signature: string
}

/** What a handler gets: parsed values only. A stream ends in ProblemError `too_large` beyond the endpoint's limit. */
export interface EndpointInput<E extends Endpoint> {
  readonly params: OutputOf<E['params']>
  readonly query: OutputOf<E['query']>
  readonly body: E['stream'] extends true
    ? AsyncIterable<Uint8Array>
    : E['signed'] extends true
      ? SignedBody
      : OutputOf<E['body']>
}
/** What a caller gives. */
export interface EndpointCall<E extends Endpoint> {
  readonly params: InputOf<E['params']>
  readonly query: InputOf<E['query']>
  readonly body: E['stream'] extends true
    ? Uint8Array<ArrayBuffer> | Blob
    : E['signed'] extends true
      ? SignedBody
      : InputOf<E['body']>
}
/** What a handler answers. */
export type EndpointReply<E extends Endpoint> = OrBytes<E, InputOf<E['reply']['schema']>>
/** What a caller gets back. */
export type EndpointResult<E extends Endpoint> = OrBytes<E, OutputOf<E['reply']['schema']>>

type OrBytes<E extends Endpoint, T> = E['reply'] extends { readonly bytes: string } ? Uint8Array : T

/** The largest file that a reply may be, in bytes. */
export const MAX_REPLY_BYTES = 4_194_304

/** Every code the endpoint may answer, derived from its fields. */
export function documentedCodes(entry: Endpoint): ProblemCode[] {
  const codes = new Set<ProblemCode>([
    'request_refused',
    'invalid',
    'unavailable',
    'internal',
    ...entry.refusals,
  ])
  if (entry.access !== 'public') codes.add('token_missing').add('token_invalid')
  if (Array.isArray(entry.access) || entry.access === 'visitor') codes.add('role_not_allowed')
  if (entry.recentSignIn) codes.add('sign_in_again')
  if (entry.access === 'internal-key') codes.add('stamp_and_key')
  if (entry.params !== null) codes.add('not_found')
  if (entry.body !== null || entry.stream || entry.signed) codes.add('too_large')
  if (entry.versioned) codes.add('version_required').add('version_stale')
  return [...codes]
}

const pageNumber = (fallback: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(max))
    .default(fallback)

/** Paging of every list: `page` from 1, `pageSize` 1 to 200 (50), and a free-text `q`. */
export const paging = {
  page: pageNumber(1, 1_000_000),
  pageSize: pageNumber(50, 200),
  q: SearchText,
}

/** The reply of every list. */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.strictObject({
    items: z.array(item).max(200),
    total: z.int().min(0),
    page: z.int().min(1),
    pageSize: z.int().min(1).max(200),
  })
}
