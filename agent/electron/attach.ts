// To which agent the tray belongs: the service's where one is installed, else one that the tray starts itself.
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import type { Silence } from '../contract/summary.ts'
import { locationsOf } from '../core/settings/locations.ts'

/** A service or an agent that was started is given so long before it is called missing. */
export const STARTING_MS = 20_000

export interface Situation {
  readonly silence: Silence
  /** Null: not known yet. */
  readonly hasService: boolean | null
  readonly ownsAgent: boolean
  /** Since the tray started, or started an agent. */
  readonly waitedMs: number
}

/**
 * Whether the tray starts an agent. Never beside a service, also one that is away for the moment: two agents on one
 * computer would take each other's port and be two computers in the panel.
 */
export function shouldStartOwn({ silence, hasService, ownsAgent }: Situation): boolean {
  return silence === 'not_running' && hasService === false && !ownsAgent
}

/** Whether the agent that the tray started ends, because a service was installed meanwhile and answers where it should. */
export function shouldGiveWay(answered: string, sockets: readonly string[], ownsAgent: boolean): boolean {
  return ownsAgent && sockets.length > 1 && answered === sockets[0]
}

/** What is said of the silence. */
export function saidOf({ silence, waitedMs }: Situation): Silence {
  return silence === 'not_running' && waitedMs < STARTING_MS ? 'starting' : silence
}

/** Control sockets: the service's, then that of this user's own agent. Throws SettingsError. */
export function socketsOf(
  environment: Environment,
  computer: { readonly platform: NodeJS.Platform; readonly homeFolder: string },
): readonly string[] {
  const sockets = [true, false].map(
    (isPrivileged) => locationsOf(environment, { ...computer, isPrivileged }).controlSocket,
  )
  return [...new Set(sockets)]
}
