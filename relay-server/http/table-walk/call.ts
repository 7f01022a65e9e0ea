// Test support: the valid call of an endpoint as a raw request, and what the rules do with it.
import { randomUUID } from 'node:crypto'
import { rolesThatMay } from '@pharmacy-relay/shared/api/access.ts'
import type { Endpoint, EndpointCall, SignedBody } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { SIGNATURE_HEADER } from '../signature-header.ts'
import { expectRefusal, sendProbe, type Probe } from './probe.ts'
import type { WrongInput } from './wrong-values.ts'

/** A call that succeeds, and who may not make it although the role would do. */
export interface WalkCall<E extends Endpoint> extends EndpointCall<E> {
  /** Who makes it; by default the first role that the endpoint allows. */
  readonly role?: UserRole
  /** In place of that of the role; of a service that alone may make it. */
  readonly token?: string
  /** The current version, for versioned endpoints. */
  readonly version?: number
  /** For idempotent endpoints: a second valid body. */
  readonly otherBody?: unknown
  readonly outsiders?: readonly Outsider[]
  /** The scanner that makes it; by default the one of the walk. */
  readonly scannerToken?: string
}

/** Somebody with an allowed role and no right to this object: `pharmacist of another pharmacy`. */
interface Outsider {
  readonly who: string
  readonly token: string
  readonly code: 'not_found' | 'role_not_allowed'
}

/** How the server under test is reached, whatever its table. */
export interface WalkServer {
  /** Without a slash at the end. */
  readonly baseUrl: string
  readonly tokens: Readonly<Record<UserRole, string>>
  /** An Admin's whose sign-in is more than 10 minutes ago; for tables with endpoints that ask for a recent one. */
  readonly olderSignIn?: string
  /** By what is wrong with each: `expired`, `of another audience`. */
  readonly badTokens: Readonly<Record<string, string>>
  /** Null where no endpoint takes the internal key. */
  readonly internalKey: string | null
  /** Of a scanner that may send, where the table has endpoints for scanners. */
  readonly scannerToken?: string
}

/** What the rules of one endpoint work with. */
export interface Walked {
  readonly entry: Endpoint
  readonly server: WalkServer
  readonly call: WalkCall<Endpoint>
  /** The methods that the table has for this path. */
  readonly methodsTaken: ReadonlySet<string>
}

export interface Rule {
  readonly text: string
  /** Whether its call, or one like it, may be carried out; all others are refused and leave the call as good as new. */
  readonly usesCall: boolean
  /** Throws an Error in words. */
  readonly check: (walked: Walked) => Promise<void>
}

export function rule(text: string, check: Rule['check']): Rule {
  return { text, check, usesCall: false }
}

/** One whose call may be carried out. */
export function usingRule(text: string, check: Rule['check']): Rule {
  return { text, check, usesCall: true }
}

/** The valid call with other header fields (null: without) is refused. */
export async function refusal(
  walked: Walked,
  changed: Readonly<Record<string, string | null>>,
  code: ProblemCode,
): Promise<void> {
  const probe = validProbe(walked)
  const headers = Object.entries({ ...probe.headers, ...changed }).filter(([, value]) => value !== null)
  const reply = await sendProbe({
    ...probe,
    headers: Object.fromEntries(headers.map(([n, v]) => [n, v ?? ''])),
  })
  expectRefusal(walked.entry, reply, code)
}

export function validProbe({ entry, server, call }: Walked): Probe {
  const params = recordOf(call.params ?? {})
  const path = entry.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(textOf(params[name]).toWellFormed()),
  )
  const given = Object.entries(recordOf(call.query ?? {})).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, textOf(value)])).toString()
  const hasBody = entry.body !== null
  return {
    method: entry.method,
    url: `${server.baseUrl}${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...credentialOf(entry, server, call),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(entry.signed ? signedHeaders(call.body) : {}),
      ...(entry.stream ? { 'content-type': 'application/octet-stream' } : {}),
      ...(entry.idempotent ? { 'idempotency-key': randomUUID() } : {}),
      ...(call.version === undefined ? {} : { 'if-match': `"${call.version}"` }),
    },
    body: bodyOf(entry, call.body),
  }
}

/** What its sender says of a body that is signed. */
function signedHeaders(body: unknown): Record<string, string> {
  return { 'content-type': 'application/json', [SIGNATURE_HEADER]: (body as SignedBody).signature }
}

function bodyOf(entry: Endpoint, body: unknown): Probe['body'] {
  if (entry.signed) return Buffer.from((body as SignedBody).bytes).toString('utf8')
  // As they are: bytes of a picture are no text.
  if (entry.stream) return new Uint8Array(body as Uint8Array)
  return entry.body === null ? null : JSON.stringify(body)
}

function credentialOf(
  entry: Endpoint,
  server: WalkServer,
  { role, token, scannerToken = server.scannerToken ?? '' }: WalkCall<Endpoint>,
): Record<string, string> {
  if (entry.access === 'public') return {}
  if (entry.access === 'internal-key') return { 'x-internal-key': server.internalKey ?? '' }
  if (entry.access === 'scanner') return { authorization: `Bearer ${scannerToken}` }
  const [first = 'Admin'] = rolesThatMay(entry)
  return { authorization: `Bearer ${token ?? server.tokens[role ?? first]}` }
}

/** Tries all; throws one Error that names each item whose check failed and why. */
export async function checkEach<T>(items: readonly T[], check: (item: T) => Promise<void>): Promise<void> {
  const failures: string[] = []
  for (const item of items) {
    try {
      await check(item)
    } catch (error) {
      failures.push(`${nameOf(item)}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (failures.length > 0) throw new Error(failures.join('\n'))
}

function nameOf(item: unknown): string {
  if (typeof item !== 'object' || item === null || !('fault' in item))
    return JSON.stringify(item).slice(0, 80)
  const { path, fault } = item as Pick<WrongInput, 'path' | 'fault'>
  return `${path.join('.')} ${fault}`
}

export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
