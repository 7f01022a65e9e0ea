// The demo's computers from outside of the panel: labels sent to their port, what their agents say, and a pause.
import path from 'node:path'
import type { AgentReplyData } from '@pharmacy-relay/shared/agent-api.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { askAgent } from '../../agent/cli/control-client.ts'
import { SOCKET_LIMITS, writeToSocket } from '../../agent/core/printers/socket-writer.ts'
import { socketPath } from '../../scripts/start/socket-path.ts'
import type { DemoFile, RunningDemo } from '../running-demo.ts'

export type Job = AgentReplyData<'jobs'>[number]

/** The agent's last 50 jobs over its control socket, newest first. Throws NotRunningError. */
export async function jobsOf(running: RunningDemo, computer: string): Promise<readonly Job[]> {
  const folder = path.join(running.dataFolder, 'agents', computer.toLowerCase())
  return askAgent(socketPath(path.join(folder, 'agent.sock')), 'jobs', null)
}

export function computerOf(demo: DemoFile, name: string): { readonly rawHost: string } {
  const all = demo.pharmacies.flatMap(({ computers }) => computers)
  const found = all.find(({ computerName }) => computerName === name)
  if (found === undefined) throw new Error(`the demo has no ${name}`)
  return found
}

/** As a label program sends it; null once the computer took it whole, else why it did not. */
export async function send(
  address: { readonly host: string; readonly port: number },
  payload: Uint8Array,
): Promise<string | null> {
  const signal = new AbortController().signal
  const outcome = await writeToSocket({
    address,
    payload,
    limits: SOCKET_LIMITS,
    clock: systemClock,
    signal,
  })
  return outcome.ok ? null : outcome.code
}

/** Runs while the agent stands still, as on a computer that is very busy, and lets it go on in any case. */
export async function whilePaused(
  running: RunningDemo,
  computer: string,
  story: () => Promise<void>,
): Promise<void> {
  const pid = Number(new RegExp(`${computer}\\s+pid (\\d+)`).exec(await running.command('list'))?.[1])
  process.kill(pid, 'SIGSTOP')
  try {
    await story()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}
