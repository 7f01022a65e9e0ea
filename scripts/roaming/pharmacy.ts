// The pharmacy that roams: hub here, PrinterComputer with its printer and Client with its label programs in networks of
// their own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import type { AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'
import { deviceKeyOf, startBenchHub } from '../bench/print/bench-hub.ts'
import { ownAgent } from '../fault-campaign/own-agent.ts'
import { pairWithRig } from '../rig/pairing.ts'
import { socketPath } from '../start/socket-path.ts'
import { Supervisor } from '../start/supervisor.ts'
import { openDoor } from './door.ts'
import { COMPUTERS, type ComputerName, type Networks } from './networks.ts'

export interface RoamingPharmacy {
  readonly folder: string
  /** Where each agent is asked. */
  readonly controlSockets: Readonly<Record<ComputerName, string>>
  /** Of the Client, in its network. */
  readonly labelPort: number
  /** Of the test printer's page, to be asked from here. */
  readonly printerUrl: string
  /** For good. */
  readonly stopHub: () => Promise<void>
  readonly stop: (keepFolder: boolean) => Promise<void>
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const LIMIT_MS = 60_000
/** Free in every new network. */
const PORTS = { labels: 9_100, printer: 9_101, page: 9_180, hub: 5_132 }
const NAMES: Readonly<Record<ComputerName, string>> = { printer: 'ROAMING-PRINTER', client: 'ROAMING-CLIENT' }

/** Resolves once both agents have applied assignments that name each other's certificates. */
export async function openPharmacy(
  networks: Networks,
  say: (words: string) => void,
): Promise<RoamingPharmacy> {
  const agent = await ownAgent()
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-roaming-'))
  const supervisor = new Supervisor(say)
  const hub = await startBenchHub(assignments())
  const hubDoors = COMPUTERS.map(async (name) =>
    openDoor(`${networks.hubAddress(name)}:${PORTS.hub}`, `127.0.0.1:${hub.port}`),
  )
  const doors = await Promise.all(hubDoors)
  const page = { port: await freePort(), socket: socketPath(path.join(folder, 'page.sock')) }
  doors.push(await openDoor(`127.0.0.1:${page.port}`, page.socket))
  const controlSocket = (name: ComputerName): string => socketPath(path.join(folder, name, 'agent.sock'))
  const stopHub = async (): Promise<void> => {
    for (const door of doors.splice(0, COMPUTERS.length)) door.close()
    await hub.stop()
  }
  const pharmacy: RoamingPharmacy = {
    ...{ folder, stopHub, labelPort: PORTS.labels, printerUrl: `http://127.0.0.1:${page.port}` },
    controlSockets: { printer: controlSocket('printer'), client: controlSocket('client') },
    stop: async (keepFolder) => {
      await supervisor.stopAll([])
      for (const door of doors) door.close()
      await hub.stop()
      agent.remove()
      if (!keepFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await startPrograms(supervisor, { networks, folder, file: agent.file, pharmacy, pageSocket: page.socket })
    await Promise.all(COMPUTERS.map(async (name) => pairWithRig(pharmacy.controlSockets[name])))
    for (const name of COMPUTERS) await within(hub.applied(NAMES[name]), `${NAMES[name]} is not assigned`)
  } catch (error) {
    await pharmacy.stop(true)
    throw error
  }
  return pharmacy
}

async function startPrograms(
  supervisor: Supervisor,
  parts: {
    readonly networks: Networks
    readonly folder: string
    readonly file: string
    readonly pharmacy: RoamingPharmacy
    readonly pageSocket: string
  },
): Promise<void> {
  const { networks, folder, file, pharmacy, pageSocket } = parts
  const start = async (computer: ComputerName, name: string, args: string[]) =>
    supervisor.start({
      ...{ name: `${computer}-${name}`, args, within: networks.within(computer), logFolder: folder },
      environment: { ...process.env, ...environmentOf(computer, pharmacy) },
    })
  const script = (...words: string[]): string[] => [path.join(ROOT, 'scripts/run.cjs'), ...words]
  const ports = ['--raw-port', String(PORTS.printer), '--http-port', String(PORTS.page)]
  await start('printer', 'label-printer', script(path.join(ROOT, 'agent/test-printer/main.ts'), ...ports))
  for (const computer of COMPUTERS) {
    const toHub = [`127.0.0.1:${PORTS.hub}`, `${networks.hubAddress(computer)}:${PORTS.hub}`]
    const toPage = computer === 'printer' ? [pageSocket, `127.0.0.1:${PORTS.page}`] : []
    const program = path.join(import.meta.dirname, 'doors-program.ts')
    await start(computer, 'doors', script(program, ...toHub, ...toPage))
    await start(computer, 'agent', [file, 'run'])
  }
}

function environmentOf(
  computer: ComputerName,
  { folder, controlSockets }: RoamingPharmacy,
): Record<string, string> {
  return {
    Agent__HubUrl: `http://127.0.0.1:${PORTS.hub}`,
    Agent__ComputerName: NAMES[computer],
    Agent__Username: 'roaming',
    Agent__TcpPort: String(PORTS.labels),
    Agent__Printers: printerName(),
    Agent__DataFolder: path.join(folder, computer),
    Agent__ControlSocket: controlSockets[computer],
  }
}

const printerName = (): string => `tcp:127.0.0.1:${PORTS.printer}`

/** Addresses are those that the PrinterComputer reports. */
function assignments(): ReadonlyMap<string, AssignmentBody> {
  const nothing = { printerName: null, tcpPort: null, target: null, clients: [], standby: null }
  const tcpPort = PORTS.labels
  const peer = (computer: ComputerName) => ({
    ...{ computerName: NAMES[computer], deviceKey: deviceKeyOf(NAMES[computer]) },
    certificateFingerprints: [],
  })
  const target = { ...peer('printer'), addresses: [], tcpPort }
  return new Map<string, AssignmentBody>([
    [
      NAMES.printer,
      { ...nothing, role: 'Server', printerName: printerName(), tcpPort, clients: [peer('client')] },
    ],
    [NAMES.client, { ...nothing, role: 'Client', target }],
  ])
}

async function within(work: Promise<void>, words: string): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(() => late.reject(new Error(`${words} within ${LIMIT_MS / 1_000} s`)), LIMIT_MS)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
