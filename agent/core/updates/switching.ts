// Asks the launcher to exchange this agent, until it is exchanged: while the hub and room on the disk are there, and once
// labels may wait.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Refusal } from '../../launcher/messages.ts'
import type { LauncherLine } from './launcher-line.ts'

export interface SwitchingParts {
  readonly launcher: LauncherLine
  readonly clock: Clock
  /** A new version has to prove itself at the hub, so nothing is exchanged while that is away. */
  readonly isOnline: () => boolean
  /** Whether a version that is started could write what it needs. */
  readonly hasRoom: () => boolean
  /** It is not exchanged, and the launcher is not asked any more. */
  readonly onNoRoom: (version: string) => void
  /** A label was being sent for so long that this agent goes on. `version`: null on the way back. */
  readonly onBusy: (version: string | null) => void
  /** The launcher does not exchange it, and is not asked any more. `version`: null on the way back. */
  readonly onRefused: (version: string | null, text: string) => void
}

/** Until the hub is back. */
const ASK_AGAIN_MS = 15_000
/** The launcher gives a label two minutes. */
const SWITCH_LIMIT_MS = 150_000
/** 20 minutes: a launcher that does not answer is asked no longer. */
const MAX_ASKS = 8

const TEXTS: Readonly<Record<Refusal, string>> = {
  no_files: 'the launcher does not find the files of that version',
  on_trial: 'the launcher has the version that runs on trial still',
  not_kept: 'the launcher cannot keep on the disk that it begins another version',
  nothing_before: 'the launcher knows of no version before this one',
  other: 'the launcher refuses for a reason that this version does not know',
}

type UpdateRequest = Parameters<LauncherLine['ask']>[0]

export class Switching {
  readonly #parts: SwitchingParts
  #step: 'waiting' | 'switching' | null = null
  #timer: Cancel = () => undefined
  #isStopped = false
  #request: UpdateRequest | null = null
  #asked = 0

  constructor(parts: SwitchingParts) {
    this.#parts = parts
    parts.launcher.onRefused((why) => this.#refused(TEXTS[why]))
  }

  /** Null: nothing is to be exchanged. */
  get step(): 'waiting' | 'switching' | null {
    return this.#step
  }

  /** To a version whose files are there; asks again, 8 times at most, until this agent has ended. */
  to(version: string): void {
    this.#begin({ kind: 'switch', version })
  }

  /** To the version before, also while the hub is away or the disk is full; asks again as `to` does. */
  back(code: 'left' | 'withdrawn'): void {
    this.#begin({ kind: 'back', code })
  }

  stop(): void {
    this.#isStopped = true
    this.#timer()
  }

  #begin(request: UpdateRequest): void {
    this.#request = request
    this.#asked = 0
    this.#step = null
    this.#ask(request)
  }

  #ask(request: UpdateRequest): void {
    const { launcher, onNoRoom, onBusy } = this.#parts
    if (this.#isStopped) return
    if (request.kind === 'switch' && !this.#parts.hasRoom()) {
      this.#stop()
      return onNoRoom(request.version)
    }
    if (this.#asked >= MAX_ASKS) return this.#refused(`the launcher was asked ${MAX_ASKS} times in vain`)
    if (this.#step === 'switching') onBusy(versionOf(request))
    const mayAsk = request.kind === 'back' || this.#parts.isOnline()
    this.#step = mayAsk ? 'switching' : 'waiting'
    if (mayAsk) {
      this.#asked += 1
      launcher.ask(request)
    }
    this.#after(mayAsk ? SWITCH_LIMIT_MS : ASK_AGAIN_MS, () => this.#ask(request))
  }

  #refused(text: string): void {
    const request = this.#request
    if (request === null || this.#step !== 'switching' || this.#isStopped) return
    this.#stop()
    this.#parts.onRefused(versionOf(request), text)
  }

  #stop(): void {
    this.#timer()
    this.#step = null
  }

  #after(delayMs: number, run: () => void): void {
    this.#timer()
    this.#timer = this.#parts.clock.after(delayMs, run)
  }
}

/** Null: the way back. */
function versionOf(request: UpdateRequest): string | null {
  return request.kind === 'switch' ? request.version : null
}
