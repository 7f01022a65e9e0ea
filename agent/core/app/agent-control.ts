// What people on this computer ask through: the control socket, and the pages that it opens to a browser.
import type { AgentHandlers } from '../../contract/agent-api.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { agentHandlers, type AgentHandlersParts } from '../control/agent-handlers.ts'
import { ControlServer } from '../control/control-server.ts'
import { jobAccess } from '../logging/job-access.ts'
import type { Locations } from '../settings/locations.ts'
import { SupportService } from '../support/support-service.ts'
import type { LauncherLine } from '../updates/launcher-line.ts'
import { WindowListener } from '../window-listener/window-listener.ts'

export interface AgentControlParts extends Omit<AgentHandlersParts, 'support' | 'window' | 'access'> {
  readonly locations: Locations
  /** A service has one: it is the agent of the computer, and not of a user who started it. */
  readonly launcher: LauncherLine | null
  readonly clock: Clock
  readonly logger: Logger
}

export interface AgentControl {
  /** Throws ProblemError state_conflict when the control socket cannot be used. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The pages are built beside the bundle. */
const isSource = import.meta.url.endsWith('.ts')
const PAGES = new URL(isSource ? '../../dist/window/' : './window/', import.meta.url)

export function createControl(parts: AgentControlParts): AgentControl {
  const { locations, clock, logger } = parts
  const access = jobAccess(logger.named('access'))
  const support = new SupportService({ ...parts, access, dataFolder: locations.dataFolder })
  const handlers = (who: string): AgentHandlers => agentHandlers(asked, who)
  const window = new WindowListener({
    folder: PAGES,
    clock,
    handlers,
    maySignIn: parts.settings.values().BrowserSignIn,
    logger: logger.named('window-listener'),
  })
  const asked: AgentHandlersParts = { ...parts, support, window, access }
  const server = new ControlServer({
    path: locations.controlSocket,
    isForEverybodyHere: parts.launcher !== null,
    handlers,
    logger: logger.named('control'),
  })
  return {
    start: async () => server.start(),
    stop: async () => {
      await Promise.all([server.stop(), window.stop()])
    },
  }
}
