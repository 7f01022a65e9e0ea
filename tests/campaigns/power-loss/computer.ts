// One computer of the proof: its disk, its printer, and the lives between its power cuts.
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import type { AgentStatus } from '../../../agent/contract/agent-api.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { askAgent } from '../../../agent/contract/socket-client.ts'
import { jobsOf } from '../../kit/agent-jobs.ts'
import type { Dice } from '../../kit/dice.ts'
import type { Printer } from '../../kit/printer.ts'
import type { SpoolJob } from '../../kit/books.ts'
import { pairWithRig } from '../../kit/pairing.ts'
import { Line } from '../../kit/line.ts'
import { CachedDisk } from './disk.ts'
import { powerOn, type Guest } from './guest.ts'
import { CANNOT_MOUNT, makeGuestFiles } from './guest-files.ts'
import { patiently } from './patience.ts'
import type { CutResult } from './replay.ts'

export interface Computer {
  readonly printer: Printer
  readonly disk: CachedDisk
  /** Where labels come in, on this machine's loopback. */
  readonly labelPort: number
  readonly powerOn: () => Promise<void>
  /** Makes it a computer of the rig's pharmacy, once; waits until its agent answers. */
  readonly pair: () => Promise<void>
  /**
   * Waits until the port is open for labels; a disk that cannot be mounted is repaired by e2fsck first, once. Throws when that takes too
   * long or the computer ends.
   */
  readonly opens: () => Promise<AgentStatus>
  /** Everything that reached the disk is on it; of what was not flushed, each sector by the dice. */
  readonly cutPower: (survivors: number, dice: Dice) => Promise<CutResult>
  readonly status: () => Promise<AgentStatus>
  /** The newest, as many as fit into an answer. */
  readonly newestJobs: () => Promise<readonly PrintJob[]>
  /** The whole spool. */
  readonly jobs: () => Promise<readonly SpoolJob[]>
  readonly stop: () => Promise<void>
}

export interface ComputerParts {
  readonly name: string
  /** Its own, empty. */
  readonly folder: string
  readonly agentFile: string
  /** Of the hub on this machine's loopback that assigns the printer at first. */
  readonly hubPort: number
  readonly labelPort: number
  readonly environment: Readonly<Record<string, string>>
  readonly printer: Printer
}

/** In the guest, where nothing else is. */
export const GUEST_LABEL_PORT = 9100
const GUEST_CONTROL_PORT = 9199
/** A guest is an emulated computer: on a machine that others keep busy its start takes minutes. */
const OPEN_LIMIT_MS = 30 * 60_000
const ASK_AGAIN_MS = 150

export async function buildComputer(parts: ComputerParts): Promise<Computer> {
  const { name, folder, printer, labelPort } = parts
  const disk = await CachedDisk.formatted(folder)
  const { line, controlSocket, ...wired } = await wiring(parts)
  const guestParts = { ...wired, diskSocket: disk.socket, consoleFile: path.join(folder, 'console.log') }
  let guest: Guest | null = null
  const running = (): Guest => {
    if (guest === null) throw new Error(`${name} has no power`)
    return guest
  }
  const status = async (): Promise<AgentStatus> => askAgent(controlSocket, 'status', null)
  const on = async (): Promise<void> => {
    await disk.lend()
    guest = powerOn(guestParts)
  }
  let repairing: Promise<void> | null = null
  return {
    printer,
    disk,
    labelPort,
    powerOn: on,
    pair: async () => {
      await running().says('"agent.ready"')
      await pairWithRig(controlSocket, OPEN_LIMIT_MS)
    },
    opens: async () => {
      const found = await opened(running(), { name, status })
      if (found !== null) return found
      repairing = disk.repair().then(on)
      await repairing
      const again = await opened(running(), { name, status })
      if (again === null) throw new Error(`${name} cannot mount its disk, which e2fsck has repaired`)
      return again
    },
    cutPower: async (survivors, dice) => {
      await repairing
      const { cutPower, ended } = running()
      cutPower()
      await ended
      guest = null
      return disk.cut(survivors, dice)
    },
    status: async () => patiently(status),
    newestJobs: async () => patiently(async () => askAgent(controlSocket, 'jobs', null)),
    jobs: async () => jobsOf({ controlSocket }, patiently),
    stop: async () => {
      guest?.cutPower()
      await guest?.ended
      line.stop()
      await disk.takeBack()
    },
  }
}

/** Which ports of the guest are which here, and the files that it starts from. */
async function wiring({ folder, agentFile, hubPort, labelPort, environment }: ComputerParts) {
  const inGuest = { labels: GUEST_LABEL_PORT, control: GUEST_CONTROL_PORT, hub: hubPort }
  const files = await makeGuestFiles(folder, { agentFile, environment, ports: inGuest })
  const here = { labels: labelPort, control: await freePort() }
  // The agent in the guest is asked as every agent is: over a socket in the file system.
  const controlSocket = path.join(folder, 'agent.sock')
  const line = new Line({ to: { host: '127.0.0.1', port: here.control } })
  await line.start({ path: controlSocket })
  return { files, inGuest, here, line, controlSocket }
}

/** Null when its disk cannot be mounted: it has ended by itself then. */
async function opened(
  guest: Guest,
  { name, status }: { readonly name: string; readonly status: () => Promise<AgentStatus> },
): Promise<AgentStatus | null> {
  const until = performance.now() + OPEN_LIMIT_MS
  const over = new AbortController()
  const late = delay(OPEN_LIMIT_MS, 'nothing', { signal: over.signal }).catch(() => 'nothing')
  // Nobody asks before: connections to a guest without a network wait for seconds before they are tried again.
  const first = await Promise.race([guest.says('"agent.ready"').then(() => null), guest.ended, late])
  over.abort()
  if (first?.includes(CANNOT_MOUNT) === true) return null
  if (first !== null) throw new Error(`${name} did not come back: ${first}`)
  while (performance.now() < until) {
    const found = await status().catch(() => null)
    if (found !== null && found.printing.tcpPort !== null) return found
    await delay(ASK_AGAIN_MS)
  }
  throw new Error(`${name} opened no port for labels within ${OPEN_LIMIT_MS / 1_000} s`)
}
