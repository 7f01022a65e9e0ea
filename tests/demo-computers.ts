// The computers of a running demo: where they take labels, where an agent's data are and how to ask it, which process runs.
import path from 'node:path'
import { socketPath } from '../scripts/start/socket-path.ts'
import type { DemoFile, RunningDemo } from './running-demo.ts'

type DemoComputer = DemoFile['pharmacies'][number]['computers'][number]

export function computersOf({ pharmacies }: DemoFile): readonly DemoComputer[] {
  return pharmacies.flatMap(({ computers }) => computers)
}

/** Throws when the demo has no such computer. */
export function computerOf(demo: DemoFile, name: string): DemoComputer {
  const found = computersOf(demo).find(({ computerName }) => computerName === name)
  if (found === undefined) throw new Error(`the demo has no ${name}`)
  return found
}

export function agentFolder({ dataFolder }: RunningDemo, computer: string): string {
  return path.join(dataFolder, 'agents', computer.toLowerCase())
}

/** Of its agent. */
export function controlSocketOf(running: RunningDemo, computer: string): string {
  return socketPath(path.join(agentFolder(running, computer), 'agent.sock'))
}

/** Of one of its programs or agents, by the name that `npm run demo -- list` gives it. Throws when it does not run. */
export async function pidOf(running: RunningDemo, name: string): Promise<number> {
  const pid = new RegExp(`${name}\\s+pid (\\d+)`).exec(await running.command('list'))?.[1]
  if (pid === undefined) throw new Error(`${name} is not running`)
  return Number(pid)
}
