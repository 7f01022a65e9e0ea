// One pharmacy of the campaign: a hub, a test printer, a PrinterComputer with it, a Client, and carriers between them.
//
//   Client ─▶ LAN carrier ─▶ PrinterComputer ─▶ test printer
//   both ───▶ hub carrier ─▶ hub
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import type { AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'
import { deviceKeyOf } from '../bench/print/bench-hub.ts'
import type { ProgramStart } from '../start/child-program.ts'
import { socketPath } from '../start/socket-path.ts'
import { Supervisor } from '../start/supervisor.ts'
import { Carrier } from './carrier.ts'
import type { Carriers } from './carrier-faults.ts'
import { RELAY_FAULTS, type RelayFault } from './hostile-relay.ts'
import type { AgentName } from './plan.ts'
import { startPrinter, type Printer } from './printer.ts'

/** A program that lives and dies, and where it is seen to be there. */
export interface Program {
  readonly name: string
  readonly door: { readonly host: string; readonly port: number }
  readonly start: Omit<ProgramStart, 'name'>
}

export interface Computer extends Program {
  readonly controlSocket: string
}

export interface Pharmacy {
  readonly printer: Printer
  readonly computers: Readonly<Record<AgentName, Computer>>
  readonly hub: Program
  readonly carriers: Carriers
  /** `n`: from 1; an address that nobody else in the campaign has. */
  readonly address: (n: number) => string
  /** What the hub says from its next start on; by fingerprint of each agent's certificate. */
  readonly assign: (fingerprints: Readonly<Record<AgentName, string>>) => void
  /** What the hub did to messages, in all its lives. */
  readonly relayFaults: () => readonly RelayFault[]
  readonly folder: string
  /** `keepFolder`: for somebody who wants to look into it. */
  readonly stop: (keepFolder: boolean) => Promise<void>
}

export interface PharmacyOptions {
  /** The agent's bundle. */
  readonly file: string
  readonly seed: number
  readonly without: string | null
  readonly say: (words: string) => void
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const NETWORK = 60
const LAN = 3

export async function openPharmacy(index: number, options: PharmacyOptions): Promise<Pharmacy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-campaign-'))
  const supervisor = new Supervisor(options.say)
  const [port, hubPort, frontPort] = [await freePort(), await freePort(), await freePort()]
  const printer = await startPrinter(supervisor, { name: `printer-${index}`, logFolder: folder })
  const address = (n: number): string => `127.0.${NETWORK + index}.${n}`
  const printers = `tcp:127.0.0.1:${printer.rawPort}`
  const names = { printer: `CAMPAIGN-${index}-PRINTER`, client: `CAMPAIGN-${index}-CLIENT` }
  const documents = path.join(folder, 'assignments.json')
  const computer = (agent: AgentName, host: string): Computer =>
    computerOf({ name: names[agent], host }, { ...options, folder, port, printers, hubPort: frontPort })
  const carriers = {
    lan: new Carrier({ at: { host: address(LAN), port }, to: { host: address(1), port }, from: address(4) }),
    hub: new Carrier({ at: local(frontPort), to: local(hubPort), from: address(5) }),
  }
  await Promise.all([carriers.lan.start(), carriers.hub.start()])
  return {
    ...{ printer, carriers, address, folder },
    computers: { printer: computer('printer', address(1)), client: computer('client', address(2)) },
    hub: hubOf(index, { ...options, folder, port: hubPort, documents }),
    assign: (fingerprints) => {
      const target = { name: names.printer, address: address(LAN), port }
      writeFileSync(documents, JSON.stringify(assignments(names.client, { target, printers, fingerprints })))
    },
    relayFaults: () => relayFaultsIn(path.join(folder, `hub-${index}.log`)),
    stop: async (keepFolder) => {
      await supervisor.stopAll([])
      for (const carrier of [carriers.lan, carriers.hub]) carrier.stop()
      if (!keepFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function relayFaultsIn(logFile: string): RelayFault[] {
  const lines = readFileSync(logFile, 'utf8').split('\n')
  return lines.flatMap((line) => RELAY_FAULTS.filter((fault) => fault === line))
}

function local(port: number): { readonly host: string; readonly port: number } {
  return { host: '127.0.0.1', port }
}

function hubOf(
  index: number,
  places: {
    readonly folder: string
    readonly port: number
    readonly documents: string
    readonly seed: number
  },
): Program {
  const { folder, port, documents, seed } = places
  const files = ['scripts/run.cjs', 'scripts/fault-campaign/hub.ts'].map((file) => path.join(ROOT, file))
  const args = [...files, String(port), documents, String(seed)]
  const environment = { ...process.env, NODE_ENV: 'development' }
  return { name: `hub-${index}`, door: local(port), start: { args, environment, logFolder: folder } }
}

function assignments(
  client: string,
  parts: {
    /** Where the LAN carrier is. */
    readonly target: { readonly name: string; readonly address: string; readonly port: number }
    readonly printers: string
    readonly fingerprints: Readonly<Record<AgentName, string>>
  },
): Record<string, AssignmentBody> {
  const nothing = { printerName: null, tcpPort: null, target: null, clients: [], standby: null }
  const { target, printers: printerName, fingerprints } = parts
  const { name, address, port: tcpPort } = target
  const pinned = (agent: AgentName) => ({ certificateFingerprints: [fingerprints[agent]] })
  const place = { computerName: name, deviceKey: deviceKeyOf(name), addresses: [address], tcpPort }
  const clients = [{ deviceKey: deviceKeyOf(client), computerName: client, ...pinned('client') }]
  return {
    [name]: { ...nothing, role: 'Server', printerName, tcpPort, clients },
    [client]: { ...nothing, role: 'Client', target: { ...place, ...pinned('printer') } },
  }
}

function computerOf(
  { name, host }: { readonly name: string; readonly host: string },
  places: Pick<PharmacyOptions, 'file' | 'without'> & {
    readonly folder: string
    readonly port: number
    readonly hubPort: number
    readonly printers: string
  },
): Computer {
  const { folder, port, hubPort, printers, file, without } = places
  const dataFolder = path.join(folder, name.toLowerCase())
  const controlSocket = socketPath(path.join(dataFolder, 'agent.sock'))
  const environment = {
    ...process.env,
    // Failpoints and left out commits are for anything but this.
    NODE_ENV: 'development',
    Agent__WithoutCommit: without ?? undefined,
    Agent__HubUrl: `http://127.0.0.1:${hubPort}`,
    Agent__ComputerName: name,
    Agent__Username: 'campaign',
    Agent__LocalAddress: host,
    Agent__TcpPort: String(port),
    Agent__Printers: printers,
    Agent__DataFolder: dataFolder,
    Agent__ControlSocket: controlSocket,
  }
  const start = { args: [file, 'run'], environment, logFolder: folder }
  return { name, door: { host, port }, controlSocket, start }
}
