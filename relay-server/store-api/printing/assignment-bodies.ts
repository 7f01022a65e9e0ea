// What each computer of a pharmacy is to do with labels, as a document; pure.
import { computerLetter } from '@pharmacy-relay/shared/labels/label-number.ts'
import { hubRole, type RoleNumber } from '@pharmacy-relay/shared/device-role.ts'
import type { Endorsement } from '@pharmacy-relay/shared/endorsement.ts'
import { DEFAULT_PRINTER_PORT } from '@pharmacy-relay/shared/ids.ts'
import type {
  AssignmentBody,
  AssignmentClient,
  AssignmentStandby,
  AssignmentTarget,
} from '@pharmacy-relay/shared/printer-assignment.ts'
import type { ActiveStandby } from './standby-printer.ts'

/** What of a computer goes into assignments. */
export interface PrintingComputer {
  readonly id: number
  readonly role: RoleNumber
  readonly pcName: string
  /** From 1, its own in the pharmacy: see computerLetter. */
  readonly letterNumber: number
  readonly deviceKey: string
  /** As it reported them, at most 32. */
  readonly addresses: readonly string[]
  /** By which peers know it: none before its first report, two while it exchanges its key. */
  readonly fingerprints: readonly string[]
  /** That of the two which it is to go over to. */
  readonly successor: string | null
  /** The port that it reported as its own; absent or null: it reported none. */
  readonly reportedPort?: number | null
  /** How its certificates follow each other, the oldest first. */
  readonly endorsements: readonly Endorsement[]
}

/** The active configuration of a pharmacy. */
export interface ActivePrinter {
  readonly printerComputerId: number
  readonly printerName: string
  readonly tcpPort: number
  /** Null or absent: the pharmacy has none. */
  readonly standby?: ActiveStandby | null
}

/** About 1 KB each: a document of 500 Clients that all exchanged their keys must still be small enough to send. */
const MAX_CLIENT_ENDORSEMENTS = 128

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
  const second = target === null ? null : standbyComputer(computers, printer)
  const standby = second === null ? null : standbyOf(second)
  const body = ({ id, role, successor, letterNumber }: PrintingComputer): AssignmentBody => {
    const lettered = { ...NOTHING, computerLetter: computerLetter(letterNumber) }
    const base = successor === null ? lettered : { ...lettered, successorFingerprint: successor }
    if (role === 0) return base
    if (role === 2)
      return clientBody({ ...base, role: hubRole(role), target, standby }, id, { second, clients })
    const own = id === server?.id ? printer : null
    const place = { printerName: own?.printerName ?? null, tcpPort: own?.tcpPort ?? null }
    return { ...base, role: hubRole(role), ...place, clients, standby: own === null ? null : standby }
  }
  return new Map(computers.map((computer) => [computer.id, body(computer)]))
}

interface Second {
  readonly computer: PrintingComputer
  readonly active: ActiveStandby
}

/** Only a Client stands by: whoever lost its role or its access does not. */
function standbyComputer(
  computers: readonly PrintingComputer[],
  printer: ActivePrinter | null,
): Second | null {
  const active = printer?.standby ?? null
  const computer = computers.find(({ id, role }) => role === 2 && id === active?.computerId)
  return active === null || computer === undefined ? null : { computer, active }
}

/** It listens where it does as a Client: its own settings name that port. */
function standbyOf({ computer, active }: Second): AssignmentStandby {
  const { printerName, afterSeconds, return: back, firstAgain } = active
  return {
    ...targetOf(computer, computer.reportedPort ?? DEFAULT_PRINTER_PORT),
    printerName,
    afterSeconds,
    return: back,
    firstAgain,
  }
}

/** The computer that stands by takes labels of all the others; the PrinterComputer stands in its target. */
function clientBody(
  body: AssignmentBody,
  id: number,
  { second, clients }: { readonly second: Second | null; readonly clients: readonly AssignmentClient[] },
): AssignmentBody {
  if (id !== second?.computer.id) return body
  const others = clients.filter(({ deviceKey }) => deviceKey !== second.computer.deviceKey)
  return { ...body, clients: others, standsBy: true }
}

function targetOf(server: PrintingComputer, tcpPort: number): AssignmentTarget {
  const { pcName, deviceKey, addresses } = server
  return {
    computerName: pcName,
    deviceKey,
    addresses: [...addresses],
    tcpPort,
    ...certificatesOf(server, server.endorsements),
  }
}

/** In the order of their ids, so that the same Clients make the same document. */
function clientsOf(computers: readonly PrintingComputer[]): AssignmentClient[] {
  let room = MAX_CLIENT_ENDORSEMENTS
  return computers
    .filter(({ role }) => role === 2)
    .toSorted((a, b) => a.id - b.id)
    .map((client) => {
      const endorsements = room === 0 ? [] : client.endorsements.slice(-room)
      room = Math.max(0, room - endorsements.length)
      return {
        deviceKey: client.deviceKey,
        computerName: client.pcName,
        ...certificatesOf(client, endorsements),
      }
    })
}

/** Without any the field is left out: agents that do not know it refuse the whole document. */
function certificatesOf({ fingerprints }: PrintingComputer, endorsements: readonly Endorsement[]) {
  const certificates = { certificateFingerprints: [...fingerprints] }
  return endorsements.length === 0 ? certificates : { ...certificates, endorsements: [...endorsements] }
}
