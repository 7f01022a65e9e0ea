// Three whole agents of one pharmacy: one with the printer, a Client, and a Client with the standby printer.
import type { AssignmentStandby } from '@pharmacy-relay/shared/printer-assignment.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { assignmentOf, targetOf } from '../core/assignment/test-assignment.ts'
import { startPrinter } from '../test-printer/test/printer-rig.ts'
import { startAgent, type InProcessAgent } from './in-process-agent.ts'
import { temporaryFolder } from './temporary-folder.ts'

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

  /** Everybody has its assignment, and links to where it hands labels to. */
  async assign(over: Partial<AssignmentStandby> = {}): Promise<void> {
    const { dispensary, counter, standby } = this
    const version = (this.#version += 1)
    const target = targetOf(placeOf(dispensary))
    const second = {
      ...targetOf(placeOf(standby)),
      printerName: `tcp:127.0.0.1:${this.second.rawPort}`,
      afterSeconds: AFTER_SECONDS,
      ...this.#over,
      ...over,
    }
    const server = { printerName: `tcp:127.0.0.1:${this.first.rawPort}`, tcpPort: dispensary.port }
    const clients = [counter.device, standby.device]
    await dispensary.assign(assignmentOf({ role: 'Server', ...server, version, clients, standby: second }))
    const base = { role: 'Client', target, version, standby: second } as const
    await standby.assign(assignmentOf({ ...base, standsBy: true, clients: [counter.device] }))
    await counter.assign(assignmentOf(base))
    await until('both are there', async () => {
      const { way, standby: told } = (await counter.ask('status', null)).printing
      return way?.path === 'lan' && told?.isThere === true
    })
  }

  /** Which printer that computer uses. */
  async used(agent: InProcessAgent): Promise<'first' | 'standby'> {
    const { printing } = await agent.ask('status', null)
    return (printing.standby?.inUse ?? null) === null ? 'first' : 'standby'
  }

  async uses(agent: InProcessAgent, which: 'first' | 'standby', limitMs = 60_000): Promise<void> {
    await until(`it uses the ${which}`, async () => (await this.used(agent)) === which, limitMs)
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
      ...(printers === undefined ? {} : { printers: `tcp:127.0.0.1:${printers.rawPort}` }),
    })
  }
}

export async function standbyPharmacy({ lastByte, standby = {} }: StandbyOptions): Promise<StandbyPharmacy> {
  const [first, second] = [await startPrinter(), await startPrinter()]
  const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  const agent = async (index: number, printer?: Printer): Promise<InProcessAgent> => {
    const printers = printer === undefined ? {} : { printers: `tcp:127.0.0.1:${printer.rawPort}` }
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

function placeOf({ address, port, device }: InProcessAgent) {
  return {
    computerName: `PC-${address.split('.').at(-1)}`,
    addresses: [address],
    tcpPort: port,
    ...device,
  }
}
