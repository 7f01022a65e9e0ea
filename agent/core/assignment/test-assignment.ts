// Assignments for tests, as the store API would make them.
import { createHash } from 'node:crypto'
import type { AssignmentTarget, PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'

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
  return { ...body, hash: createHash('sha256').update(JSON.stringify(body)).digest('hex') }
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
