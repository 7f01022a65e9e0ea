// The service manager of one computer of the campaign: starts its launcher, kills it or its agent, starts it again.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Dice } from '../../../kit/dice.ts'
import type { ProgramStart } from '../../../../scripts/start/child-program.ts'

export const VICTIMS = ['agent', 'launcher', 'both'] as const
export type Victim = (typeof VICTIMS)[number]

export interface Kill {
  readonly victim: Victim
  /** Of performance.now(). */
  readonly atMs: number
}

export interface ComputerLifeParts {
  readonly start: ProgramStart
  readonly onKill: (kill: Kill) => void
  /** It ended without having been killed. */
  readonly onFault: (text: string) => void
}

/** As service managers wait. */
const RESTART_MS = 100
const STOP_LIMIT_MS = 10_000

export class ComputerLife {
  readonly #parts: ComputerLifeParts
  #launcher: ChildProcess
  #isStopping = false

  constructor(parts: ComputerLifeParts) {
    this.#parts = parts
    this.#launcher = this.#born()
  }

  /** Kills at random moments until the signal, `most` times. */
  async killUntil(
    signal: AbortSignal,
    {
      dice,
      everySeconds,
      most,
    }: { readonly dice: Dice; readonly everySeconds: number; readonly most: number },
  ): Promise<void> {
    let left = everySeconds > 0 ? most : 0
    const [low, high] = [Math.round((everySeconds * 1_000) / 3), Math.round((everySeconds * 5_000) / 3)]
    while (!signal.aborted && left > 0) {
      await delay(dice.between(low, high), undefined, { signal }).catch(() => undefined)
      const victim = dice.oneOf(VICTIMS)
      if (signal.aborted || !this.#kill(victim)) continue
      left -= 1
      this.#parts.onKill({ victim, atMs: performance.now() })
    }
  }

  /** An agent gets what its launcher gets, and ends with it. */
  async stop(): Promise<void> {
    this.#isStopping = true
    if (this.#launcher.exitCode !== null || this.#launcher.signalCode !== null) return
    const ended = once(this.#launcher, 'exit')
    this.#launcher.kill('SIGTERM')
    const timer = setTimeout(() => this.#launcher.kill('SIGKILL'), STOP_LIMIT_MS)
    await ended
    clearTimeout(timer)
  }

  /** Its log is a file and no pipe: the agent has the same, so a pipe would hide the end of the launcher alone. */
  #born(): ChildProcess {
    const { name, args, environment, logFolder } = this.#parts.start
    const log = openSync(path.join(logFolder, `${name}.log`), 'a')
    const launcher = spawn(process.execPath, args, {
      env: environment,
      // The channel ends it when this campaign is over, however that ends.
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    })
    closeSync(log)
    launcher.once('exit', (code, signal) => void this.#again(signal ?? `exit code ${code}`))
    return launcher
  }

  async #again(text: string): Promise<void> {
    if (this.#isStopping) return
    if (text !== 'SIGKILL') this.#parts.onFault(text)
    await delay(RESTART_MS)
    if (!this.#isStopping) this.#launcher = this.#born()
  }

  /** False when the one to be killed was not there at that moment. */
  #kill(victim: Victim): boolean {
    const { pid, exitCode, signalCode } = this.#launcher
    if (pid === undefined || exitCode !== null || signalCode !== null) return false
    const agents = victim === 'launcher' ? [] : childrenOf(pid)
    const pids = victim === 'agent' ? agents : [...agents, pid]
    return pids.map(killed).some(Boolean)
  }
}

/** Linux. None of a process that is over. */
function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
