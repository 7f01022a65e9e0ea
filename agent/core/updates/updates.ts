// Updates of this agent: looked for, fetched, and handed to the launcher, which exchanges the version.
//
//   start ─ 2 to 10 min ─▶ check ─ every 6 h ─▶ check …       signed? newer? for this computer?
//                            └─▶ fetch ─▶ ask the launcher ─▶ this agent ends, and the new one has 5 min to reach the hub
import { existsSync } from 'node:fs'
import type { KeyObject } from 'node:crypto'
import type { LastUpdate } from '../../contract/program.ts'
import type { UpdateCheck, UpdateFault } from '@pharmacy-relay/shared/update-codes.ts'
import type { UpdatesStatus } from '../../contract/updates.ts'
import { instant, type Cancel, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem-error.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { stateFile } from '../../launcher/layout.ts'
import { firstState, type LauncherState } from '../../launcher/launcher-state.ts'
import { loadState } from '../../launcher/state-file.ts'
import { compareVersions } from '../../launcher/version-order.ts'
import { lastUpdateOf } from './last-update.ts'
import type { LauncherLine } from './launcher-line.ts'
import { bytesOf, type Manifest } from './manifest.ts'
import { hasRoomToStart, removeOthers, stageVersion } from './staging.ts'
import { Switching } from './switching.ts'
import { checkOnce, type Found } from './update-check.ts'
import { diskError, UpdateError } from './update-error.ts'
import { offBecause, updatesRefused } from './updates-off.ts'

export interface UpdatesParts {
  readonly version: string
  readonly dataFolder: string
  /** Null: started by hand. */
  readonly launcher: LauncherLine | null
  readonly keys: readonly KeyObject[]
  /** As the settings have it now; null when not set. */
  readonly address: () => string | null
  readonly localAddress: () => string | null
  readonly installId: () => string
  /** At the hub. */
  readonly isOnline: () => boolean
  readonly platform: string
  readonly node: string
  readonly clock: Clock
  readonly random: () => number
  readonly logger: Logger
}

const FIRST_CHECK_MS = { least: 2 * 60_000, spread: 8 * 60_000 }
/** Spread, so that 100,000 computers do not ask at once. */
const CHECK_MS = { least: 5.5 * 3_600_000, spread: 3_600_000 }
/** The hub waits 8 s. */
const CHECK_LIMIT_MS = 7_000
const AFTER_FAULT_MS = { least: 25 * 60_000, spread: 10 * 60_000 }

const TOO_FULL = 'too little is free to start another version'

type Fault = NonNullable<UpdatesStatus['fault']>

export class Updates {
  readonly #parts: UpdatesParts
  readonly #stop = new AbortController()
  readonly #switching: Switching | null
  #offered: UpdatesStatus['offered'] = null
  #fault: Fault | null = null
  #lastCheckAt: string | null = null
  #nextCheckAt: string | null = null
  #timer: Cancel = () => undefined
  #checking: Promise<void> | null = null
  #fetching: Promise<void> | null = null

  constructor(parts: UpdatesParts) {
    this.#parts = parts
    const { launcher } = parts
    const onBusy = (version: string | null): void =>
      this.#say('labels_busy', version, 'a label was being sent for too long')
    const onRefused = (version: string | null, text: string): void =>
      this.#refused(new UpdateError('not_kept', text), version)
    const hasRoom = (): boolean => hasRoomToStart(parts.dataFolder)
    const onNoRoom = (version: string): void => this.#giveUp(new UpdateError('disk_full', TOO_FULL), version)
    this.#switching =
      launcher === null ? null : new Switching({ ...parts, launcher, hasRoom, onNoRoom, onBusy, onRefused })
  }

  start(): void {
    if (this.#switching !== null) this.#checkIn(FIRST_CHECK_MS)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    this.#timer()
    this.#switching?.stop()
    await Promise.all([this.#checking, this.#fetching])
  }

  async status(): Promise<UpdatesStatus> {
    const state = this.#state()
    const off = offBecause(this.#parts)
    const isProving = state.proving?.version === this.#parts.version
    return {
      version: this.#parts.version,
      step: isProving ? 'proving' : this.#step(off !== null),
      off,
      lastCheckAt: this.#lastCheckAt,
      nextCheckAt: off === null ? this.#nextCheckAt : null,
      offered: this.#offered,
      previous: isProving ? state.current : state.previous,
      fault: this.#fault ?? faultIn(state),
    }
  }

  /** Null: none since the installer. */
  last(): LastUpdate | null {
    return lastUpdateOf(this.#state())
  }

  /** Answers before anything is fetched. Throws ProblemError state_conflict while updates are off. */
  async check(): Promise<UpdatesStatus> {
    const off = offBecause(this.#parts)
    if (off !== null) throw updatesRefused(off)
    await this.#check(true)
    return this.status()
  }

  /** For staff, whose question ends before a slow server's answer does: within 7 s, as it then stands. Throws as `check`. */
  async checkFor(): Promise<UpdateCheck> {
    const late = Promise.withResolvers<UpdatesStatus>()
    const cancel = this.#parts.clock.after(CHECK_LIMIT_MS, () => late.resolve(this.status()))
    const status = await Promise.race([this.check(), late.promise]).finally(cancel)
    const { version, step, offered, fault } = status
    return { version, step, offered: offered?.version ?? null, fault: fault?.code ?? null }
  }

  /** Throws ProblemError state_conflict when there is no version before. */
  async back(): Promise<UpdatesStatus> {
    const { previous } = await this.status()
    if (this.#switching === null) throw updatesRefused('no_launcher')
    if (previous === null) throw new ProblemError('state_conflict', reason('no_version_before', {}))
    this.#switching.back('left')
    return this.status()
  }

  #step(isOff: boolean): UpdatesStatus['step'] {
    const switching = this.#switchStep()
    if (switching !== null) return switching
    if (this.#checking !== null) return 'checking'
    if (this.#fetching !== null) return 'fetching'
    return isOff ? 'off' : 'idle'
  }

  #switchStep(): Switching['step'] {
    return this.#switching?.step ?? null
  }

  #checkIn({ least, spread }: typeof CHECK_MS): void {
    this.#timer()
    if (this.#stop.signal.aborted) return
    const { clock, random } = this.#parts
    const delayMs = least + random() * spread
    this.#nextCheckAt = instant(clock.wallMs() + delayMs)
    this.#timer = clock.after(delayMs, () => void this.#check(false))
  }

  /** One at a time; whoever asks meanwhile hears of the one that is under way. */
  async #check(isAsked: boolean): Promise<void> {
    this.#checking ??= this.#checked(isAsked).finally(() => (this.#checking = null))
    await this.#checking
  }

  async #checked(isAsked: boolean): Promise<void> {
    const { address, platform } = this.#parts
    const server = address()
    this.#checkIn(CHECK_MS)
    if (server === null || this.#fetching !== null || this.#switchStep() !== null) return
    const baseUrl = `${server.replace(/\/$/, '')}/${platform}`
    try {
      const found = await checkOnce({ ...this.#source(baseUrl), ...this.#judges(isAsked) })
      this.#lastCheckAt = instant(this.#parts.clock.wallMs())
      this.#fault = null
      this.#act(found, baseUrl)
    } catch (error) {
      await this.#failed(error, null)
    }
  }

  #source(baseUrl: string) {
    const { keys, localAddress } = this.#parts
    return { baseUrl, keys, localAddress: localAddress(), signal: this.#stop.signal }
  }

  #judges(isAsked: boolean) {
    const { version: running, dataFolder, launcher, platform, node, installId, clock } = this.#parts
    const { previous, failures } = this.#state()
    const launcherProtocol = launcher?.protocol ?? 0
    const who = { installId: installId(), nowMs: clock.wallMs(), isAsked }
    return { dataFolder, judgedBy: { running, previous, platform, node, failures, launcherProtocol, ...who } }
  }

  #act({ manifest, judgement: { kind } }: Found, baseUrl: string): void {
    const { launcher, logger } = this.#parts
    logger.info('updates.checked', { judgement: kind, offered: manifest.version })
    this.#offered = kind === 'take' || kind === 'later' ? offerOf(manifest, kind === 'take') : null
    if (kind === 'back') this.#switching?.back('withdrawn')
    if (kind === 'take' && launcher !== null)
      this.#fetching = this.#fetched(launcher, manifest, baseUrl).then((isThere) => {
        this.#fetching = null
        // Not on somebody's way back from this one: what was fetched waits for the next check.
        if (isThere && this.#switchStep() === null) this.#switching?.to(manifest.version)
      })
  }

  async #fetched(launcher: LauncherLine, manifest: Manifest, baseUrl: string): Promise<boolean> {
    const { dataFolder, logger } = this.#parts
    const { version } = manifest
    try {
      await this.#removeAllBut([version])
      await stageVersion(manifest, {
        ...this.#source(baseUrl),
        dataFolder,
        ownFolder: launcher.ownFolder,
        onProgress: (fetchedBytes) => {
          if (this.#offered !== null) this.#offered = { ...this.#offered, fetchedBytes }
        },
      })
      logger.info('updates.fetched', { version })
      return true
    } catch (error) {
      await this.#failed(error, version)
      return false
    }
  }

  /** Beside the versions that run or may run again: nothing while the launcher's file cannot be read and says nothing of them. */
  async #removeAllBut(versions: readonly string[]): Promise<void> {
    const { dataFolder, version: running } = this.#parts
    const file = stateFile(dataFolder)
    if (existsSync(file) && loadState(file) === null) return
    const { current, previous } = this.#state()
    await removeOthers(dataFolder, [running, current, ...(previous === null ? [] : [previous]), ...versions])
  }

  /** The way back took no room that could be given back, and what is fetched meanwhile goes on. */
  #refused(error: UpdateError, version: string | null): void {
    if (version !== null) return this.#giveUp(error, version)
    this.#say(error.code, null, error.message)
    this.#checkIn(AFTER_FAULT_MS)
  }

  /** Of a version that was fetched: nothing else is fetched now. */
  #giveUp(error: UpdateError, version: string): void {
    this.#fetching = this.#failed(error, version).finally(() => (this.#fetching = null))
  }

  async #failed(error: unknown, version: string | null): Promise<void> {
    if (this.#stop.signal.aborted) return
    const { code, message } = diskError(error)
    if (code === 'disk_full' || !hasRoomToStart(this.#parts.dataFolder)) await this.#giveRoomBack()
    this.#say(code, version, message)
    this.#checkIn(AFTER_FAULT_MS)
  }

  /** To labels, which need it more than a version that can be fetched again. */
  async #giveRoomBack(): Promise<void> {
    await this.#removeAllBut([]).catch(() => undefined)
    if (this.#offered !== null) this.#offered = { ...this.#offered, fetchedBytes: 0 }
  }

  #say(code: UpdateFault, version: string | null, message: string): void {
    const detail = message.slice(0, 300)
    this.#parts.logger.warn('updates.failed', { code, version, detail })
    this.#fault = { code, version, at: instant(this.#parts.clock.wallMs()), detail }
  }

  /** Written by the launcher, which may do so while this agent runs. */
  #state(): LauncherState {
    return loadState(stateFile(this.#parts.dataFolder)) ?? firstState(this.#parts.version)
  }
}

function offerOf(manifest: Manifest, isForThisComputer: boolean): UpdatesStatus['offered'] {
  const { version, publishedAt, rolloutPercent, files } = manifest
  return { version, publishedAt, bytes: bytesOf(files), fetchedBytes: 0, rolloutPercent, isForThisComputer }
}

/** Why the version before runs; not told any more once it, or a newer one, has proved itself after all. */
function faultIn({ failures, current }: LauncherState): Fault | null {
  const [newest] = failures
  if (newest === undefined || compareVersions(newest.version, current) <= 0) return null
  const { code, version, at, detail } = newest
  return { code, version, at, detail }
}
