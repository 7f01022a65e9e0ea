// What the control socket can ask for, each method from the part that knows.
import {
  MAX_AGENT_LINE_BYTES,
  MAX_ROWS,
  type AgentHandlers,
  type AgentStatus,
} from '@pharmacy-relay/shared/agent-api.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { Printing } from '../printing.ts'
import type { Settings } from '../settings/settings.ts'
import type { Uploads } from './uploads.ts'

export interface AgentHandlersParts {
  readonly status: () => AgentStatus
  readonly settings: Settings
  readonly printing: Printing
  readonly uploads: Uploads
  readonly onStopRequested: () => void
}

export function agentHandlers(parts: AgentHandlersParts): AgentHandlers {
  const { settings, printing, uploads } = parts
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
    stop: async () => {
      setImmediate(parts.onStopRequested)
      return null
    },
  }
}

/** The newest that fit into one line of a reply. */
function fitting(jobs: readonly PrintJob[]): PrintJob[] {
  let bytes = 200
  const end = jobs.findIndex((job) => {
    bytes += Buffer.byteLength(JSON.stringify(job)) + 1
    return bytes > MAX_AGENT_LINE_BYTES
  })
  return jobs.slice(0, end < 0 ? jobs.length : end)
}
