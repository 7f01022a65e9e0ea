// Keeps one agent running: starts it, starts it again when it ends, exchanges its version, and goes back when that fails.
//
//   agent: switch 1.1 ─▶ finish ─▶ it ends with 0 ─▶ begun(1.1) on the disk ─▶ start 1.1 ─▶ online ─▶ proved
//                            └─ busy: goes on, and asks again later               └─ not in time, or it ends: wentBack
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { AgentChild, ChildEnd, ChildParts } from './agent-child.ts'
import {
  begun,
  MAX_STARTS,
  proved,
  started,
  wanted,
  wentBack,
  type FailureCode,
  type LauncherState,
} from './launcher-state.ts'
import type { LauncherLimits } from './limits.ts'
import type { AgentNews, Refusal } from './messages.ts'
import { NamedTimers } from './named-timers.ts'
import { RestartPause } from './restart-pause.ts'

export interface LauncherParts {
  readonly state: LauncherState
  /** Safe on the disk when it returns. Throws when it cannot be. */
  readonly save: (state: LauncherState) => void
  /** Where a version can be started from; null when it is nowhere. */
  readonly folderOf: (version: string) => string | null
  readonly start: (parts: ChildParts) => AgentChild
  readonly limits: LauncherLimits
  readonly clock: Clock
  readonly logger: Logger
  /** Once: somebody stopped the agent, or nothing can be started. */
  readonly onEnd: (code: number) => void
}

/** What happens once the agent has finished. */
type FinishRequest =
  | { readonly kind: 'switch'; readonly version: string }
  | { readonly kind: 'back'; readonly code: FailureCode }
  /** It hung, and whatever its end says it is to be started again. `mayGoOn`: should it say that it is busy. */
  | { readonly kind: 'again'; readonly mayGoOn: boolean }

type Timer = 'ready' | 'online' | 'finish' | 'restart' | 'kill' | 'keep'

const EXIT_NOTHING_TO_START = 1
/** A version that has proved itself and does not get ready any more so often in a row is left for the one before. */
const MAX_UNREADY = 5
const STOP_LIMIT_MS = 5_000
/** An agent that is well has said that it is busy, or has ended, long before. */
const HUNG_MS = 60_000
/** What could not be kept is tried again so often. */
const KEEP_AGAIN_MS = 60_000

export class Launcher {
  readonly #parts: LauncherParts
  readonly #pause = new RestartPause()
  #state: LauncherState
  #child: AgentChild | null = null
  #startedAtMs = 0
  #unready = 0
  #request: FinishRequest | null = null
  #isStopping = false
  #hasEnded = false
  /** The disk has what this launcher knows. */
  #isKept = true
  readonly #timers: NamedTimers<Timer>

  constructor(parts: LauncherParts) {
    this.#parts = parts
    this.#state = parts.state
    this.#timers = new NamedTimers(parts.clock)
  }

  /** Starts the version that is to run. */
  start(): void {
    const version = wanted(this.#state)
    const { proving } = this.#state
    if (proving !== null && proving.starts >= MAX_STARTS)
      return this.#goBack('not_started', `ended ${MAX_STARTS} times before it reached the hub`)
    const folder = this.#parts.folderOf(version)
    if (folder === null) return this.#goBack('not_started', 'its files are not there')
    if (proving !== null && !this.#keep(started(this.#state))) return this.#goBack('not_started', DISK)
    this.#launch(version, folder)
  }

  /** Stops the agent, at most 5 s long; then `onEnd` is called with 0. */
  stop(): void {
    if (this.#isStopping) return
    this.#isStopping = true
    if (this.#child === null) return this.#end(0)
    this.#breakOff()
  }

  #launch(version: string, folder: string): void {
    const { clock, limits, logger } = this.#parts
    logger.info('launcher.starts', { version, isOnTrial: this.#state.proving !== null })
    this.#startedAtMs = clock.monotonicMs()
    this.#unready += 1
    this.#child = this.#parts.start({
      folder,
      onNews: (news) => this.#hear(news),
      onEnd: (end) => this.#ended(end),
    })
    if (!this.#isKept) this.#keepLater()
    const isOnTrial = this.#state.proving !== null
    const readyMs = isOnTrial ? limits.readyMs : limits.provingMs
    this.#timers.after('ready', readyMs, () => this.#hangs('not_started', 'was not ready in time'))
    if (isOnTrial)
      this.#timers.after('online', limits.provingMs, () =>
        this.#hangs('not_online', 'did not reach the hub in time'),
      )
  }

  #hear(news: AgentNews): void {
    switch (news.kind) {
      case 'ready':
        this.#unready = 0
        return this.#timers.cancel('ready')
      case 'online':
        return this.#online()
      case 'busy':
        return this.#busy()
      case 'switch':
        return this.#parts.folderOf(news.version) === null
          ? this.#refuse('no_files')
          : this.#finish({ kind: 'switch', version: news.version })
      case 'back':
        return this.#finish({ kind: 'back', code: news.code })
      default:
        return news satisfies never
    }
  }

  #online(): void {
    const { proving } = this.#state
    if (proving === null) return
    this.#timers.cancel('online')
    if (this.#keep(proved(this.#state)))
      return this.#parts.logger.info('launcher.proved', { version: proving.version })
    // On trial it would take no other version, and an agent tells only once that it was online. After the next start it is
    // on trial again, which is right, as nobody knows of this one.
    this.#timers.after('keep', KEEP_AGAIN_MS, () => this.#online())
  }

  #keepLater(): void {
    this.#timers.after('keep', KEEP_AGAIN_MS, () => {
      if (!this.#keep(this.#state)) this.#keepLater()
    })
  }

  /** One request at a time; from a version on trial there is only the way back. */
  #finish(request: FinishRequest): void {
    const { proving, previous } = this.#state
    if (this.#request !== null || this.#isStopping) return
    if (request.kind === 'switch' && proving !== null) return this.#refuse('on_trial')
    if (request.kind === 'back' && proving === null && previous === null)
      return this.#refuse('nothing_before')
    // A full disk would end the agent for nothing. The way back needs no disk.
    if (request.kind === 'switch' && !this.#keep(this.#state)) return this.#refuse('not_kept')
    const { finishMs } = this.#parts.limits
    this.#request = request
    this.#child?.finish(finishMs)
    this.#timers.after('finish', finishMs + STOP_LIMIT_MS, () => {
      this.#parts.logger.warn('launcher.not-finished')
      // It may still end for it, late, which is no request to stop; or say that it is busy. Nobody else would end one
      // that hangs.
      this.#request = { kind: 'again', mayGoOn: true }
      this.#timers.after('finish', HUNG_MS, () => this.#endHung())
    })
  }

  /** What it still says on its way is too late, and no request to stop. */
  #endHung(): void {
    this.#request = { kind: 'again', mayGoOn: false }
    this.#breakOff()
  }

  #refuse(why: Refusal): void {
    this.#parts.logger.warn('launcher.refuses', { why })
    this.#child?.refuse(why)
  }

  #busy(): void {
    this.#parts.logger.info('launcher.labels-busy')
    if (this.#request?.kind === 'again' && !this.#request.mayGoOn) return this.#breakOff()
    this.#dropRequest()
  }

  #dropRequest(): void {
    this.#timers.cancel('finish')
    this.#request = null
  }

  #ended({ code, text }: ChildEnd): void {
    const livedMs = this.#parts.clock.monotonicMs() - this.#startedAtMs
    const request = this.#request
    this.#child = null
    this.#timers.cancelAll()
    this.#request = null
    this.#parts.logger.info('launcher.ended', {
      version: wanted(this.#state),
      text,
      livedMs: Math.round(livedMs),
    })
    if (this.#isStopping) return this.#end(0)
    // One that was never ready was stopped by nobody, whatever it says: its program ends by mistake.
    const isCrash = code !== 0 || (request === null && this.#unready > 0)
    if (isCrash || request?.kind === 'again') return this.#again(livedMs, text)
    // Without a request of ours somebody stopped it over its control socket, and with it the service. A signal ends it with
    // another code.
    if (request === null) return this.#end(0)
    this.#fulfil(request)
  }

  #again(livedMs: number, text: string): void {
    const { proving, previous } = this.#state
    if (proving !== null && proving.starts >= MAX_STARTS) return this.#goBack('not_started', text)
    if (proving === null && previous !== null && this.#unready >= MAX_UNREADY)
      return this.#goBack('not_started', text)
    this.#timers.after('restart', this.#pause.afterLife(livedMs), () => this.start())
  }

  #fulfil(request: Exclude<FinishRequest, { readonly kind: 'again' }>): void {
    if (request.kind === 'back') return this.#goBack(request.code, '')
    // Where that cannot be kept, the old one goes on.
    this.#pause.reset()
    this.#keep(begun(this.#state, request.version))
    this.start()
  }

  /** Ended from here, it is started again or left as one that ended by itself. */
  #hangs(code: FailureCode, text: string): void {
    this.#parts.logger.warn('launcher.hangs', { version: wanted(this.#state), text })
    if (this.#state.proving !== null) this.#keep(wentBack(this.#state, this.#why(code, text)) ?? this.#state)
    this.#request = { kind: 'again', mayGoOn: false }
    if (code === 'not_started') return this.#breakOff()
    // One that runs prints, and no label is to be broken off because its hub is away.
    const { finishMs } = this.#parts.limits
    this.#child?.finish(finishMs)
    this.#timers.after('finish', finishMs + STOP_LIMIT_MS, () => this.#breakOff())
  }

  #breakOff(): void {
    this.#timers.cancel('finish')
    this.#child?.stop()
    this.#timers.after('kill', STOP_LIMIT_MS, () => this.#child?.kill())
  }

  /** To the version before, or, where there is none, to what the installer brought. */
  #goBack(code: FailureCode, text: string): void {
    const left = wanted(this.#state)
    const next = wentBack(this.#state, this.#why(code, text))
    this.#parts.logger.warn('launcher.goes-back', { from: left, to: next?.current ?? null, code, text })
    this.#unready = 0
    this.#pause.reset()
    if (next !== null) {
      // Also when the disk is full: the version before is started all the same.
      if (!this.#keep(next)) this.#state = next
      return this.start()
    }
    const { installed } = this.#state
    if (installed === left || this.#parts.folderOf(installed) === null)
      return this.#end(EXIT_NOTHING_TO_START)
    this.#state = { ...this.#state, current: installed }
    this.start()
  }

  #why(code: FailureCode, text: string) {
    return { code, at: instant(this.#parts.clock.wallMs()), detail: text.slice(0, 200) }
  }

  #keep(state: LauncherState): boolean {
    try {
      this.#parts.save(state)
      this.#state = state
      this.#isKept = true
      return true
    } catch (error) {
      this.#isKept = false
      this.#parts.logger.error('launcher.state-not-kept', error)
      return false
    }
  }

  #end(code: number): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#timers.cancel('restart')
    this.#parts.onEnd(code)
  }
}

const DISK = 'the launcher could not keep that it begins'
