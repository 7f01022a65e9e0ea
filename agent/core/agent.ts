// Builds every part of the agent once, and starts and stops them in order.
import { randomUUID } from 'node:crypto'
import type { AgentStatus } from '@pharmacy-relay/shared/agent-api.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { agentHandlers } from './control/agent-handlers.ts'
import { ControlServer } from './control/control-server.ts'
import { Uploads } from './control/uploads.ts'
import { MIGRATIONS } from './database/migrations.ts'
import { openDatabase, type AgentDatabase } from './database/open-database.ts'
import { openAgentKeys, type AgentKeys } from './keys/agent-keys.ts'
import { createSealer } from './keys/sealer.ts'
import { jobAccess } from './job-access.ts'
import type { LeveledLogger } from './json-logger.ts'
import { createPrinting, type Printing } from './printing.ts'
import { Relay } from './relay/relay.ts'
import { relaySetup } from './relay/relay-setup.ts'
import { computerTexts } from './relay/this-computer.ts'
import type { Locations } from './settings/locations.ts'
import { installIdOr } from './settings/settings.queries.ts'
import { Settings } from './settings/settings.ts'
import type { SettingName } from './settings/settings-table.ts'
import { openSpoolStore, type StoredSpool } from './spool/store/open-spool-store.ts'

export interface AgentParts {
  readonly environment: Environment
  readonly locations: Locations
  readonly agentVersion: string
  readonly clock: Clock
  readonly random: () => number
  readonly logger: LeveledLogger
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
  status(): AgentStatus
  /** Settings without which no connection is tried; empty when none is missing. */
  missingSettings(): readonly SettingName[]
}

/** Throws ProblemError state_conflict (data folder in use, damaged, newer, keys), unavailable (disk full) and SettingsError (environment). */
export async function createAgent(parts: AgentParts): Promise<Agent> {
  const { dataFolder } = parts.locations
  const database = openDatabase({
    dataFolder,
    migrations: MIGRATIONS,
    logger: parts.logger.named('database'),
  })
  let store: StoredSpool | null = null
  try {
    const startedAt = instant(parts.clock.wallMs())
    const installId = installIdOr(database.connection, { installId: randomUUID(), createdAt: startedAt })
    const keys = await openAgentKeys({
      ...{ dataFolder, installId, nowMs: parts.clock.wallMs() },
      logger: parts.logger.named('keys'),
    })
    store = await openSpoolStore({
      ...{ folder: dataFolder, sealer: createSealer(keys.dataKey), clock: parts.clock },
      logger: parts.logger.named('spool'),
    })
    return agentOn(parts, { database, store, startedAt, installId, keys })
  } catch (error) {
    await store?.close()
    database.close()
    throw error
  }
}

interface Opened {
  readonly database: AgentDatabase
  readonly store: StoredSpool
  readonly startedAt: string
  readonly installId: string
  readonly keys: AgentKeys
}

function agentOn(parts: AgentParts, { database, store, startedAt, installId, keys }: Opened): Agent {
  const { environment, locations, clock, logger } = parts
  const { connection } = database
  const settings = new Settings({
    database: connection,
    environment,
    computer: computerTexts(locations),
    clock,
    logger: logger.named('settings'),
  })
  const printing = createPrinting({
    ...{ database: connection, store, clock, random: parts.random, logger },
    settings: () => settings.values(),
    onNews: () => relay.tell(),
  })
  const relay = new Relay({
    ...{ ...parts, installId, bootId: randomUUID(), desk: printing.desk },
    certificate: keys.certificate.pem,
    logger: logger.named('relay'),
  })
  const uploads = new Uploads(clock)
  const status = (): AgentStatus =>
    statusNow(parts, { startedAt, installId, keys, settings, relay, printing })
  const control = new ControlServer({
    path: locations.controlSocket,
    handlers: (who) =>
      agentHandlers(
        {
          ...{ status, settings, printing, uploads, access: jobAccess(logger.named('access')) },
          onStopRequested: parts.onStopRequested,
        },
        who,
      ),
    logger: logger.named('control'),
  })
  const apply = async (): Promise<void> => {
    logger.setLevel(settings.values().LogLevel)
    await relay.apply(relaySetup(settings.values()))
  }
  settings.onChange(() => {
    void apply()
    printing.settingsChanged()
  })

  return {
    start: async () => {
      await control.start()
      // First, so that the hub hears the role and the port that this computer really has.
      await printing.start()
      await apply()
    },
    stop: async () => {
      await Promise.all([relay.stop(), printing.stop()])
      await control.stop()
      uploads.stop()
      await store.close()
      database.close()
    },
    status,
    missingSettings: () => {
      const setup = relaySetup(settings.values())
      return 'missing' in setup ? setup.missing : []
    },
  }
}

function statusNow(
  { agentVersion, locations }: AgentParts,
  now: {
    readonly startedAt: string
    readonly installId: string
    readonly keys: AgentKeys
    readonly settings: Settings
    readonly relay: Relay
    readonly printing: Printing
  },
): AgentStatus {
  const { ComputerName, PharmacyId, HubUrl } = now.settings.values()
  return {
    agentVersion,
    pid: process.pid,
    startedAt: now.startedAt,
    installId: now.installId,
    dataFolder: locations.dataFolder,
    computerName: ComputerName ?? '',
    pharmacyId: PharmacyId,
    hubUrl: HubUrl,
    hub: now.relay.connection(),
    printing: now.printing.status(),
    keys: { store: now.keys.store, fingerprint: now.keys.certificate.fingerprint },
  }
}
