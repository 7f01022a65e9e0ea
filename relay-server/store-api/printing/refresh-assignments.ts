// Brings assignments up to date with roles, printers, names and addresses of their pharmacies.
import { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { StoreTransaction } from '../database.ts'
import { assignmentBodies } from './assignment-bodies.ts'
import { assignmentHash } from './assignment-hash.ts'
import {
  activePrinters,
  computerFacts,
  writeAssignments,
  type ComputerFacts,
  type DueAssignment,
} from './assignments.queries.ts'

/** An assignment that is new or whose version rose. */
export interface ChangedAssignment {
  readonly computerId: number
  readonly customerId: number
  readonly assignment: PrinterAssignment
}

/**
 * Writes what differs for the computers of these pharmacies that have an assignment; answers only that. A computer that
 * never connected gets its first one when it does. The caller holds the lock of whichever row it changed: the
 * PrinterComputer's own, or those of all computers of the pharmacy.
 */
export async function refreshAssignments(
  trx: StoreTransaction,
  customerIds: readonly number[],
): Promise<ChangedAssignment[]> {
  if (customerIds.length === 0) return []
  const due = await dueAssignments(trx, customerIds, ({ hasAssignment }) => hasAssignment)
  return changedOf(due, await writeAssignments(trx, due))
}

/** Writes the first assignment of computers that have none, or one without a letter, and whose rows the caller has locked. */
export async function addAssignments(
  trx: StoreTransaction,
  computers: readonly { readonly computerId: number; readonly customerId: number }[],
): Promise<ChangedAssignment[]> {
  if (computers.length === 0) return []
  const ids = new Set(computers.map(({ computerId }) => computerId))
  const customerIds = [...new Set(computers.map(({ customerId }) => customerId))]
  const due = await dueAssignments(trx, customerIds, ({ id }) => ids.has(id))
  return changedOf(due, await writeAssignments(trx, due))
}

function changedOf(
  due: readonly DueAssignment[],
  written: readonly { readonly computerId: number; readonly version: number }[],
): ChangedAssignment[] {
  const byId = new Map(due.map((one) => [one.computerId, one]))
  return written.flatMap(({ computerId, version }) => {
    const one = byId.get(computerId)
    if (one === undefined) return []
    const { customerId, document, hash } = one
    return [{ computerId, customerId, assignment: PrinterAssignment.parse({ ...document, version, hash }) }]
  })
}

async function dueAssignments(
  trx: StoreTransaction,
  customerIds: readonly number[],
  isDue: (computer: ComputerFacts) => boolean,
): Promise<DueAssignment[]> {
  const facts = Map.groupBy(await computerFacts(trx, customerIds), ({ customerId }) => customerId)
  const printers = await activePrinters(trx, customerIds)
  return [...facts].flatMap(([customerId, computers]) => {
    const bodies = assignmentBodies(computers, printers.get(customerId) ?? null)
    return computers.filter(isDue).flatMap(({ id }): DueAssignment[] => {
      const document = bodies.get(id)
      if (document === undefined) return []
      return [{ computerId: id, customerId, document, hash: assignmentHash(document) }]
    })
  })
}
