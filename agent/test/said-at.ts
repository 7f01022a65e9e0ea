// For tests: everything that says whether labels of a computer come out, as people have it: command line, check, summary.
import { carryOut, type Terminal } from '../cli/commands.ts'
import { summaryOf } from '../contract/summary.ts'
import type { InProcessAgent } from './in-process-agent.ts'

export interface Computer {
  readonly agent: Pick<InProcessAgent, 'ask'>
  readonly dataFolder: string
}

/** As a person in a terminal has it, in one line. */
export async function command(
  kind: 'status' | 'doctor',
  { dataFolder }: Pick<Computer, 'dataFolder'>,
): Promise<{ readonly code: number; readonly text: string }> {
  const terminal: Terminal = {
    environment: {},
    locations: { dataFolder, controlSocket: `${dataFolder}/agent.sock` },
    agentVersion: '0.1.0',
    nowMs: Date.now,
    readInput: () => '',
    ask: () => null,
    print: () => undefined,
  }
  const { code, text } = await carryOut({ kind }, terminal)
  return { code, text: text.replaceAll(/\s+/g, ' ') }
}

export async function saidAt(at: Computer) {
  const [status, doctor] = [await command('status', at), await command('doctor', at)]
  const summary = summaryOf(await at.agent.ask('status', null))
  return { status, doctor, summary }
}
