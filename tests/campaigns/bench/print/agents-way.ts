// Our way: the bundled agent twice, a Client whose port the labels go to and a PrinterComputer that writes to the sink.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { AGENT_NODE_ARGS } from '../../../../agent/launcher/layout.ts'
import { buildAgent } from '../../../../scripts/build/build-agent.ts'
import { pairWithRig } from '../../../kit/pairing.ts'
import { Supervisor } from '../../../../scripts/start/supervisor.ts'
import { startAssigningHub } from '../../../kit/assigning-hub.ts'
import { agentEnvironment, assignmentsOf, dataFolderOf, within } from '../../../kit/programs.ts'
import type { Sink } from './sink.ts'
import { agentOnDisk, type OtherDisk } from '../../../kit/disk/agent-on-disk.ts'
import type { WayProcess } from './thread-costs.ts'
import { rawSender, type Way } from './way.ts'

export interface AgentsWayOptions {
  /** Nobody answers where the PrinterComputer is said to be: its labels take the hub. */
  readonly isLanClosed?: boolean
  /** Left out, the disk is as it is. */
  readonly disk?: OtherDisk
}

/** A way with what its two agents are: the Client first. */
export interface AgentsWay extends Way {
  readonly processes: readonly WayProcess[]
  /** Their data folders, in the same order. */
  readonly folders: readonly string[]
}

const PRINTER_COMPUTER = { name: 'BENCH-DISPENSARY', address: '127.0.4.21' }
const CLIENT = { name: 'BENCH-COUNTER', address: '127.0.4.22' }
const NOBODY = '127.0.4.23'
const LIMIT_MS = 120_000

export async function agentsWay(
  sink: Sink,
  say: (text: string) => void,
  { isLanClosed = false, disk }: AgentsWayOptions = {},
): Promise<AgentsWay> {
  const port = await freePort()
  const printers = `tcp:127.0.0.1:${sink.port}`
  const hub = await startAssigningHub(
    assignmentsOf({
      printer: PRINTER_COMPUTER.name,
      clients: [CLIENT.name],
      printerName: printers,
      addresses: [isLanClosed ? NOBODY : PRINTER_COMPUTER.address],
      port,
    }),
  )
  const supervisor = new Supervisor(say)
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-bench-'))
  const agent =
    disk === undefined ? { ...(await buildAgent()), remove: () => undefined } : await agentOnDisk(disk)
  const stop = async (): Promise<void> => {
    await supervisor.stopAll([])
    await hub.stop()
    agent.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const computer of [PRINTER_COMPUTER, CLIENT]) {
      const environment = agentEnvironment({ ...computer, hubUrl: hub.url, folder, port, printers })
      const args = [...AGENT_NODE_ARGS, agent.file, 'run']
      await supervisor.start({ name: computer.name, args, environment, logFolder: folder })
      await pairWithRig(environment.Agent__ControlSocket)
    }
    for (const { name } of [PRINTER_COMPUTER, CLIENT])
      await within(hub.applied(name), LIMIT_MS, `${name} did not apply its assignment`)
  } catch (error) {
    await stop()
    throw error
  }
  const computers = [CLIENT, PRINTER_COMPUTER].map(({ name }) => name)
  return {
    send: rawSender(CLIENT.address, port),
    stop,
    processes: computers.map((name) => ({ name, pid: pidOf(supervisor, name) })),
    folders: computers.map((name) => dataFolderOf({ folder, name })),
  }
}

function pidOf(supervisor: Supervisor, name: string): number {
  const found = supervisor.running().find((program) => program.name === name)
  if (found === undefined) throw new Error(`${name} has ended`)
  return found.pid
}
