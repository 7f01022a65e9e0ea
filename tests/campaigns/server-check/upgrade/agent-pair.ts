// Two real agents of one pharmacy of the platform, a Client and a PrinterComputer with a test printer, and labels between them.
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { AGENT_NODE_ARGS } from '../../../../agent/launcher/layout.ts'
import { askAgent } from '../../../../agent/contract/socket-client.ts'
import type { Supervisor } from '../../../../scripts/start/supervisor.ts'
import { judge, type Verdict } from '../../../kit/account.ts'
import { assigned } from '../../../kit/agent-jobs.ts'
import type { HandedIn } from '../../../kit/books.ts'
import { booksOf, senders, settles } from '../../../kit/labels.ts'
import { startPrinter } from '../../../kit/printer.ts'
import { agentEnvironment } from '../../../kit/programs.ts'
import type { AgentName } from '../../../kit/pharmacy.ts'
import type { Panel } from '../../../platform/panel.ts'

const NETWORK = 60
const LIMIT_MS = 240_000

export interface PairPlace {
  readonly index: number
  readonly hubUrl: string
  readonly panel: Panel
  /** Of the agents and the printer: their data and logs. */
  readonly folder: string
  /** The agent's bundle. */
  readonly bundle: string
  readonly supervisor: Supervisor
}

export interface AgentPair {
  readonly computerIds: readonly number[]
  /** Where the PrinterComputer takes jobs. */
  readonly listener: { readonly host: string; readonly port: number }
  readonly accepted: () => number
  /** Until the signal. `pauseMs`: between two labels of one of its four programs; left out: as fast as faults want them. */
  readonly send: (
    signal: AbortSignal,
    pauseMs?: { readonly low: number; readonly high: number },
  ) => Promise<void>
  /** Once nothing is on its way any more. */
  readonly account: () => Promise<{ readonly verdict: Verdict; readonly isSettled: boolean }>
}

/** Resolves when both have applied what an Admin assigned. */
export async function openPair(place: PairPlace): Promise<AgentPair> {
  const { index, folder, supervisor, panel } = place
  const storeId = `P-${400_000 + index}`
  const address = (n: number): string => `127.0.${NETWORK + index}.${n}`
  const printer = await startPrinter(supervisor, { name: `printer-${index}`, logFolder: folder })
  const port = await freePort()
  await panel.create(storeId)
  const computer = async (agent: AgentName, host: string) =>
    startComputer(place, {
      name: `UPGRADE-${index}-${agent.toUpperCase()}`,
      storeId,
      host,
      port,
      rawPort: printer.rawPort,
    })
  const computers = {
    printer: await computer('printer', address(1)),
    client: await computer('client', address(2)),
  }
  await assignRoles(panel, storeId, { computers, port, rawPort: printer.rawPort })
  const pharmacy = { printer, computers, address }
  const sent: HandedIn[] = []
  return {
    computerIds: (await panel.pharmacy(storeId)).computers.map(({ id }) => id),
    listener: computers.printer.listener,
    accepted: () => sent.filter(({ answer }) => answer === 'accepted').length,
    send: async (signal, pauseMs) => {
      const parts = { index, seed: 21, signal, onSent: (one: HandedIn) => sent.push(one) }
      await Promise.all(senders(pharmacy, pauseMs === undefined ? parts : { ...parts, pauseMs }))
    },
    account: async () => {
      const isSettled = await settles(pharmacy, LIMIT_MS)
      return { isSettled, verdict: judge(await booksOf(pharmacy, sent)) }
    },
  }
}

interface ComputerPlace {
  readonly name: string
  readonly storeId: string
  readonly host: string
  readonly port: number
  /** Of the test printer. */
  readonly rawPort: number
}

/** Its agent, paired with the pharmacy as a person does it. */
async function startComputer(
  { hubUrl, folder, bundle, supervisor, panel }: PairPlace,
  { name, storeId, host, port, rawPort }: ComputerPlace,
) {
  const printers = `tcp:127.0.0.1:${rawPort}`
  const environment = agentEnvironment({ name, hubUrl, port, printers, folder, address: host })
  const controlSocket = environment.Agent__ControlSocket
  await supervisor.start({
    name,
    args: [...AGENT_NODE_ARGS, path.resolve(bundle), 'run'],
    environment,
    logFolder: folder,
  })
  await askAgent(controlSocket, 'pair', {
    code: await panel.pairingCode(storeId),
    hubUrl: null,
    again: false,
  })
  return { name, controlSocket, listener: { host, port } }
}

type StartedComputer = Awaited<ReturnType<typeof startComputer>>

async function assignRoles(
  panel: Panel,
  storeId: string,
  given: {
    readonly computers: Readonly<Record<AgentName, StartedComputer>>
    readonly port: number
    readonly rawPort: number
  },
): Promise<void> {
  const { computers, port, rawPort } = given
  await until(
    'both computers are connected',
    async () => (await panel.pharmacy(storeId)).computers.filter(({ isOnline }) => isOnline).length === 2,
  )
  const printer = { name: '', httpUrl: '', rawHost: '127.0.0.1', tcpPort: rawPort, listenPort: port }
  await panel.assignPrinter(storeId, computers.printer.name, printer)
  await panel.setRole(storeId, computers.client.name, 2)
  for (const one of Object.values(computers)) await assigned(one)
}
