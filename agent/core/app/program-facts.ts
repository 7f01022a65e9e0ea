// What this agent is as a program: what keeps it running, which version is kept, and what the last update did.
import type { AgentProgram } from '../../contract/program.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { serviceSystem } from '../../service/systems.ts'
import { within } from '../doctor/probes.ts'
import type { Locations } from '../settings/locations.ts'
import type { LauncherLine } from '../updates/launcher-line.ts'
import type { Updates } from '../updates/updates.ts'

export interface ProgramFactsParts {
  readonly locations: Locations
  /** Null: started by hand. */
  readonly launcher: LauncherLine | null
  readonly updates: Pick<Updates, 'status' | 'last'>
  /** When this agent started. */
  readonly startedAt: string
  readonly clock: Clock
}

/** The system answers in some ms; a page waits for 12 s. */
const LOOK_LIMIT_MS = 3_000

export async function programFacts(parts: ProgramFactsParts): Promise<AgentProgram> {
  const { launcher, updates, startedAt } = parts
  const [{ version, previous, off }, service] = await Promise.all([updates.status(), lookAtService(parts)])
  return {
    version,
    startedAt,
    startedBy: launcher === null ? 'hand' : 'service',
    service,
    previous,
    updatesOff: off,
    lastUpdate: updates.last(),
  }
}

/** Null where services are not known, and where the system does not say. */
async function lookAtService({ locations, clock }: ProgramFactsParts): Promise<AgentProgram['service']> {
  const system = serviceSystem(process.platform, process.env, locations)
  if (system === null) return null
  const looking = system.look().catch(() => null)
  return within(LOOK_LIMIT_MS, looking, { clock, late: null })
}
