// What the printer of a campaign's PrinterComputer hangs on: raw TCP, a serial line, or a print queue of Windows.
//
//   tcp        agent ─▶ raw port of the test printer
//   serial     agent ─▶ pseudo-terminal ─▶ cable ─▶ the same
//   winspool   agent on Windows' Node in Wine ─▶ winspool.drv ─▶ CUPS ─▶ the same
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { askQueue } from '../../agent/core/printers/cups-queue.ts'
import { startCupsd } from '../../agent/core/printers/test/cupsd.ts'
import { repository } from '../../scripts/command.ts'
import type { ProgramStart } from '../../scripts/start/child-program.ts'
import type { Supervisor } from '../../scripts/start/supervisor.ts'
import { windowsComputer } from '../windows/windows-computer.ts'
import { startPrinter, type Printer, type PrinterPlace } from './printer.ts'

export const CONNECTIONS = ['tcp', 'serial', 'winspool'] as const
export type Connection = (typeof CONNECTIONS)[number]

export interface AgentParts {
  readonly name: string
  /** The agent's bundle. */
  readonly file: string
  readonly environment: ProgramStart['environment'] & { readonly Agent__ControlSocket: string }
  readonly folder: string
  /** Where its labels come in. */
  readonly listener: { readonly host: string; readonly port: number }
  /** An address that nobody has. */
  readonly freeHost: string
}

/** How a computer's agent is started, and what else of it can be killed. */
export interface AgentStart {
  readonly start: Omit<ProgramStart, 'name'>
  /** Where label programs hand their labels in; absent: where they come in. */
  readonly front?: AgentParts['listener']
  readonly cutPower?: () => Promise<void>
}

export interface PlacedPrinter {
  readonly printer: Printer
  /** As it is assigned. */
  readonly printerName: string
  /** The setting Printers of an agent that is to have it. */
  readonly setting: string
  /** Of the computer that has it. */
  readonly agentStart: (parts: AgentParts) => Promise<AgentStart>
  readonly stop: () => Promise<void>
}

export interface PlaceParts extends Required<Pick<PrinterPlace, 'name' | 'logFolder'>> {
  /** Folder of the agent's bundle for Windows; winspool alone needs it. */
  readonly windowsBundle: string | null
}

type Place = (supervisor: Supervisor, parts: PlaceParts) => Promise<PlacedPrinter>

/** What makes the drain of a serial port tell the truth, also where the port is a pseudo-terminal. */
export const TRUE_DRAIN = path.join(repository, 'agent/core/printers/device/test/true-drain.ts')
const QUEUE = 'LABELS'

export const PLACES: Readonly<Record<Connection, Place>> = {
  tcp: async (supervisor, parts) => {
    const printer = await startPrinter(supervisor, parts)
    const printerName = `tcp:127.0.0.1:${printer.rawPort}`
    const agentStart = async (agent: AgentParts): Promise<AgentStart> => ownStart(agent)
    return { printer, printerName, setting: printerName, agentStart, stop: async () => undefined }
  },
  serial: async (supervisor, parts) => {
    const serialPort = path.join(parts.logFolder, 'printer-port')
    const printer = await startPrinter(supervisor, { ...parts, serialPort })
    const printerName = `serial:${serialPort}`
    const preload = ['--import', pathToFileURL(TRUE_DRAIN).href]
    return {
      printer,
      printerName,
      setting: `${printerName}?baud=115200`,
      agentStart: async (agent) => ownStart(agent, preload),
      stop: async () => printer.cable?.stop(),
    }
  },
  winspool: async (supervisor, parts) => {
    const printer = await startPrinter(supervisor, parts)
    const cupsd = await startCupsd(null)
    await cupsd.addQueue(QUEUE, `socket://127.0.0.1:${printer.rawPort}`)
    const computers: Awaited<ReturnType<typeof windowsComputer>>[] = []
    return {
      printer: { ...printer, queued: async () => jobsIn(cupsd.socketPath) },
      printerName: `win:${QUEUE}`,
      setting: '',
      agentStart: async ({ file: _ours, freeHost, ...agent }) => {
        if (parts.windowsBundle === null) throw new Error('an agent on Windows needs its bundle')
        const front = { host: freeHost, port: agent.listener.port }
        const place = { bundle: parts.windowsBundle, cupsSocket: cupsd.socketPath, front }
        const computer = await windowsComputer({ ...agent, ...place })
        computers.push(computer)
        return computer
      },
      stop: async () => {
        await Promise.all(computers.map(async (computer) => computer.stop()))
        await cupsd.stop()
      },
    }
  },
}

/** On this system. */
export function ownStart(
  { file, environment, folder }: AgentParts,
  preload: readonly string[] = [],
): AgentStart {
  return { start: { args: [...preload, file, 'run'], environment, logFolder: folder } }
}

/** Also what the print server has not begun to hand to the printer. */
async function jobsIn(cupsSocket: string): Promise<number> {
  const state = await askQueue(cupsSocket, QUEUE)
  return state === null || state === 'absent' ? 1 : state.jobsWaiting
}
