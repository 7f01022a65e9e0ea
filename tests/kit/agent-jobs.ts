// What an agent says over its control socket: its certificate, whether it is assigned, its labels.
import { hasReason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { AgentCall, AgentStatus } from '../../agent/contract/agent-api.ts'
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { MAX_JOBS } from '../../agent/contract/label-lists.ts'
import { askAgent } from '../../agent/contract/socket-client.ts'
import type { Computer } from './pharmacy.ts'
import type { SpoolJob } from './books.ts'

const LIMIT_MS = 240_000
const ASKED_AT_ONCE = 4

/** Of its certificate, once it runs. */
export async function fingerprintOf(computer: Computer): Promise<string> {
  const { keys } = await statusOnce(computer, 'started', () => true)
  return keys.fingerprint
}

/** Resolves when it has applied its assignment; later starts take up what it keeps. */
export async function assigned(computer: Pick<Computer, 'name' | 'controlSocket'>): Promise<void> {
  await statusOnce(computer, 'applied its assignment', ({ printing }) => printing.tcpPort !== null)
}

/** Labels that have not come to rest at an agent. */
export async function waitingAt({ controlSocket }: Pick<Computer, 'controlSocket'>): Promise<number> {
  const { printing } = await askAgent(controlSocket, 'status', null)
  return printing.labels.waiting
}

type Ask = <T>(question: () => Promise<T>) => Promise<T>

/** Every job of an agent's spool, reprints as well, in any order. `ask` puts each question, again where it must. */
export async function jobsOf(
  { controlSocket }: Pick<Computer, 'controlSocket'>,
  ask: Ask = async (question) => question(),
): Promise<SpoolJob[]> {
  const ids = await idsOf(controlSocket, ask)
  const jobs: SpoolJob[] = []
  const worker = async (): Promise<void> => {
    for (let job = ids.pop(); job !== undefined; job = ids.pop()) {
      const id = job
      jobs.push(spoolJob(await ask(async () => askAgent(controlSocket, 'job', { job: id }))))
    }
  }
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, worker))
  return jobs
}

/** By id, because a number finds no reprint, whose number is that of its first print. */
async function idsOf(controlSocket: string, ask: Ask): Promise<string[]> {
  const ids: string[] = []
  let before: number | null = null
  for (;;) {
    const page: AgentCall<'jobs'> = { before, count: MAX_JOBS }
    const jobs: readonly PrintJob[] = await ask(async () => askAgent(controlSocket, 'jobs', page))
    ids.push(...jobs.map(({ id }) => id))
    before = jobs.at(-1)?.n ?? null
    if (before === null || jobs.length < MAX_JOBS) return ids
  }
}

const ANSWERED = ['seen_out', 'seen_out_by', 'printed_again', 'printed_again_by', 'answer_waits'] as const

function spoolJob({ job, steps, evidence, reprint }: JobTrace): SpoolJob {
  const { id, n, state, bytes, reasons } = job
  const isAnswered = ANSWERED.some((code) => hasReason(reasons, code))
  const isMarked = !steps.some((step) => hasReason(step.reasons, 'reprint_unmarked'))
  const forwarded = steps.find((step) => step.state === 'forwarded')
  const carrier = forwarded === undefined ? null : hasReason(forwarded.reasons, 'through_hub') ? 'hub' : 'lan'
  const answer = { id, isAnswered, reprint: reprint === null ? null : { ...reprint, isMarked } }
  return { n, state, bytes, reason: reasonDetail(reasons), evidence, carrier, answer }
}

async function statusOnce(
  { name, controlSocket }: Pick<Computer, 'name' | 'controlSocket'>,
  text: string,
  isSo: (status: AgentStatus) => boolean,
): Promise<AgentStatus> {
  const until = performance.now() + LIMIT_MS
  while (performance.now() < until) {
    const status = await askAgent(controlSocket, 'status', null).catch(() => null)
    if (status !== null && isSo(status)) return status
    await delay(50)
  }
  throw new Error(`${name} has not ${text} within ${LIMIT_MS / 1_000} s`)
}
