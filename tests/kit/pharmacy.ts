// One pharmacy of the campaign: a hub, a test printer, a PrinterComputer with it, a Client, and carriers between them.
//
//   Client ─▶ LAN carrier ─▶ PrinterComputer ─▶ test printer
//   both ───▶ hub carrier ─▶ hub
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import type { ProgramStart } from '../../scripts/start/child-program.ts'
import { Supervisor } from '../../scripts/start/supervisor.ts'
import { Line } from './line.ts'
import { RELAY_FAULTS, type RelayFault } from './hostile-relay.ts'
import { ownStart, PLACES, type Connection } from './printer-place.ts'
import type { Printer } from './printer.ts'
import { agentEnvironment, assignmentsOf, programArgs } from './programs.ts'

export type AgentName = 'printer' | 'client'

/** A program that lives and dies, and where it is seen to be there. */
export interface Program {
  readonly name: string
  readonly listener: { readonly host: string; readonly port: number }
  readonly start: Omit<ProgramStart, 'name'>
}

export interface Computer extends Program {
  readonly controlSocket: string
  /** Where label programs hand their labels in; absent: at the listener. */
  readonly front?: Program['listener']
  /** Kills everything else of it, as when its power is cut. Absent where the agent is all that a campaign could kill. */
  readonly cutPower?: () => Promise<void>
}

export interface Pharmacy {
  readonly printer: Printer
  readonly computers: Readonly<Record<AgentName, Computer>>
  readonly hub: Program
  readonly carriers: Readonly<Record<'lan' | 'hub', Line>>
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
  /** Left out: TCP. */
  readonly connection?: Connection
  /** Folder of the agent's bundle for Windows; left out where none runs there. */
  readonly windowsBundle?: string | null
  readonly say: (text: string) => void
}

const NETWORK = 60
const LAN = 3
const FRONT = 6

export async function openPharmacy(index: number, options: PharmacyOptions): Promise<Pharmacy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-campaign-'))
  const supervisor = new Supervisor(options.say)
  const [port, hubPort, frontPort] = [await freePort(), await freePort(), await freePort()]
  const { connection = 'tcp', windowsBundle = null } = options
  const parts = { name: `printer-${index}`, logFolder: folder, windowsBundle }
  const placed = await PLACES[connection](supervisor, parts)
  const { printer, printerName } = placed
  const address = (n: number): string => `127.0.${NETWORK + index}.${n}`
  const names = { printer: `CAMPAIGN-${index}-PRINTER`, client: `CAMPAIGN-${index}-CLIENT` }
  const documents = path.join(folder, 'assignments.json')
  const hubUrl = `http://127.0.0.1:${frontPort}`
  const computer = async (agent: AgentName, host: string): Promise<Computer> => {
    const name = names[agent]
    const own = agentEnvironment({ name, hubUrl, port, printers: placed.setting, folder, address: host })
    const environment = { ...own, Agent__WithoutCommit: options.without ?? undefined }
    const listener = { host, port }
    const started = { name, file: options.file, environment, folder, listener, freeHost: address(FRONT) }
    const start = agent === 'printer' ? await placed.agentStart(started) : ownStart(started)
    return { name, listener, controlSocket: own.Agent__ControlSocket, ...start }
  }
  const carriers = {
    lan: new Line({ to: { host: address(1), port }, from: address(4) }),
    hub: new Line({ to: local(hubPort), from: address(5) }),
  }
  await Promise.all([carriers.lan.start({ host: address(LAN), port }), carriers.hub.start(local(frontPort))])
  return {
    printer,
    carriers,
    address,
    folder,
    computers: {
      printer: await computer('printer', address(1)),
      client: await computer('client', address(2)),
    },
    hub: hubOf(index, { ...options, folder, port: hubPort, documents }),
    assign: (fingerprints) => {
      const assignments = assignmentsOf({
        printer: names.printer,
        clients: [names.client],
        printerName,
        addresses: [address(LAN)],
        port,
        fingerprints: { [names.printer]: fingerprints.printer, [names.client]: fingerprints.client },
      })
      writeFileSync(documents, JSON.stringify(Object.fromEntries(assignments)))
    },
    relayFaults: () => {
      const lines = readFileSync(path.join(folder, `hub-${index}.log`), 'utf8').split('\n')
      return lines.flatMap((line) => RELAY_FAULTS.filter((fault) => fault === line))
    },
    stop: async (keepFolder) => {
      await placed.stop()
      await supervisor.stopAll([])
      for (const carrier of [carriers.lan, carriers.hub]) carrier.stop()
      if (!keepFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
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
  const args = programArgs('tests/kit/hub-program.ts', port, documents, seed)
  const environment = { ...process.env, NODE_ENV: 'development' }
  return { name: `hub-${index}`, listener: local(port), start: { args, environment, logFolder: folder } }
}
