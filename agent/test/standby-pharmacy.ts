// Three whole agents of one pharmacy: one with the printer, a Client, and a Client with the standby printer.
import type { AssignmentStandby } from '@pharmacy-relay/shared/printer-assignment.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { assignmentOf, targetOf } from '../core/assignment/test-assignment.ts'
import { startPrinter } from '../test-printer/test/printer-rig.ts'
import { startAgent, type InProcessAgent } from './in-process-agent.ts'
import { temporaryFolder } from './temporary-folder.ts'
import type { TestHub } from './test-hub.ts'

export interface StandbyOptions {
  /** Of the loopback addresses 127.0.1.x; the two next ones belong to it too. */
  readonly lastByte: number
  readonly standby?: Partial<AssignmentStandby>
}

type Printer = Awaited<ReturnType<typeof startPrinter>>

/** Long enough for a printer that stops, short enough for a test. */
const AFTER_SECONDS = 2

export class StandbyPharmacy {
  readonly first: Printer
  readonly second: Printer
  dispensary: InProcessAgent
  counter: InProcessAgent
  standby: InProcessAgent
  readonly #folders: readonly string[]
  readonly #over: Partial<AssignmentStandby>
  #version = 0

  constructor(
    printers: readonly [Printer, Printer],
    agents: readonly [InProcessAgent, InProcessAgent, InProcessAgent],
    own: { readonly folders: readonly string[]; readonly over: Partial<AssignmentStandby> },
  ) {
    ;[this.first, this.second] = printers
    ;[this.dispensary, this.counter, this.standby] = agents
    this.#folders = own.folders
    this.#over = own.over
  }

  /** For the command line. */
  folderOf(which: 'dispensary' | 'counter' | 'standby'): string {
    return this.#folders[['dispensary', 'counter', 'standby'].indexOf(which)] ?? ''
  }

  /** Everybody has its assignment, and links to where it hands labels to. */
  async assign(over: Partial<AssignmentStandby> = {}): Promise<void> {
    const printers = { first: printerId(this.first), second: printerId(this.second) }
    const version = (this.#version += 1)
    const wanted = { afterSeconds: AFTER_SECONDS, ...this.#over, ...over }
    await assignPharmacy(this, { printers, version, over: wanted })
  }

  async uses(agent: InProcessAgent, which: 'first' | 'standby', limitMs = 60_000): Promise<void> {
    await until(`it uses the ${which}`, async () => (await usedPrinter(agent)) === which, limitMs)
  }

  /** A new process of that computer, on the same disk and port. */
  async restart(which: 'dispensary' | 'counter' | 'standby'): Promise<void> {
    const old = this[which]
    await old.stop()
    const index = ['dispensary', 'counter', 'standby'].indexOf(which)
    const { address, port } = old
    const printers = [this.first, undefined, this.second][index]
    this[which] = await startAgent({
      address,
      port,
      dataFolder: this.#folders[index] ?? '',
      ...(printers === undefined ? {} : { printers: printerId(printers) }),
    })
  }
}

export async function standbyPharmacy({ lastByte, standby = {} }: StandbyOptions): Promise<StandbyPharmacy> {
  const [first, second] = [await startPrinter(), await startPrinter()]
  const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  const agent = async (index: number, printer?: Printer): Promise<InProcessAgent> => {
    const printers = printer === undefined ? {} : { printers: printerId(printer) }
    const dataFolder = folders[index] ?? ''
    const started = await startAgent({ address: `127.0.1.${lastByte + index}`, dataFolder, ...printers })
    started.hub.onRelayed = () => {
      throw new HubError('PEER_OFFLINE', 'That device is offline')
    }
    return started
  }
  const agents = [await agent(0, first), await agent(1), await agent(2, second)] as const
  return new StandbyPharmacy([first, second], agents, { folders, over: standby })
}

/** What assignments name of a computer, and how it gets its own. */
export interface AssignedComputer extends Pick<InProcessAgent, 'address' | 'port' | 'device'> {
  readonly hub: Pick<TestHub, 'assign' | 'configs'>
}

interface Computers {
  readonly dispensary: AssignedComputer
  readonly counter: InProcessAgent
  readonly standby: InProcessAgent
}

/** Resolves once everybody applied it, and the Client is linked to both. */
export async function assignPharmacy(
  { dispensary, counter, standby }: Computers,
  {
    printers,
    version,
    over,
  }: {
    readonly printers: { readonly first: string; readonly second: string }
    readonly version: number
    readonly over: Partial<AssignmentStandby>
  },
): Promise<void> {
  const target = targetOf(placeOf(dispensary))
  const place = targetOf(placeOf(standby))
  const second = { ...place, printerName: printers.second, afterSeconds: AFTER_SECONDS, ...over }
  const clients = [counter.device, standby.device]
  const server = { printerName: printers.first, tcpPort: dispensary.port, clients }
  const applied = dispensary.hub.configs.length
  await dispensary.hub.assign(assignmentOf({ role: 'Server', ...server, version, standby: second }))
  await until('the outcome', () => dispensary.hub.configs.length > applied)
  const base = { role: 'Client', target, version, standby: second } as const
  await standby.assign(assignmentOf({ ...base, standsBy: true, clients: [counter.device] }))
  await counter.assign(assignmentOf(base))
  await until('both are there', async () => {
    const { way, standby: told } = (await counter.ask('status', null)).printing
    return way?.path === 'lan' && told?.isThere === true
  })
}

/** Which printer the labels of that computer go to. */
export async function usedPrinter(agent: Pick<InProcessAgent, 'ask'>): Promise<'first' | 'standby'> {
  const { printing } = await agent.ask('status', null)
  return (printing.standby?.inUse ?? null) === null ? 'first' : 'standby'
}

function printerId({ rawPort }: Printer): string {
  return `tcp:127.0.0.1:${rawPort}`
}

function placeOf({ address, port, device }: AssignedComputer) {
  return {
    computerName: `PC-${address.split('.').at(-1)}`,
    addresses: [address],
    tcpPort: port,
    ...device,
  }
}
