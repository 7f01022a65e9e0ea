// Runs the bundled agent where no service does: as a child that ends with the tray, started again when it ends.
import { spawn, type ChildProcess } from 'node:child_process'
import { backoffMs } from '@pharmacy-relay/shared/waits.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { AGENT_NODE_ARGS } from '../launcher/layout.ts'

export interface OwnAgentParts {
  readonly node: string
  readonly program: string
  readonly environment: Environment
  readonly clock: Clock
  readonly random: () => number
}

const RESTART = { firstMs: 1_000, lastMs: 30_000 }
/** One that ran so long failed for a new reason. */
const STEADY_MS = 60_000
/** The agent says goodbye to its hub within 2 s. */
const STOP_MS = 5_000

export class OwnAgent {
  readonly #parts: OwnAgentParts
  #child: ChildProcess | null = null
  #failures = 0
  #restart: Cancel | null = null
  #isWanted = false

  constructor(parts: OwnAgentParts) {
    this.#parts = parts
  }

  /** It was started by this tray, also while it is down between two tries. */
  isOurs(): boolean {
    return this.#isWanted
  }

  /** Keeps it running until `stop`. */
  start(): void {
    if (this.#isWanted) return
    this.#isWanted = true
    this.#spawn()
  }

  /** Resolves when it has ended: by itself, or killed after 5 s. Labels that it took are on the disk. */
  async stop(): Promise<void> {
    this.#isWanted = false
    this.#restart?.()
    const child = this.#child
    if (child === null) return
    const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
    // Without its parent it stops by itself, on every system alike.
    if (child.connected) child.disconnect()
    const cancel = this.#parts.clock.after(STOP_MS, () => void child.kill('SIGKILL'))
    await ended
    cancel()
  }

  #spawn(): void {
    const { node, program, environment, clock } = this.#parts
    const startedMs = clock.monotonicMs()
    const child = spawn(node, [...AGENT_NODE_ARGS, program, 'run'], {
      env: { ...environment },
      windowsHide: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    const over = (): void => {
      // Over already, or another was started while this one ended.
      if (this.#child !== child) return
      this.#child = null
      this.#failures = clock.monotonicMs() - startedMs > STEADY_MS ? 1 : this.#failures + 1
      if (this.#isWanted) this.#startAgain()
    }
    child.on('exit', over)
    // Its Node is missing or may not be run: then there is no exit.
    child.on('error', over)
  }

  #startAgain(): void {
    const { clock, random } = this.#parts
    this.#restart = clock.after(backoffMs(this.#failures, RESTART, random()), () => this.#spawn())
  }
}
