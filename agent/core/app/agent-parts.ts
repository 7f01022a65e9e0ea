// What an agent is built of from outside, and what its program does with it.
import type { AgentStatus } from '../../contract/agent-api.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import type { AgentAtHub } from './agent-at-hub.ts'
import type { Failpoints } from '../failpoints/failpoints.ts'
import type { LeveledLogger } from '../logging/json-logger.ts'
import type { LocalSpooler } from '../printers/winspool/local/local-spooler.ts'
import type { Locations } from '../settings/locations.ts'
import type { Spool } from '../spool/spool.ts'
import type { LauncherLine } from '../updates/launcher-line.ts'

export interface AgentParts {
  readonly environment: Environment
  readonly locations: Locations
  readonly agentVersion: string
  readonly clock: Clock
  readonly random: () => number
  readonly logger: LeveledLogger
  /** What started this agent and can exchange it; null when it was started by hand. */
  readonly launcher: LauncherLine | null
  /** What adds a printer to Windows; left out, this system's own, which only Windows has. */
  readonly localSpooler?: LocalSpooler | undefined
  /** Of a campaign; NO_FAILPOINTS in production. */
  readonly failpoints: Failpoints
  /** Called each time the hub has registered this computer. */
  readonly onOnline: () => void
  /** Somebody asked over the control socket. */
  readonly onStopRequested: () => void
  /** Only a new process helps. */
  readonly onGiveUp: () => void
}

export interface Agent {
  /** Throws ProblemError state_conflict when the control socket cannot be used. */
  start(): Promise<void>
  /** Says goodbye to the hub and closes everything; bounded by the goodbye's second. */
  stop(): Promise<void>
  readonly spool: Pick<Spool, 'rest'>
  readonly atHub: Pick<AgentAtHub, 'notReady'>
  status(): AgentStatus
  /** What other threads hold and do not need at rest. */
  giveMemoryBack(): Promise<void>
  /** Of this computer in its pharmacy; null: it was given none yet. */
  letter(): string | null
}
