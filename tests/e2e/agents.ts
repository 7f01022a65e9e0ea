// The demo's computers from outside of the panel: labels sent to their port, what their agents say, and a pause.
import type { AgentReplyData } from '../../agent/contract/agent-api.ts'
import { askAgent } from '../../agent/contract/socket-client.ts'
import { sendLabel } from '../../agent/test/send-label.ts'
import { controlSocketOf, pidOf } from '../demo-computers.ts'
import type { RunningDemo } from '../running-demo.ts'

export type Job = AgentReplyData<'jobs'>[number]

/** The number of the computer's newest label; 0 when it has none. */
export async function newestJob(running: RunningDemo, computer: string): Promise<number> {
  const [newest] = await askAgent(controlSocketOf(running, computer), 'jobs', { count: 1 })
  return newest?.n ?? 0
}

/** Every label that the computer took behind that one, newest first. Throws NotRunningError. */
export async function jobsSince(running: RunningDemo, computer: string, n: number): Promise<readonly Job[]> {
  const jobs: Job[] = []
  for (let before: number | null = null; ;) {
    const page: Job[] = await askAgent(controlSocketOf(running, computer), 'jobs', { before })
    jobs.push(...page.filter((job) => job.n > n))
    before = page.at(-1)?.n ?? 0
    if (before <= n + 1) return jobs
  }
}

/** As a label program sends it; null once the computer took it whole, else why it did not. */
export async function send(
  { host, port }: { readonly host: string; readonly port: number },
  payload: Uint8Array,
): Promise<string | null> {
  const outcome = await sendLabel({ address: host, port }, payload)
  return outcome.ok ? null : outcome.code
}

/** Runs while the agent stands still, as on a computer that is very busy, and lets it go on in any case. */
export async function whilePaused(
  running: RunningDemo,
  computer: string,
  story: () => Promise<void>,
): Promise<void> {
  const pid = await pidOf(running, computer)
  process.kill(pid, 'SIGSTOP')
  try {
    await story()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}
