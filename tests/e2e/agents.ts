// The demo's computers from outside of the panel: labels sent to their port, what their agents say, and a pause.
import type { AgentReplyData } from '../../agent/contract/agent-api.ts'
import { askAgent } from '../../agent/contract/socket-client.ts'
import { sendLabel } from '../../agent/test/send-label.ts'
import { controlSocketOf, pidOf } from '../demo-computers.ts'
import type { RunningDemo } from '../running-demo.ts'

export type Job = AgentReplyData<'jobs'>[number]

/** The agent's last 50 jobs over its control socket, newest first. Throws NotRunningError. */
export async function jobsOf(running: RunningDemo, computer: string): Promise<readonly Job[]> {
  return askAgent(controlSocketOf(running, computer), 'jobs', null)
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
