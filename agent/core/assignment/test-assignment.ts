// Assignments for tests, as the store API would make them.
import type {
  AssignmentTarget,
  CarriedAssignment,
  PrinterAssignment,
} from '@pharmacy-relay/shared/printer-assignment.ts'
import { assignmentHash, type ReceivedAssignment } from './received-assignment.ts'

const EMPTY = {
  role: 'None',
  printerName: null,
  tcpPort: null,
  target: null,
  clients: [],
  standby: null,
} satisfies Omit<PrinterAssignment, 'version' | 'hash'>

export function assignmentOf(over: Partial<PrinterAssignment> = {}): PrinterAssignment {
  const body = { ...EMPTY, version: 1, ...over }
  return { ...body, hash: assignmentHash(body) }
}

/** As a later version makes it, which knows more fields. */
export function laterAssignment(more: Readonly<Record<string, unknown>>): CarriedAssignment {
  const document = { ...assignmentOf(), ...more }
  return { ...document, hash: assignmentHash(document) }
}

/** Nothing of it is unknown here. */
export function received(assignment: PrinterAssignment): ReceivedAssignment {
  return { assignment, document: assignment }
}

export function targetOf(over: Partial<AssignmentTarget> = {}): AssignmentTarget {
  return {
    computerName: 'DISPENSARY',
    deviceKey: 'd1'.repeat(32),
    addresses: ['192.168.1.9'],
    tcpPort: 9100,
    certificateFingerprints: [],
    ...over,
  }
}
