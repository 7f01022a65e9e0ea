// What each computer of a pharmacy is to do with labels, as a document; pure.
import { hubRole, type RoleNumber } from '@pharmacy-relay/shared/device-role.ts'
import type { AssignmentBody, AssignmentTarget } from '@pharmacy-relay/shared/printer-assignment.ts'

/** What of a computer goes into assignments. */
export interface PrintingComputer {
  readonly id: number
  readonly role: RoleNumber
  readonly pcName: string
  readonly deviceKey: string
  /** As it reported them, at most 32. */
  readonly addresses: readonly string[]
}

/** The active configuration of a pharmacy. */
export interface ActivePrinter {
  readonly printerComputerId: number
  readonly printerName: string
  readonly tcpPort: number
}

const NOTHING: AssignmentBody = {
  role: 'None',
  printerName: null,
  tcpPort: null,
  target: null,
  clients: [],
  standby: null,
}

/** A body for every computer, by its id. `computers` are all of one pharmacy that have a role, and any others. */
export function assignmentBodies(
  computers: readonly PrintingComputer[],
  printer: ActivePrinter | null,
): Map<number, AssignmentBody> {
  const server = computers.find(({ id, role }) => role === 1 && id === printer?.printerComputerId)
  const target = server === undefined || printer === null ? null : targetOf(server, printer.tcpPort)
  const clients = clientsOf(computers)
  const body = ({ id, role }: PrintingComputer): AssignmentBody => {
    if (role === 0) return NOTHING
    if (role === 2) return { ...NOTHING, role: hubRole(role), target }
    const own = id === server?.id ? printer : null
    const place = { printerName: own?.printerName ?? null, tcpPort: own?.tcpPort ?? null }
    return { ...NOTHING, role: hubRole(role), ...place, clients }
  }
  return new Map(computers.map((computer) => [computer.id, body(computer)]))
}

function targetOf(server: PrintingComputer, tcpPort: number): AssignmentTarget {
  const { pcName, deviceKey, addresses } = server
  // Empty until devices report their certificates: then links are pinned to them.
  return { computerName: pcName, deviceKey, addresses: [...addresses], tcpPort, certificateFingerprints: [] }
}

/** In the order of their ids, so that the same Clients make the same document. */
function clientsOf(computers: readonly PrintingComputer[]): AssignmentBody['clients'] {
  return computers
    .filter(({ role }) => role === 2)
    .toSorted((a, b) => a.id - b.id)
    .map(({ deviceKey }) => ({ deviceKey, certificateFingerprints: [] }))
}
