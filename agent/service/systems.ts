// The services of the system that this is.
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import type { Locations } from '../core/settings/locations.ts'
import { linuxSystem } from './linux/linux-system.ts'
import { macSystem } from './mac/mac-system.ts'
import type { ServiceSystem } from './service-system.ts'
import { windowsSystem } from './windows/windows-system.ts'

/** `locations`: where the agent of this system's privileged user has its data. Null: services are not known here. */
export function serviceSystem(
  platform: NodeJS.Platform,
  environment: Environment,
  locations: Locations,
): ServiceSystem | null {
  if (platform === 'win32') return windowsSystem(locations)
  if (platform === 'darwin') return macSystem(environment['SUDO_USER'])
  return platform === 'linux' ? linuxSystem(environment['SUDO_USER']) : null
}
