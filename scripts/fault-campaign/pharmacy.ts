// One pharmacy of the campaign: a hub, a test printer, a PrinterComputer with it, a Client that hands labels to it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { askAgent } from '../../agent/cli/control-client.ts'
import { deviceKeyOf, startBenchHub, type BenchHub } from '../bench/print/bench-hub.ts'
import { freePort } from '../bench/print/way.ts'
import type { ProgramStart } from '../start/child-program.ts'
import { socketPath } from '../start/socket-path.ts'
import { Supervisor } from '../start/supervisor.ts'
import type { AgentName } from './plan.ts'
import { startPrinter, type Printer } from './printer.ts'
import type { SpoolJob } from './verdict.ts'

export interface Computer {
  readonly name: string
  readonly address: string
  readonly controlSocket: string
  readonly start: Omit<ProgramStart, 'name'>
}

export interface Pharmacy {
  readonly printer: Printer
  readonly computers: Readonly<Record<AgentName, Computer>>
  /** Port of both agents. */
  readonly port: number
  /** `n`: from 1; an address that nobody else in the campaign has. */
  readonly address: (n: number) => string
  /** Both have applied their assignment once; later starts take up what they keep. */
  readonly assigned: () => Promise<void>
  readonly folder: string
  /** `keepFolder`: for somebody who wants to look into it. */
  readonly stop: (keepFolder: boolean) => Promise<void>
}

const LIMIT_MS = 60_000
const NETWORK = 60

export async function openPharmacy(
  index: number,
  {
    file,
    without,
    say,
  }: { readonly file: string; readonly without: string | null; readonly say: (words: string) => void },
): Promise<Pharmacy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-campaign-'))
  const supervisor = new Supervisor(say)
  const port = await freePort()
  const printer = await startPrinter(supervisor, { name: `printer-${index}`, logFolder: folder })
  const address = (n: number): string => `127.0.${NETWORK + index}.${n}`
  const printers = `tcp:127.0.0.1:${printer.rawPort}`
  const names = { printer: `CAMPAIGN-${index}-PRINTER`, client: `CAMPAIGN-${index}-CLIENT` }
  const target = { name: names.printer, address: address(1), port }
  const hub = await startBenchHub(assignments(names.client, target, printers))
  const computer = (agent: AgentName, host: string): Computer =>
    computerOf({ name: names[agent], address: host }, { hub, folder, port, printers, file, without })
  const computers = { printer: computer('printer', address(1)), client: computer('client', address(2)) }
  return {
    ...{ printer, computers, port, address, folder },
    assigned: async () => {
      const applied = [hub.applied(names.printer), hub.applied(names.client)]
      await within(Promise.all(applied), 'the agents did not apply their assignments')
    },
    stop: async (keepFolder) => {
      await supervisor.stopAll([])
      await hub.stop()
      if (!keepFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function assignments(
  client: string,
  target: { readonly name: string; readonly address: string; readonly port: number },
  printerName: string,
): ReadonlyMap<string, AssignmentBody> {
  const nothing = { printerName: null, tcpPort: null, target: null, clients: [], standby: null }
  const { name, address, port: tcpPort } = target
  const place = { computerName: name, deviceKey: deviceKeyOf(name), addresses: [address], tcpPort }
  const clients = [{ deviceKey: deviceKeyOf(client), certificateFingerprints: [] }]
  return new Map<string, AssignmentBody>([
    [name, { ...nothing, role: 'Server', printerName, tcpPort, clients }],
    [client, { ...nothing, role: 'Client', target: { ...place, certificateFingerprints: [] } }],
  ])
}

function computerOf(
  { name, address }: Pick<Computer, 'name' | 'address'>,
  places: {
    readonly hub: BenchHub
    readonly folder: string
    readonly port: number
    readonly printers: string
    readonly file: string
    readonly without: string | null
  },
): Computer {
  const { hub, folder, port, printers, file, without } = places
  const dataFolder = path.join(folder, name.toLowerCase())
  const controlSocket = socketPath(path.join(dataFolder, 'agent.sock'))
  const environment = {
    ...process.env,
    // Failpoints and left out commits are for anything but this.
    NODE_ENV: 'development',
    Agent__WithoutCommit: without ?? undefined,
    Agent__HubUrl: hub.url,
    Agent__EnrolmentKey: `enr_${'c'.repeat(43)}`,
    Agent__PharmacyId: '1',
    Agent__ComputerName: name,
    Agent__Username: 'campaign',
    Agent__LocalAddress: address,
    Agent__TcpPort: String(port),
    Agent__Printers: printers,
    Agent__DataFolder: dataFolder,
    Agent__ControlSocket: controlSocket,
  }
  return { name, address, controlSocket, start: { args: [file, 'run'], environment, logFolder: folder } }
}

/** Labels that have not come to rest at an agent. */
export async function waitingAt({ controlSocket }: Computer): Promise<number> {
  const { printing } = await askAgent(controlSocket, 'status', null)
  return printing.labels.waiting
}

const ASKED_AT_ONCE = 8

/** Every job of an agent's spool, from the first. */
export async function jobsOf({ controlSocket }: Computer): Promise<SpoolJob[]> {
  const [newest] = await askAgent(controlSocket, 'jobs', null)
  const jobs: SpoolJob[] = []
  let n = newest?.n ?? 0
  const worker = async (): Promise<void> => {
    while (n > 0) {
      const job = await jobOf(controlSocket, n--)
      if (job !== null) jobs.push(job)
    }
  }
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, worker))
  return jobs
}

/** Null for a number that no job has: a transaction that was undone. */
async function jobOf(controlSocket: string, n: number): Promise<SpoolJob | null> {
  try {
    const { job } = await askAgent(controlSocket, 'job', { job: String(n) })
    return { n, state: job.state, bytes: job.bytes, reason: job.reason }
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return null
    throw error
  }
}

async function within<T>(work: Promise<T>, words: string): Promise<T> {
  const over = new AbortController()
  const late = delay(LIMIT_MS, null, { signal: over.signal }).then(
    () => Promise.reject(new Error(`${words} within ${LIMIT_MS / 1_000} s`)),
    () => work,
  )
  return Promise.race([work, late]).finally(() => over.abort())
}
