// The launcher as the agent knows it: whether one started it, and what it is asked for.
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { LAUNCHER_VARIABLE, refusal, type AgentNews, type Refusal } from '../../launcher/messages.ts'

export interface LauncherLine {
  /** Which protocol it speaks. */
  readonly protocol: number
  /** Where the version that runs lies. */
  readonly ownFolder: string
  ask(request: Extract<AgentNews, { readonly kind: 'switch' | 'back' }>): void
  /** Of what was asked last. */
  onRefused(hear: (why: Refusal) => void): void
}

/** Null when nobody could exchange this agent: it was started by hand. `ownFolder`: of the bundle. */
export function launcherLine(environment: Environment, ownFolder: string): LauncherLine | null {
  const protocol = Number(environment[LAUNCHER_VARIABLE])
  if (!Number.isSafeInteger(protocol) || protocol < 1 || !process.connected) return null
  return {
    protocol,
    ownFolder,
    // One that has gone ends this agent too.
    ask: (request) =>
      void (process.connected && process.send?.(request, undefined, undefined, () => undefined)),
    onRefused: (hear) => {
      process.on('message', (message: unknown) => {
        const why = refusal(message)
        if (why !== null) hear(why)
      })
    },
  }
}
