// How much of a request's head is taken from outside, the same at every program that faces it.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

export const MAX_FIELDS = 64
/** Names, values and their separators, in bytes. */
export const MAX_FIELD_BYTES = 16_384
/** Longest target in bytes; RFC 9110 asks for at least 8,000. */
export const MAX_TARGET_BYTES = 8_192

/** What the gateway adds to a head on its way to a service: addresses, stamp and trace id, at most. */
const ADDED_BYTES = 1_024

/** Longer than any head that is accepted, so that the answer can say what was too long. */
export const PARSER_HEAD_BYTES = MAX_FIELD_BYTES + 2 * MAX_TARGET_BYTES

/** What a service takes of a head: all that the gateway may forward, so that its parser never has the last word. */
export const SERVICE_HEAD_BYTES = PARSER_HEAD_BYTES + ADDED_BYTES

/** The problem of a target that is too long; null for others. */
export function refusalOfTarget(target: string): ProblemError | null {
  if (target.length <= MAX_TARGET_BYTES) return null
  return new ProblemError('target_too_long', `The request target is longer than ${MAX_TARGET_BYTES} bytes`)
}

/** The problem of too many fields; null for others. `rawHeaders`: names and values in turn, as received. */
export function refusalOfFieldCount(rawHeaders: readonly string[]): ProblemError | null {
  if (rawHeaders.length <= MAX_FIELDS * 2) return null
  return new ProblemError('head_too_large', `More than ${MAX_FIELDS} fields`)
}

/** The bytes that a field takes of the limit. */
export function fieldBytes(name: string, value: string): number {
  return name.length + value.length + 4
}

/** The problem of fields that are too long together; null for others. */
export function refusalOfFieldBytes(bytes: number): ProblemError | null {
  if (bytes <= MAX_FIELD_BYTES) return null
  return new ProblemError('head_too_large', `Fields take more than ${MAX_FIELD_BYTES} bytes`)
}

/** The problem of a head that is more than is taken, or names no host; null for others. */
export function refusalOfHead(head: {
  readonly url?: string | undefined
  readonly httpVersion: string
  readonly rawHeaders: readonly string[]
  readonly headers: { readonly host?: string | undefined }
}): ProblemError | null {
  const { url = '', rawHeaders, headers, httpVersion } = head
  let bytes = 0
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    bytes += fieldBytes(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  const tooMuch = refusalOfTarget(url) ?? refusalOfFieldCount(rawHeaders) ?? refusalOfFieldBytes(bytes)
  if (tooMuch !== null || headers.host !== undefined || httpVersion === '1.0') return tooMuch
  return new ProblemError('request_refused', 'Host is missing')
}
