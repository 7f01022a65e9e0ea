// The computers of the proof, each with a test printer, and the hub that tells each once what it is.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import type { AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'
import { startAssigningHub, type AssigningHub } from '../../kit/assigning-hub.ts'
import { startPrinter } from '../../kit/printer.ts'
import { Supervisor } from '../../../scripts/start/supervisor.ts'
import { buildComputer, GUEST_LABEL_PORT, type Computer } from './computer.ts'
import { HOST_ADDRESS } from './guest-files.ts'

/** `full`: as shipped. `normal`: SQLite's synchronous=NORMAL in the spool. */
export type Synchronous = 'full' | 'normal'

export interface Computers {
  readonly all: readonly Computer[]
  /** Consoles of the guests, logs of the printers. */
  readonly folder: string
  /** Rejects with the computer's words when it cannot apply what the hub assigns. */
  readonly assigned: (index: number) => Promise<void>
  readonly stop: (keepFolder: boolean) => Promise<void>
}

export interface ComputersParts {
  readonly count: number
  readonly agentFile: string
  readonly synchronous: Synchronous
  readonly say: (text: string) => void
}

export async function buildComputers({
  count,
  agentFile,
  synchronous,
  say,
}: ComputersParts): Promise<Computers> {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-power-'))
  const supervisor = new Supervisor(say)
  const names = Array.from({ length: count }, (_, index) => `POWER-${index}`)
  const printers = await Promise.all(
    names.map(async (name) =>
      startPrinter(supervisor, { name: `printer-${name.toLowerCase()}`, logFolder: folder }),
    ),
  )
  const ids = printers.map(({ rawPort }) => `tcp:${HOST_ADDRESS}:${rawPort}`)
  const hub = await startAssigningHub(
    new Map(names.map((name, index) => [name, assignment(ids[index] ?? '')])),
  )
  const all = await Promise.all(
    printers.map(async (printer, index) => {
      const name = names[index] ?? ''
      const own = path.join(folder, name.toLowerCase())
      mkdirSync(own)
      return buildComputer({
        name,
        folder: own,
        agentFile,
        printer,
        hubPort: Number(new URL(hub.url).port),
        labelPort: await freePort(),
        environment: environmentOf({ name, printerId: ids[index] ?? '', hub, synchronous }),
      })
    }),
  )
  return {
    all,
    folder,
    assigned: async (index) => hub.applied(names[index] ?? ''),
    stop: async (keepFolder) => {
      await Promise.all(all.map(async (computer) => computer.stop()))
      await supervisor.stopAll([])
      await hub.stop()
      if (!keepFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function assignment(printerName: string): AssignmentBody {
  return { role: 'Server', printerName, tcpPort: GUEST_LABEL_PORT, target: null, clients: [], standby: null }
}

function environmentOf({
  name,
  printerId,
  hub,
  synchronous,
}: {
  readonly name: string
  readonly printerId: string
  readonly hub: AssigningHub
  readonly synchronous: Synchronous
}): Readonly<Record<string, string>> {
  return {
    // What is left out is for anything but production.
    NODE_ENV: 'development',
    ...(synchronous === 'normal' ? { Agent__WithoutCommit: 'spool-flush' } : {}),
    Agent__HubUrl: hub.url,
    Agent__ComputerName: name,
    Agent__Username: 'power-loss',
    Agent__Printers: printerId,
  }
}
