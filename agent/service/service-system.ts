// What the commands need of a system that runs services.
import type { WindowsServices } from './carry-out.ts'
import type { Step } from './step.ts'

export interface ServiceState {
  readonly isInstalled: boolean
  readonly isRunning: boolean
  /** Before anybody logs in. */
  readonly startsWithComputer: boolean
}

export interface InstallRequest {
  readonly installFolder: string
  readonly node: string
  /** On which labels come in. */
  readonly port: number
  /** One of ours was installed until now: what is in the data folder is its own. */
  readonly wasInstalled: boolean
}

export interface ServiceSystem {
  /** Of the service; an agent that a person starts has another one on some systems. */
  readonly dataFolder: string
  readonly controlSocket: string
  /** How people call the agent's command line there; null where it has no name of its own. */
  readonly command: string | null
  /** Anybody may ask. */
  look(): Promise<ServiceState>
  /** Why this user may change nothing, and what to do; null when they may. */
  refusal(): Promise<string | null>
  installPlan(request: InstallRequest): Promise<Step[]>
  startPlan(): Step[]
  stopPlan(): Step[]
  removePlan(request: { readonly keepData: boolean }): Step[]
  /** What it logged last, for a person; empty when that cannot be had. */
  lastLines(): Promise<string[]>
  /** Waits until what `stopPlan` asked for has come about. */
  readonly services: WindowsServices
}

export const NOT_INSTALLED: ServiceState = { isInstalled: false, isRunning: false, startsWithComputer: false }
