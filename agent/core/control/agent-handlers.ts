// What the control socket can ask for, each method from the part that knows; who asked for a label is recorded.
import {
  MAX_AGENT_LINE_BYTES,
  MAX_ROWS,
  type AgentHandlers,
  type AgentStatus,
} from '@pharmacy-relay/shared/agent-api.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { JobAccess, JobAct } from '../job-access.ts'
import type { Printing } from '../printing.ts'
import type { Settings } from '../settings/settings.ts'
import type { Uploads } from './uploads.ts'

export interface AgentHandlersParts {
  readonly status: () => AgentStatus
  readonly settings: Settings
  readonly printing: Printing
  readonly uploads: Uploads
  readonly access: JobAccess
  readonly onStopRequested: () => void
}

type JobMethod = 'print' | 'test' | 'jobs' | 'job' | 'answer' | 'release' | 'cancel' | 'reprint'

/** For one asker. */
export function agentHandlers(parts: AgentHandlersParts, who: string): AgentHandlers {
  const { settings, printing } = parts
  return {
    status: async () => parts.status(),
    getSettings: async () => settings.rows(),
    setSetting: async ({ name, value }) => settings.change(name, value),
    printers: async () => printing.printers(),
    ...jobHandlers(parts, who),
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
    answer: async (params) => recorded('answer', desk.answer(params)),
    release: async ({ job }) => recorded('release', desk.release(job)),
    cancel: async ({ job }) => recorded('cancel', desk.cancel(job)),
    reprint: async (params) => recorded('reprint', desk.reprint(params)),
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
