// A launcher with stepped time, and an agent that does what a test says.
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import type { AgentChild, ChildParts } from './agent-child.ts'
import { Launcher } from './launcher.ts'
import { firstState, type LauncherState } from './launcher-state.ts'
import { launcherLimits } from './limits.ts'

export class LauncherRig {
  clock = new SteppedClock()
  /** Versions that were started, in order. */
  readonly starts: string[] = []
  /** What the agent that runs was told. */
  told: string[] = []
  readonly ended: number[] = []
  /** As after a restart of the launcher, which knows no more than this. */
  disk: LauncherState
  isDiskFull = false
  readonly #versions: Set<string>
  #child: ChildParts | null = null
  launcher: Launcher

  constructor(versions: readonly string[], disk = firstState(versions[0] ?? '')) {
    this.#versions = new Set(versions)
    this.disk = disk
    this.launcher = this.#made()
    this.launcher.start()
  }

  get child(): ChildParts {
    if (this.#child === null) throw new Error('no agent runs')
    return this.#child
  }

  /** Of whatever ended it. */
  endsWith(code: number | null): void {
    const { child } = this
    this.#child = null
    child.onEnd({ code, text: String(code) })
  }

  says(kind: 'ready' | 'online' | 'busy'): void {
    this.child.onNews({ kind })
  }

  /** The agent asks, finishes, and the new one is ready. */
  switchesTo(version: string): void {
    this.child.onNews({ kind: 'switch', version })
    this.endsWith(0)
  }

  /** Killed with its agent, and started again by the service manager. */
  launcherDies(): void {
    this.#child = null
    // Its timers die with it.
    this.clock = new SteppedClock()
    this.launcher = this.#made()
    this.launcher.start()
  }

  loses(version: string): void {
    this.#versions.delete(version)
  }

  #made(): Launcher {
    return new Launcher({
      state: this.disk,
      save: (state) => {
        if (this.isDiskFull) throw new Error('ENOSPC')
        this.disk = state
      },
      folderOf: (version) => (this.#versions.has(version) ? version : null),
      start: (parts) => this.#start(parts),
      limits: launcherLimits({}),
      clock: this.clock,
      logger: silentLogger,
      onEnd: (code) => void this.ended.push(code),
    })
  }

  #start(parts: ChildParts): AgentChild {
    this.starts.push(parts.folder)
    this.#child = parts
    this.told = []
    return {
      finish: () => void this.told.push('finish'),
      stop: () => void this.told.push('stop'),
      refuse: (why) => void this.told.push(why),
      kill: () => void this.told.push('kill'),
    }
  }
}

/** 1.0.0 runs and has proved itself. */
export function running(versions: readonly string[] = ['1.0.0', '1.1.0', '1.2.0']): LauncherRig {
  const rig = new LauncherRig(versions)
  rig.says('ready')
  rig.says('online')
  return rig
}

/** 1.1.0 came after it, and has proved itself too. */
export function updated(): LauncherRig {
  const rig = running()
  rig.switchesTo('1.1.0')
  rig.says('ready')
  rig.says('online')
  return rig
}

export function crashAndWait(rig: LauncherRig, code: number | null = null): void {
  rig.endsWith(code)
  rig.clock.stepMs(1_000)
}
