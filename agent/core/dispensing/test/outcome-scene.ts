// For tests of what the pharmacy API hears of labels: time is stepped, the file is real, the API is a table of answers.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { LabelOutcome } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { JobState } from '@pharmacy-relay/shared/job-state.ts'
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import type { Evidence } from '@pharmacy-relay/shared/print-job.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { openMigratedFile } from '../../database/migrated-file.ts'
import { MIGRATIONS } from '../../database/migrations.ts'
import { labelJobId } from '../../spool/rules/label-job-id.ts'
import { LabelOutcomes } from '../label-outcomes.ts'
import { owedLabels } from '../label-outcomes.queries.ts'

export const away = () => new ProblemError('unavailable', 'away')

interface Job {
  readonly state: JobState
  readonly evidence?: Evidence
  readonly reprintedAs?: string
  readonly reprintOf?: string
  readonly because?: 'paper_out' | 'head_open'
}

export function database() {
  const opened = openMigratedFile({
    file: path.join(temporaryFolder(), 'agent.db'),
    migrations: MIGRATIONS,
    logger: silentLogger,
    prepare: () => undefined,
    adviceWhenDamaged: '',
    adviceWhenOlder: '',
  })
  onTestFinished(() => void opened.close())
  return opened
}

type PutCall = EndpointCall<typeof pharmacyApi.putLabelOutcome>
type PutReply = EndpointResult<typeof pharmacyApi.putLabelOutcome>

export function scene() {
  const clock = new SteppedClock()
  const file = database()
  const jobs = new Map<string, Job>()
  const told: (LabelOutcome & { readonly labelId: string })[] = []
  const cancelled: string[] = []
  const withdrawn = new Set<string>()
  const at = { pharmacy: 1, refusal: null as ProblemError | null, answer: Promise.resolve() }
  let running = start()
  onTestFinished(async () => running.stop())

  function start() {
    return new LabelOutcomes({
      database: file,
      pharmacyId: () => at.pharmacy,
      // Its one endpoint.
      pharmacy: { call: async (_entry, call) => (await put(call as unknown as PutCall)) as never },
      trace: async (ref) => traceOf(ref),
      withdraw: async (id) => {
        if (jobs.get(id)?.state !== 'waiting_for_printer')
          throw new ProblemError('state_conflict', reason('label_being_sent', { label: '1' }))
        cancelled.push(id)
        set(id, { state: 'cancelled' })
      },
      clock,
      logger: silentLogger,
    })
  }
  async function put({ params: { labelId }, body }: PutCall): Promise<PutReply> {
    told.push({ labelId, ...body })
    await at.answer
    if (at.refusal !== null) throw at.refusal
    return { isWithdrawn: withdrawn.has(labelId) } as PutReply
  }
  function traceOf(ref: string): JobTrace {
    const [id, job] = [ref, jobs.get(ref)]
    if (job === undefined) throw new ProblemError('not_found', 'no such job')
    const changedAt = new Date(clock.wallMs()).toISOString()
    const { state, evidence = null, reprintedAs, reprintOf, because } = job
    const reasons = because === undefined ? [] : [reason('printer_condition', { condition: because })]
    const reprint = reprintOf === undefined ? null : { of: reprintOf, count: 1 }
    return { job: { id, state, reasons, changedAt, reprintedAs }, evidence, reprint } as unknown as JobTrace
  }
  function set(id: string, job: Job): void {
    jobs.set(id, job)
    running.jobChanged(traceOf(id).job)
  }
  const said = () => told.map(({ state }) => state)
  return {
    at,
    clock,
    file,
    jobs,
    told,
    said,
    cancelled,
    withdrawn,
    set,
    outcomes: () => running,
    restart: async () => {
      await running.stop()
      running = start()
    },
    /** Labels whose outcome is still owed. */
    owed: () => owedLabels(file, 1),
    /** Steps until the API heard so much in all. */
    heard: async (count: number) => {
      clock.stepMs(300)
      await until(`${count} outcomes`, () => told.length === count)
    },
    /** A label whose job waits. */
    label: (job: Job = { state: 'waiting_for_printer' }) => {
      const labelId = randomUUID()
      running.owe(labelId)
      set(labelJobId(labelId), job)
      return { labelId, jobId: labelJobId(labelId) }
    },
  }
}

/** What was begun has had its turn. */
export const settled = async () => new Promise((resolve) => setTimeout(resolve, 20))
