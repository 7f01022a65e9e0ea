// How our programs are started as processes, and what agents of a rig are told and assigned.
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'
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

/** A development agent, for which failpoints and left out commits work. */
export function agentEnvironment({ name, hubUrl, port, printers, folder, address }: AgentPlace) {
  const dataFolder = path.join(folder, name.toLowerCase())
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

export function deviceKeyOf(computerName: string): string {
  return createHash('sha256').update(computerName).digest('hex')
}

export interface Pair {
  /** The PrinterComputer. */
  readonly printer: string
  readonly client: string
  readonly printerName: string
  /** Where the Client finds the PrinterComputer; no addresses: those that it reports. */
  readonly addresses: readonly string[]
  readonly port: number
  /** Of their certificates; empty where the hub adds them as they are proven. */
  readonly fingerprints: { readonly printer: string[]; readonly client: string[] }
}

/** What the two computers of a pharmacy are assigned, by name. */
export function assignmentsOf(pair: Pair): Map<string, AssignmentBody> {
  const { printer, client, printerName, addresses, port: tcpPort, fingerprints } = pair
  const identity = (name: string, certificateFingerprints: string[]) => ({
    computerName: name,
    deviceKey: deviceKeyOf(name),
    certificateFingerprints,
  })
  const target = { ...identity(printer, fingerprints.printer), addresses: [...addresses], tcpPort }
  const clients = [identity(client, fingerprints.client)]
  return new Map<string, AssignmentBody>([
    [printer, { ...NO_PART, role: 'Server', printerName, tcpPort, clients }],
    [client, { ...NO_PART, role: 'Client', target }],
  ])
}

/** Rejects with those words when the work takes too long. */
export async function within<T>(work: Promise<T>, limitMs: number, words: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${words} within ${limitMs / 1_000} s`)), limitMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
