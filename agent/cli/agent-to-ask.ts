// Which agent a person means who names none: the service's, unless this user runs one.
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import type { Computer } from '../core/settings/default-folder.ts'
import { locationsOf, type Locations } from '../core/settings/locations.ts'

/** `exists`: whether there is something at that path. Throws SettingsError when the environment holds a faulty value. */
export function agentToAsk(
  environment: Environment,
  computer: Computer,
  exists: (path: string) => boolean,
): Locations {
  const own = locationsOf(environment, computer)
  if (exists(own.controlSocket)) return own
  const service = locationsOf(environment, { ...computer, isPrivileged: true })
  return exists(service.dataFolder) ? service : own
}
