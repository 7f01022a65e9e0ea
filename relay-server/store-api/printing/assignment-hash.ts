// The hash of an assignment: equal bodies have equal hashes, whatever the order of their keys.
import { createHash } from 'node:crypto'
import type { AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'

/** SHA-256 of the body's canonical JSON, 64 hexadecimal digits. */
export function assignmentHash(body: AssignmentBody): string {
  return createHash('sha256').update(canonicalJson(body)).digest('hex')
}

/** JSON without spaces, the keys of every object in the order of their code units. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isObject(part) ? sortedByKey(part) : part))
}

function sortedByKey(object: object): object {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
