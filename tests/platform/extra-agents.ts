// One more agent beside those of the demo, as somebody at that computer has it: its settings, its commands, its process.
import path from 'node:path'
import { AgentStatus } from '@pharmacy-relay/shared/agent-api.ts'
import { AgentProcess, agentCommand, type CommandResult } from '../../agent/test/agent-process.ts'
import { waitUntil, type RunningDemo } from '../running-demo.ts'

let lastNumber = 0

/** Without pharmacy. Ended with the test when its process was started in one. */
export class ExtraAgent {
  readonly name: string
  readonly settings: Readonly<Record<string, string>>

  /** With a data folder of its own in `folder`, or with that one. */
  constructor(
    running: RunningDemo,
    { folder, dataFolder }: { readonly folder: string; readonly dataFolder?: string },
  ) {
    lastNumber += 1
    this.name = `EXTRA-${lastNumber}`
    this.settings = {
      Agent__HubUrl: running.demo.portalUrl,
      Agent__ComputerName: this.name,
      Agent__Username: 'extra',
      // Tries to pair are counted by address.
      Agent__LocalAddress: `127.0.2.${lastNumber}`,
      Agent__DataFolder: dataFolder ?? path.join(folder, `agent-${lastNumber}`),
    }
  }

  get dataFolder(): string {
    return this.settings['Agent__DataFolder'] ?? ''
  }

  /** Resolves once its control socket answers. */
  async start(): Promise<AgentProcess> {
    const agent = new AgentProcess(this.settings)
    await agent.hear('ready')
    return agent
  }

  async command(...words: string[]): Promise<CommandResult> {
    return agentCommand(words, this.settings)
  }

  /** `agent pair CODE`. Throws what it printed when it was refused. */
  async pair(code: string): Promise<void> {
    const { code: exitCode, output, errors } = await this.command('pair', code)
    if (exitCode !== 0) throw new Error(output + errors)
  }

  async status(): Promise<AgentStatus> {
    return AgentStatus.parse(JSON.parse((await this.command('status', '--json')).output))
  }

  /** Waits until the hub has refused it with that code; what `agent status` prints then, on one line. */
  async wordsWhenRefused(code: string, limitMs = 15_000): Promise<string> {
    let words = ''
    await waitUntil(
      async () => {
        words = (await this.command('status')).output.replaceAll(/\s+/g, ' ')
        return words.includes(`(${code})`)
      },
      limitMs,
      () => words,
    )
    return words
  }
}

/** What it wrote each time its connection ended or was refused. */
export function offlineLines(agent: AgentProcess): string[] {
  return agent.log.split('\n').filter((line) => line.includes('"relay.offline"'))
}
