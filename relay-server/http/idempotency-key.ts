// The key by which a caller may repeat a request, and what tells that request from another one with the same key.
import { createHash } from 'node:crypto'
import type { Request } from 'express'
import type { Endpoint } from '@pharmacy-relay/shared/api/endpoint.ts'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

/** As draft-ietf-httpapi-idempotency-key-header has it, with keys that are UUIDs. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key'

export interface Idempotency {
  /** UUID in lower case. */
  readonly key: string
  /** SHA-256 of method, path, version and parsed body, hexadecimal: the same meaning has the same one, however it was written. */
  readonly fingerprint: string
}

/** Null where the endpoint takes no key. Throws ProblemError `request_refused` without one, or for one that is no UUID. */
export function readIdempotency(entry: Endpoint, request: Request, body: unknown): Idempotency | null {
  if (!entry.idempotent) return null
  const key = Uuid.safeParse(request.get(IDEMPOTENCY_KEY_HEADER))
  if (!key.success)
    throw new ProblemError('request_refused', 'Send Idempotency-Key, a UUID that is new for each request')
  const meant = [request.method, request.path, request.get('if-match') ?? null, body]
  const fingerprint = createHash('sha256').update(JSON.stringify(meant)).digest('hex')
  return { key: key.data, fingerprint }
}
