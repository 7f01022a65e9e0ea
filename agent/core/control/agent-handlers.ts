// What the control socket can ask for, each method from the part that knows; who asked for a label is recorded.
import {
  MAX_AGENT_LINE_BYTES,
  MAX_ROWS,
  type AgentHandlers,
  type AgentReplyData,
  type AgentStatus,
} from '@pharmacy-relay/shared/agent-api.ts'
import type { AgentProgram } from '@pharmacy-relay/shared/agent-program.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import { MAX_PEERS, type PeerRow } from '@pharmacy-relay/shared/agent-peers.ts'
import type { PairingDesk } from '../pairing/pairing-desk.ts'
import type { KeyRotation } from '../keys/key-rotation.ts'
import type { KnownPeers } from '../link/known-peers.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { JobAccess, JobAct } from '../job-access.ts'
import type { Printing } from '../printing.ts'
import type { Settings } from '../settings/settings.ts'
import type { SupportDesk } from '../support/support-desk.ts'
import type { Updates } from '../updates/updates.ts'
import type { WindowDoor } from '../window-door/window-door.ts'
import type { Uploads } from './uploads.ts'

export interface AgentHandlersParts {
  readonly status: () => AgentStatus
  readonly settings: Settings
  readonly printing: Printing
  readonly uploads: Uploads
  readonly peers: KnownPeers
  readonly rotation: KeyRotation
  readonly pairing: Pick<PairingDesk, 'pair'>
  readonly access: JobAccess
  readonly diagnose: () => Promise<Diagnosis>
  readonly support: Pick<SupportDesk, 'logs' | 'bundlePart'>
  readonly door: Pick<WindowDoor, 'open'>
  readonly updates: Pick<Updates, 'status' | 'check' | 'back'>
  readonly program: () => Promise<AgentProgram>
  readonly onStopRequested: () => void
}

type JobMethod = 'print' | 'test' | 'jobs' | 'job' | 'picture' | 'answer' | 'release' | 'cancel' | 'reprint'

/** For one asker. */
export function agentHandlers(parts: AgentHandlersParts, who: string): AgentHandlers {
  const { settings, printing, peers, rotation } = parts
  return {
    status: async () => parts.status(),
    getSettings: async () => settings.rows(),
    setSetting: async ({ name, value }) => settings.change(name, value),
    printers: async () => printing.printers(),
    ...jobHandlers(parts, who),
    peers: async () => fitting(waitingFirst(peers.list())).slice(0, MAX_PEERS),
    trustPeer: async ({ deviceKey, fingerprint }) => peers.confirm(deviceKey, fingerprint),
    keys: async () => rotation.status(),
    rotateKeys: async () => rotation.rotate(),
    pair: async (wish) => parts.pairing.pair(wish),
    pause: async ({ minutes }) => {
      printing.pause(minutes)
      return pauseState(printing)
    },
    resume: async () => {
      printing.resume()
      return pauseState(printing)
    },
    doctor: async () => parts.diagnose(),
    openWindow: async () => parts.door.open(who),
    logs: async ({ lines }) => parts.support.logs(lines),
    bundle: async (wanted) => parts.support.bundlePart(wanted, who),
    program: async () => parts.program(),
    updates: async () => parts.updates.status(),
    checkUpdates: async () => parts.updates.check(),
    updateBack: async () => parts.updates.back(),
    stop: async () => {
      setImmediate(parts.onStopRequested)
      return null
    },
  }
}

function jobHandlers(
  { printing, uploads, access }: AgentHandlersParts,
  who: string,
): Pick<AgentHandlers, JobMethod> {
  const { job: desk } = printing
  const recorded = async (act: JobAct, doing: Promise<PrintJob>): Promise<PrintJob> => {
    const job = await doing
    access(who, act, [job])
    return job
  }
  return {
    print: async (part) => {
      const payload = uploads.add(part)
      return payload === null ? null : recorded('print', printing.print(payload))
    },
    test: async () => recorded('test', printing.desk.printTestLabel()),
    jobs: async () => {
      const jobs = fitting(await printing.jobs(MAX_ROWS))
      access(who, 'list', jobs)
      return jobs
    },
    job: async ({ job }) => {
      const trace = await desk.trace(job)
      access(who, 'read', [trace.job])
      return trace
    },
    picture: async ({ job: ref }) => {
      const { job, png } = await desk.picture(ref)
      access(who, 'picture', [job])
      return { png: Buffer.from(png).toString('base64') }
    },
    answer: async (params) => recorded('answer', desk.answer(params)),
    release: async ({ job }) => recorded('release', desk.release(job)),
    cancel: async ({ job }) => recorded('cancel', desk.cancel(job)),
    reprint: async (params) => recorded('reprint', desk.reprint(params)),
  }
}

function pauseState(printing: Printing): AgentReplyData<'pause'> {
  return { pausedUntil: printing.status().pausedUntil ?? null }
}

function waitingFirst(rows: readonly PeerRow[]): PeerRow[] {
  return rows.toSorted((a, b) => Number(b.refused.length > 0) - Number(a.refused.length > 0))
}

/** The first that fit into one line of a reply. */
function fitting<Row extends object>(rows: readonly Row[]): Row[] {
  let bytes = 200
  const end = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    return bytes > MAX_AGENT_LINE_BYTES
  })
  return rows.slice(0, end < 0 ? rows.length : end)
}
