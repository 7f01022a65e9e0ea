// An assignment as it came: checked against its hash with every field, also those that only a later version knows.
import { createHash } from 'node:crypto'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import {
  hashedText,
  PrinterAssignment,
  type CarriedAssignment,
} from '@pharmacy-relay/shared/printer-assignment.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { z } from 'zod'

export interface ReceivedAssignment {
  /** What this version knows of it. */
  readonly assignment: PrinterAssignment
  /** All of it, to be kept: a later version of this program reads more. */
  readonly document: CarriedAssignment
}

const MAX_TEXT = 1_000

/** Throws HubError INVALID when it cannot be understood, and when it is not what was hashed. */
export function receivedAssignment(document: CarriedAssignment): ReceivedAssignment {
  const { data: assignment, error } = readerOf(PrinterAssignment).safeParse(document)
  if (assignment === undefined) throw new HubError('INVALID', z.prettifyError(error).slice(0, MAX_TEXT))
  if (assignmentHash(document) !== document.hash)
    throw new HubError('INVALID', 'The assignment was changed on its way: its hash is that of another one')
  return { assignment, document }
}

/** SHA-256 of all that it says, 64 hexadecimal digits. */
export function assignmentHash(document: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(hashedText(document)).digest('hex')
}
