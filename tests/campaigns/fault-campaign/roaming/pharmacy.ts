// The pharmacy that roams: hub here, PrinterComputer with its printer and Client in networks of their own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startAssigningHub, type AssigningHub } from '../../../kit/assigning-hub.ts'
import { Line, type Place } from '../../../kit/line.ts'
import { ownAgent } from '../../../kit/own-agent.ts'
import { pairWithRig } from '../../../kit/pairing.ts'
import type { LabelledPharmacy } from '../../../kit/labels.ts'
import { startPrinter } from '../../../kit/printer.ts'
import { agentEnvironment, assignmentsOf, programArgs, within } from '../../../kit/programs.ts'
import { Supervisor } from '../../../../scripts/start/supervisor.ts'
import { COMPUTERS, type ComputerName, type Networks } from './networks.ts'

export interface RoamingPharmacy extends LabelledPharmacy {
  readonly folder: string
  /** Where label programs here reach the Client. */
  readonly counter: { readonly host: string; readonly port: number }
  /** For good. */
  readonly stopHub: () => Promise<void>
  readonly stop: (keepFolder: boolean) => Promise<void>
}

const LIMIT_MS = 240_000
/** Free in every new network. */
const PORTS = { labels: 9_100, printer: 9_101, page: 9_180, hub: 5_132, counter: 9_200 }
const NAMES: Readonly<Record<ComputerName, string>> = { printer: 'ROAMING-PRINTER', client: 'ROAMING-CLIENT' }
const PRINTER_NAME = `tcp:127.0.0.1:${PORTS.printer}`

/** Resolves once both agents have applied assignments that name each other's certificates. */
export async function openPharmacy(
  networks: Networks,
  say: (text: string) => void,
): Promise<RoamingPharmacy> {
  const agent = await ownAgent()
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-roaming-'))
  const supervisor = new Supervisor(say)
  const hub = await startAssigningHub(
    assignmentsOf({
      printer: NAMES.printer,
      clients: [NAMES.client],
      printerName: PRINTER_NAME,
      addresses: [],
      port: PORTS.labels,
    }),
  )
  const lines = await Promise.all(COMPUTERS.map(async (name) => hubLine(networks.hubAddress(name), hub.port)))
  const stopHub = async (): Promise<void> => {
    for (const line of lines.splice(0, COMPUTERS.length)) line.stop()
    await hub.stop()
  }
  const stop = async (keepFolder: boolean): Promise<void> => {
    await supervisor.stopAll([])
    await stopHub()
    for (const line of lines) line.stop()
    agent.remove()
    if (!keepFolder) rmSync(folder, { recursive: true, force: true })
  }
  try {
    // The printer's page answers who names its own host.
    const page = new Line({ to: { host: networks.fixedAddress('printer'), port: PORTS.page } })
    await page.start(local(0))
    lines.push(page)
    const elsewhere = { supervisor, networks, folder, pagePort: page.port }
    const computers = {
      printer: await startComputer('printer', agent.file, elsewhere),
      client: await startComputer('client', agent.file, elsewhere),
    }
    const printer = await startRoamingPrinter(elsewhere)
    await allAssigned(hub, Object.values(computers))
    const counter = { host: networks.fixedAddress('client'), port: PORTS.counter }
    return { folder, computers, printer, counter, stopHub, stop }
  } catch (error) {
    await stop(true)
    throw error
  }
}

async function hubLine(host: string, hubPort: number): Promise<Line> {
  const line = new Line({ to: { host: '127.0.0.1', port: hubPort } })
  await line.start({ host, port: PORTS.hub })
  return line
}

interface Elsewhere {
  readonly supervisor: Supervisor
  readonly networks: Networks
  readonly folder: string
}

interface Printing extends Elsewhere {
  /** Here, where the page of the test printer is asked. */
  readonly pagePort: number
}

/** Its agent, and the lines into its network and out of it. */
async function startComputer(
  computer: ComputerName,
  file: string,
  { supervisor, networks, folder }: Elsewhere,
): Promise<{ readonly controlSocket: string }> {
  const toHub = { at: local(PORTS.hub), to: { host: networks.hubAddress(computer), port: PORTS.hub } }
  const fixed = (port: number): Place => ({ host: networks.fixedAddress(computer), port })
  const inside =
    computer === 'printer'
      ? { at: fixed(PORTS.page), to: local(PORTS.page) }
      : { at: fixed(PORTS.counter), to: local(PORTS.labels) }
  const lines = programArgs(
    'tests/campaigns/fault-campaign/roaming/lines-program.ts',
    JSON.stringify([toHub, inside]),
  )
  const place = { name: NAMES[computer], printers: PRINTER_NAME, port: PORTS.labels, folder, address: null }
  const environment = agentEnvironment({ ...place, hubUrl: `http://127.0.0.1:${PORTS.hub}` })
  const shared = { within: networks.within(computer), logFolder: folder, environment }
  await supervisor.start({ ...shared, name: `${computer}-lines`, args: lines })
  await supervisor.start({ ...shared, name: `${computer}-agent`, args: [file, 'run'] })
  return { controlSocket: environment.Agent__ControlSocket }
}

async function startRoamingPrinter({ supervisor, networks, folder, pagePort }: Printing) {
  return startPrinter(supervisor, {
    name: 'label-printer',
    logFolder: folder,
    elsewhere: {
      rawPort: PORTS.printer,
      httpPort: PORTS.page,
      within: networks.within('printer'),
      url: `http://127.0.0.1:${pagePort}`,
    },
  })
}

async function allAssigned(
  hub: AssigningHub,
  computers: readonly { readonly controlSocket: string }[],
): Promise<void> {
  await Promise.all(computers.map(async ({ controlSocket }) => pairWithRig(controlSocket)))
  for (const name of COMPUTERS)
    await within(hub.applied(NAMES[name]), LIMIT_MS, `${NAMES[name]} is not assigned`)
}

function local(port: number): { readonly host: string; readonly port: number } {
  return { host: '127.0.0.1', port }
}
