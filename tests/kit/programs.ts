// How our programs are started as processes, and what agents of a rig are told and assigned.
import { createHash } from 'node:crypto'
import path from 'node:path'
import { assignmentHash } from '@pharmacy-relay/relay-server/store-api/printing/assignment-hash.ts'
import type { AssignmentBody, PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { repository } from '../../scripts/command.ts'
import { socketPath } from '../../scripts/start/socket-path.ts'

/** What node gets to start a program of this repository. */
export function programArgs(file: string, ...args: readonly (string | number)[]): string[] {
  return [path.join(repository, 'scripts/run.cjs'), path.join(repository, file), ...args.map(String)]
}

export interface AgentPlace {
  readonly name: string
  readonly hubUrl: string
  /** Port that it takes labels on. */
  readonly port: number
  /** Printers beside those of the system. */
  readonly printers: string
  /** Below which its data folder lies. */
  readonly folder: string
  /** Address that it has; null: any. */
  readonly address: string | null
}

export function dataFolderOf({ folder, name }: Pick<AgentPlace, 'folder' | 'name'>): string {
  return path.join(folder, name.toLowerCase())
}

/** A development agent, for which failpoints and left out commits work. */
export function agentEnvironment({ name, hubUrl, port, printers, folder, address }: AgentPlace) {
  const dataFolder = dataFolderOf({ folder, name })
  return {
    ...process.env,
    NODE_ENV: 'development',
    Agent__HubUrl: hubUrl,
    Agent__ComputerName: name,
    Agent__Username: 'campaign',
    Agent__LocalAddress: address ?? undefined,
    Agent__TcpPort: String(port),
    Agent__Printers: printers,
    Agent__DataFolder: dataFolder,
    Agent__ControlSocket: socketPath(path.join(dataFolder, 'agent.sock')),
  }
}

export const NO_PART: AssignmentBody = {
  role: 'None',
  printerName: null,
  tcpPort: null,
  target: null,
  clients: [],
  standby: null,
}

/** Hashed as the store API does. */
export function documentOf(body: AssignmentBody, version: number): PrinterAssignment {
  return { ...body, version, hash: assignmentHash(body) }
}

export function deviceKeyOf(computerName: string): string {
  return createHash('sha256').update(computerName).digest('hex')
}

export interface Roles {
  /** The PrinterComputer. */
  readonly printer: string
  readonly clients: readonly string[]
  /** Clients as well, which are no agents and apply nothing. */
  readonly others?: readonly string[]
  /** On the PrinterComputer. */
  readonly printerName: string | null
  /** Where the Clients find the PrinterComputer; none: those that it reports, filled in by the hub. */
  readonly addresses: readonly string[]
  readonly port: number
  /** Of their certificates, by name; left out where the hub fills them in. */
  readonly fingerprints?: Readonly<Record<string, string>>
}

/** What the computers of a pharmacy are assigned, by name. */
export function assignmentsOf(roles: Roles): Map<string, AssignmentBody> {
  const { printer, clients, others = [], printerName, addresses, port: tcpPort, fingerprints = {} } = roles
  const identity = (computerName: string) => ({
    computerName,
    deviceKey: deviceKeyOf(computerName),
    certificateFingerprints: [fingerprints[computerName] ?? []].flat(),
  })
  const target = { ...identity(printer), addresses: [...addresses], tcpPort }
  return new Map<string, AssignmentBody>([
    [
      printer,
      { ...NO_PART, role: 'Server', printerName, tcpPort, clients: [...clients, ...others].map(identity) },
    ],
    ...clients.map((name): [string, AssignmentBody] => [name, { ...NO_PART, role: 'Client', target }]),
  ])
}

/** Rejects with those words when the work takes too long. */
export async function within<T>(work: Promise<T>, limitMs: number, text: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${text} within ${limitMs / 1_000} s`)), limitMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
