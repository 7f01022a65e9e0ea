// What the control socket can ask for, each method from the part that knows.
import {
  MAX_AGENT_LINE_BYTES,
  MAX_ROWS,
  type AgentHandlers,
  type AgentStatus,
} from '@pharmacy-relay/shared/agent-api.ts'
import { MAX_PEERS, type PeerRow } from '@pharmacy-relay/shared/agent-peers.ts'
import type { KeyRotation } from '../keys/key-rotation.ts'
import type { KnownPeers } from '../link/known-peers.ts'
import type { Printing } from '../printing.ts'
import type { Settings } from '../settings/settings.ts'
import type { Uploads } from './uploads.ts'

export interface AgentHandlersParts {
  readonly status: () => AgentStatus
  readonly settings: Settings
  readonly printing: Printing
  readonly uploads: Uploads
  readonly peers: KnownPeers
  readonly rotation: KeyRotation
  readonly onStopRequested: () => void
}

export function agentHandlers(parts: AgentHandlersParts): AgentHandlers {
  const { settings, printing, uploads, peers, rotation } = parts
  return {
    status: async () => parts.status(),
    getSettings: async () => settings.rows(),
    setSetting: async ({ name, value }) => settings.change(name, value),
    printers: async () => printing.printers(),
    print: async (part) => {
      const payload = uploads.add(part)
      return payload === null ? null : printing.print(payload)
    },
    test: async () => printing.desk.printTestLabel(),
    jobs: async () => fitting(await printing.jobs(MAX_ROWS)),
    job: async ({ job }) => printing.job.trace(job),
    answer: async (params) => printing.job.answer(params),
    release: async ({ job }) => printing.job.release(job),
    cancel: async ({ job }) => printing.job.cancel(job),
    reprint: async (params) => printing.job.reprint(params),
    peers: async () => fitting(waitingFirst(peers.list())).slice(0, MAX_PEERS),
    trustPeer: async ({ deviceKey, fingerprint }) => peers.confirm(deviceKey, fingerprint),
    keys: async () => rotation.status(),
    rotateKeys: async () => rotation.rotate(),
    stop: async () => {
      setImmediate(parts.onStopRequested)
      return null
    },
  }
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
