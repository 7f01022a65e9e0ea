// Asks an agent in an emulated computer, which may be slower than those who ask agents expect; to ask changes nothing.
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { askAgent } from '../../../agent/contract/socket-client.ts'
import type { SpoolJob } from '../../kit/account.ts'

/** Of one question, with all its tries. */
const LIMIT_MS = 10 * 60_000
const PAUSE_MS = 1_000
const ASKED_AT_ONCE = 4

/** An answer that says no is an answer: not_found is thrown at once. Throws the last failure after 10 min. */
export async function patiently<T>(question: () => Promise<T>): Promise<T> {
  const until = performance.now() + LIMIT_MS
  for (;;) {
    try {
      return await question()
    } catch (error) {
      const isAnswer = error instanceof ProblemError && error.code === 'not_found'
      if (isAnswer || performance.now() > until) throw error
      await delay(PAUSE_MS)
    }
  }
}

/** Every job of a spool, from the first. */
export async function jobsAt(socket: string): Promise<SpoolJob[]> {
  const [newest] = await patiently(async () => askAgent(socket, 'jobs', null))
  const jobs: SpoolJob[] = []
  let n = newest?.n ?? 0
  const worker = async (): Promise<void> => {
    while (n > 0) {
      const job = await jobAt(socket, n--)
      if (job !== null) jobs.push(job)
    }
  }
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, worker))
  return jobs
}

/** Null for a number that no job has: a transaction that was undone. */
async function jobAt(socket: string, n: number): Promise<SpoolJob | null> {
  try {
    const { job } = await patiently(async () => askAgent(socket, 'job', { job: String(n) }))
    return { n, state: job.state, bytes: job.bytes, reason: reasonDetail(job.reasons) }
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return null
    throw error
  }
}
