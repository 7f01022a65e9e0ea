// Our way: the bundled agent twice, a Client whose port the labels go to and a PrinterComputer that writes to the sink.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { buildAgent } from '../../build-agent.ts'
import { pairWithRig } from '../../rig/pairing.ts'
import { socketPath } from '../../start/socket-path.ts'
import { Supervisor } from '../../start/supervisor.ts'
import { deviceKeyOf, startBenchHub, type BenchHub } from './bench-hub.ts'
import type { Sink } from './sink.ts'
import { slowAgent } from './slow-agent.ts'
import { rawSender, type Way } from './way.ts'

export interface AgentsWayOptions {
  /** Nobody answers where the PrinterComputer is said to be: its labels take the hub. */
  readonly isLanClosed?: boolean
  /** Each commit takes some milliseconds more, as on a slow disk. */
  readonly isDiskSlow?: boolean
}

const PRINTER_COMPUTER = { name: 'BENCH-DISPENSARY', address: '127.0.4.21' }
const CLIENT = { name: 'BENCH-COUNTER', address: '127.0.4.22' }
const NOBODY = '127.0.4.23'
const LIMIT_MS = 30_000

export async function agentsWay(
  sink: Sink,
  say: (words: string) => void,
  { isLanClosed = false, isDiskSlow = false }: AgentsWayOptions = {},
): Promise<Way> {
  const port = await freePort()
  const printers = `tcp:127.0.0.1:${sink.port}`
  const hub = await startBenchHub(
    assignments(printers, { tcpPort: port, address: isLanClosed ? NOBODY : PRINTER_COMPUTER.address }),
  )
  const supervisor = new Supervisor(say)
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-bench-'))
  const agent = isDiskSlow ? await slowAgent() : { ...(await buildAgent()), remove: () => undefined }
  const stop = async (): Promise<void> => {
    await supervisor.stopAll([])
    await hub.stop()
    agent.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const computer of [PRINTER_COMPUTER, CLIENT]) {
      const own = environmentOf(computer, { hub, folder, port, printers })
      const environment = { ...process.env, ...own }
      const args = [agent.file, 'run']
      await supervisor.start({ name: computer.name, args, environment, logFolder: folder })
      await pairWithRig(own.Agent__ControlSocket)
    }
    for (const { name } of [PRINTER_COMPUTER, CLIENT])
      await within(hub.applied(name), `${name} did not apply its assignment`)
  } catch (error) {
    await stop()
    throw error
  }
  return { send: rawSender(CLIENT.address, port), stop }
}

function assignments(
  printerName: string,
  { tcpPort, address }: { readonly tcpPort: number; readonly address: string },
): ReadonlyMap<string, AssignmentBody> {
  const nothing = { printerName: null, tcpPort: null, target: null, clients: [], standby: null }
  const { name } = PRINTER_COMPUTER
  const target = { computerName: name, deviceKey: deviceKeyOf(name), addresses: [address], tcpPort }
  const clients = [{ deviceKey: deviceKeyOf(CLIENT.name), certificateFingerprints: [] }]
  return new Map<string, AssignmentBody>([
    [name, { ...nothing, role: 'Server', printerName, tcpPort, clients }],
    [CLIENT.name, { ...nothing, role: 'Client', target: { ...target, certificateFingerprints: [] } }],
  ])
}

function environmentOf(
  computer: { readonly name: string; readonly address: string },
  places: {
    readonly hub: BenchHub
    readonly folder: string
    readonly port: number
    readonly printers: string
  },
): Record<string, string> & { readonly Agent__ControlSocket: string } {
  const dataFolder = path.join(places.folder, computer.name.toLowerCase())
  return {
    Agent__HubUrl: places.hub.url,
    Agent__ComputerName: computer.name,
    Agent__Username: 'bench',
    Agent__LocalAddress: computer.address,
    Agent__TcpPort: String(places.port),
    Agent__Printers: places.printers,
    Agent__DataFolder: dataFolder,
    Agent__ControlSocket: socketPath(path.join(dataFolder, 'agent.sock')),
  }
}

async function within(work: Promise<void>, words: string): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(() => late.reject(new Error(`${words} within ${LIMIT_MS / 1_000} s`)), LIMIT_MS)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
