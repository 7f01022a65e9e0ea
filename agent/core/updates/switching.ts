// Asks the launcher to exchange this agent, until it is exchanged: while the hub is there, and once labels may wait.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { LauncherLine } from './launcher-line.ts'

export interface SwitchingParts {
  readonly launcher: LauncherLine
  readonly clock: Clock
  /** A new version has to prove itself at the hub, so nothing is exchanged while that is away. */
  readonly isOnline: () => boolean
  /** A label was being sent for so long that this agent goes on. `version`: null on the way back. */
  readonly onBusy: (version: string | null) => void
}

/** Until the hub is back. */
const ASK_AGAIN_MS = 15_000
/** The launcher gives a label two minutes. */
const SWITCH_LIMIT_MS = 150_000

export class Switching {
  readonly #parts: SwitchingParts
  #step: 'waiting' | 'switching' | null = null
  #timer: Cancel = () => undefined
  #isStopped = false

  constructor(parts: SwitchingParts) {
    this.#parts = parts
  }

  /** Null: nothing is to be exchanged. */
  get step(): 'waiting' | 'switching' | null {
    return this.#step
  }

  /** To a version whose files are there; asks again until this agent has ended. */
  to(version: string): void {
    const { launcher, isOnline, onBusy } = this.#parts
    if (this.#isStopped) return
    if (this.#step === 'switching') onBusy(version)
    const mayAsk = isOnline()
    this.#step = mayAsk ? 'switching' : 'waiting'
    if (mayAsk) launcher.ask({ kind: 'switch', version })
    this.#after(mayAsk ? SWITCH_LIMIT_MS : ASK_AGAIN_MS, () => this.to(version))
  }

  /** To the version before, also while the hub is away. */
  back(code: 'left' | 'withdrawn'): void {
    const { launcher, onBusy } = this.#parts
    this.#step = 'switching'
    launcher.ask({ kind: 'back', code })
    this.#after(SWITCH_LIMIT_MS, () => {
      this.#step = null
      onBusy(null)
    })
  }

  stop(): void {
    this.#isStopped = true
    this.#timer()
  }

  #after(delayMs: number, run: () => void): void {
    this.#timer()
    this.#timer = this.#parts.clock.after(delayMs, run)
  }
}
