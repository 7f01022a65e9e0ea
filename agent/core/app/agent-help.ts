// Asking support for help, put together: kept with the key that seals labels, exchanged over the relay's connection.
import type { Database } from 'better-sqlite3'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import { HelpDesk } from '../help/help-desk.ts'
import { KeptHelp } from '../help/kept-help.ts'
import type { AgentKeys } from '../keys/agent-keys.ts'
import { createSealer } from '../keys/sealer.ts'
import type { LeveledLogger } from '../logging/json-logger.ts'
import type { Relay } from '../relay/relay.ts'
import type { AgentSelf } from './agent-self.ts'

export interface AgentHelpParts {
  readonly database: Database
  readonly keys: Pick<AgentKeys, 'dataKey'>
  readonly self: Pick<AgentSelf, 'membership'>
  readonly relay: Pick<Relay, 'helpLine'>
  readonly diagnose: () => Promise<Diagnosis>
  readonly clock: Clock
  readonly random: () => number
  readonly logger: LeveledLogger
}

export function createHelp(parts: AgentHelpParts): HelpDesk {
  const { database, keys, self, relay, diagnose, clock, random } = parts
  const logger = parts.logger.named('help')
  const pharmacyId = (): number | null => self.membership.pharmacy?.pharmacyId ?? null
  const kept = new KeptHelp({ database, sealer: createSealer(keys.dataKey), pharmacyId, clock, logger })
  return new HelpDesk({ line: relay.helpLine, kept, pharmacyId, diagnose, clock, random, logger })
}
