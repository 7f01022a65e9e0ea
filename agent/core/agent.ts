// Builds every part of the agent once, and starts and stops them in order.
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { MAX_PEER_ALARMS, type AgentStatus } from '@pharmacy-relay/shared/agent-api.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import type { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { storedAssignment } from './assignment/assignment.queries.ts'
import { agentHandlers } from './control/agent-handlers.ts'
import { ControlServer } from './control/control-server.ts'
import { Uploads } from './control/uploads.ts'
import { MIGRATIONS } from './database/migrations.ts'
import { Doctor } from './doctor/doctor.ts'
import { openDatabase, type AgentDatabase } from './database/open-database.ts'
import { openAgentKeys, type AgentKeys } from './keys/agent-keys.ts'
import { KeyRotation } from './keys/key-rotation.ts'
import { createSealer } from './keys/sealer.ts'
import { jobAccess } from './job-access.ts'
import type { LeveledLogger } from './json-logger.ts'
import { KnownPeers } from './link/known-peers.ts'
import { isOwnAddress } from './own-address.ts'
import { createPrinting, type Printing } from './printing.ts'
import { allowedAddresses, isDevelopmentAddress } from './assignment/target-rules.ts'
import { JobLink, type JobLinkParts } from './link/job-link.ts'
import type { HubCarrier } from './link/link-parts.ts'
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
  const peers = new KnownPeers({ database: connection, clock, logger: logger.named('peers') })
  const rotation = new KeyRotation({
    ...{ dataFolder: locations.dataFolder, installId, keys, clock, logger: logger.named('keys') },
    onChange: () => {
      printing.link.identityChanged()
      relay.tell()
    },
  })
  const printing = createPrinting({
    ...{ database: connection, store, clock, random: parts.random, logger },
    settings: () => settings.values(),
    onNews: () => relay.tell(),
    link: (desks) =>
      new JobLink({
        ...{ ...desks, peers, clock, random: parts.random, logger: logger.named('link') },
        ...linkSelf(parts, { settings, rotation }),
        carrier: carrierOf(() => relay),
      }),
  })
  /** Who is trusted is known before the assignment is at work. */
  const learn = (assignment: PrinterAssignment): void => {
    peers.apply(assignment)
    rotation.heard(assignment)
  }
  const receive = (assignment: PrinterAssignment): void => {
    learn(assignment)
    printing.desk.receive(assignment)
  }
  const relay = new Relay({
    ...{
      ...parts,
      installId,
      bootId: randomUUID(),
      desk: { ...printing.desk, receive, diagnose: async () => doctor.diagnose() },
    },
    certificates: () => rotation.reported(),
    hubNews: () => printing.link.hubNews(),
    logger: logger.named('relay'),
  })
  const doctor = new Doctor({
    ...{ clock, dataFolder: locations.dataFolder, platform: process.platform, printing, peers },
    computerName: () => settings.values().ComputerName ?? '',
    hub: () => relay.connection(),
    hubAheadMs: () => relay.hubAheadMs(),
    interfaces: () => os.networkInterfaces(),
  })
  const uploads = new Uploads(clock)
  const status = (): AgentStatus =>
    statusNow(parts, { startedAt, installId, keys, rotation, peers, settings, relay, printing })
  const control = new ControlServer({
    path: locations.controlSocket,
    handlers: (who) =>
      agentHandlers(
        {
          ...{ status, settings, printing, uploads, peers, rotation },
          access: jobAccess(logger.named('access')),
          diagnose: async () => doctor.diagnose(),
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
      const newest = storedAssignment(connection, 'newest')
      if (newest !== null) learn(newest)
      // First, so that the hub hears the role and the port that this computer really has.
      await printing.start()
      await apply()
    },
    stop: async () => {
      rotation.stop()
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

/** The relay is made after the link, which it tells of messages. */
function carrierOf(relay: () => Relay): HubCarrier {
  return {
    get isUp() {
      return relay().carrier().isUp
    },
    send: async (target, message) => relay().carrier().send(target, message),
  }
}

/** Who this computer is on links, and whom it may look for. */
function linkSelf(
  { agentVersion }: AgentParts,
  { settings, rotation }: { readonly settings: Settings; readonly rotation: KeyRotation },
): Pick<JobLinkParts, 'identity' | 'self' | 'allowed' | 'mayLookUp'> {
  const localAddress = (): string | null => settings.values().LocalAddress
  return {
    identity: () => {
      const { pem, fingerprint, privateKey } = rotation.identity()
      return { certificatePem: pem, fingerprint, privateKey }
    },
    self: () => ({ agent: agentVersion, computerName: settings.values().ComputerName ?? 'unnamed' }),
    mayLookUp: () => !isDevelopmentAddress(localAddress()),
    allowed: (addresses) =>
      allowedAddresses(addresses, {
        localAddress: localAddress(),
        isOwnAddress: (host) => isOwnAddress(host, os.networkInterfaces()),
      }),
  }
}

function statusNow(
  { agentVersion, locations }: AgentParts,
  now: {
    readonly startedAt: string
    readonly installId: string
    readonly keys: AgentKeys
    readonly rotation: KeyRotation
    readonly peers: KnownPeers
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
    keys: { store: now.keys.store, fingerprint: now.rotation.identity().fingerprint },
    peerAlarms: now.peers.alarms().slice(0, MAX_PEER_ALARMS),
  }
}
