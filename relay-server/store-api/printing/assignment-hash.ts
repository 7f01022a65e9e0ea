// The hash of an assignment: equal bodies have equal hashes, whatever the order of their keys.
import { createHash } from 'node:crypto'
import { hashedText, type AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'

/** SHA-256 of its text, 64 hexadecimal digits; devices check it. */
export function assignmentHash(body: AssignmentBody): string {
  return createHash('sha256').update(hashedText(body)).digest('hex')
}
