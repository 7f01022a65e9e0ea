// One more computer on a running platform, as somebody there has it: the agent's process, its commands, its log.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { statusText } from '../agent/cli/computer/status-text.ts'
import type { AgentStatus } from '../agent/contract/agent-api.ts'
import { askAgent } from '../agent/contract/socket-client.ts'
import { startProgram, type ChildProgram } from '../scripts/start/child-program.ts'
import { waitUntil, type RunningDemo } from './running-demo.ts'

export interface CommandResult {
  readonly code: number
  /** Of both streams, on one line. */
  readonly text: string
}

const BUNDLE = path.resolve(import.meta.dirname, '../agent/dist/agent.mjs')
/** On a machine that others keep busy, too. */
const LIMIT_MS = 180_000
const STOP_LIMIT_MS = 15_000

let lastNumber = 0

/** The bundle has to be built. Whoever starts it stops it. */
export class ExtraAgent {
  readonly name: string
  readonly dataFolder: string
  readonly #environment: Readonly<Record<string, string | undefined>>
  readonly #folder: string
  #program: ChildProgram | null = null

  /** With a data folder of its own in `folder`, or with that one. */
  constructor(running: RunningDemo, places: { readonly folder: string; readonly dataFolder?: string }) {
    lastNumber += 1
    this.name = `EXTRA-${lastNumber}`
    this.#folder = places.folder
    this.dataFolder = places.dataFolder ?? path.join(places.folder, `agent-${lastNumber}`)
    const { PATH, HOME } = process.env
    this.#environment = {
      PATH,
      HOME,
      Agent__HubUrl: running.demo.portalUrl,
      Agent__ComputerName: this.name,
      Agent__Username: 'extra',
      // Tries to pair are counted by address.
      Agent__LocalAddress: `127.0.2.${lastNumber}`,
      Agent__DataFolder: this.dataFolder,
    }
  }

  /** Resolves once its control socket answers. `settings`: of this run, as environment variables. */
  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#program = startProgram({
      name: this.name,
      args: [BUNDLE, 'run'],
      logFolder: this.#folder,
      environment: { ...this.#environment, ...settings },
    })
    await this.#program.told('ready', LIMIT_MS)
  }

  /** Resolves once the hub has registered it, since its last start. */
  async online(limitMs = LIMIT_MS): Promise<void> {
    await this.#program?.told('online', limitMs)
  }

  async stop(): Promise<void> {
    const program = this.#program
    this.#program = null
    await program?.stop(STOP_LIMIT_MS)
  }

  /** It stands still, and is connected until its hub finds out. */
  freeze(): void {
    if (this.#program !== null) process.kill(this.#program.pid, 'SIGSTOP')
  }

  /** As a power cut does. */
  kill(): void {
    if (this.#program !== null) process.kill(this.#program.pid, 'SIGKILL')
    this.#program = null
  }

  /** `agent pair CODE` and its like. */
  async command(...args: string[]): Promise<CommandResult> {
    return new Promise((resolve) => {
      const options = { env: this.#environment, timeout: LIMIT_MS }
      const child = execFile(process.execPath, [BUNDLE, ...args], options, (_error, output, errors) =>
        resolve({ code: child.exitCode ?? -1, text: (output + errors).replaceAll(/\s+/g, ' ').trim() }),
      )
      child.stdin?.end()
    })
  }

  get controlSocket(): string {
    return path.join(this.dataFolder, 'agent.sock')
  }

  /** As `agent pair CODE` does, without a process of its own. Throws when it was refused. */
  async pair(code: string): Promise<void> {
    await askAgent(this.controlSocket, 'pair', { code, hubUrl: null, again: false })
  }

  async status(): Promise<AgentStatus> {
    return askAgent(this.controlSocket, 'status', null)
  }

  /** Waits until the agent's status names the code; what `agent status` says then, on one line. */
  async textWith(code: string, limitMs = LIMIT_MS): Promise<string> {
    let text = ''
    const names = (said: string): boolean => said.includes(`(${code})`)
    const isSaid = async (): Promise<boolean> => {
      // Each look with a process of its own would keep a core busy; an agent that is busy may not answer in time.
      text = await this.status().then((status) => statusText(status, Date.now()), String)
      return names(text) && names((text = (await this.command('status')).text))
    }
    await waitUntil(isSaid, limitMs, () => text)
    return text
  }

  /** Of all its starts. */
  log(): string {
    const file = path.join(this.#folder, `${this.name}.log`)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
}
