// Waits for an agent in an emulated computer, which may be slower than those who ask agents expect; to ask changes nothing.
import { setTimeout as delay } from 'node:timers/promises'
import type { AgentStatus } from '../../../agent/contract/agent-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

/** Of one question, with all its tries. */
const LIMIT_MS = 10 * 60_000
const PAUSE_MS = 1_000
/** Until labels have gone to the printer. */
const WORK_LIMIT_MS = 30 * 60_000
const POLL_MS = 500

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

/** Until no more than so many have waited for so long. Throws when they still do after the limit. */
export async function worksOff(
  { status }: { readonly status: () => Promise<AgentStatus> },
  { waiting, restMs }: { readonly waiting: number; readonly restMs: number },
): Promise<void> {
  const until = performance.now() + WORK_LIMIT_MS
  let since = performance.now()
  while (performance.now() < until) {
    const { printing } = await status()
    if (printing.labels.waiting > waiting) since = performance.now()
    else if (performance.now() - since >= restMs) return
    await delay(POLL_MS)
  }
  throw new Error('labels still wait, and their printer is ready')
}
