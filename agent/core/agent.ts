// Builds every part of the agent once, and starts and stops them in order.
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import type { AgentStatus } from '@pharmacy-relay/shared/agent-api.ts'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import type { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { ProvenFacts } from '@pharmacy-relay/shared/pairing.ts'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { agentStatus } from './agent-status.ts'
import { storedAssignment } from './assignment/assignment.queries.ts'
import { agentHandlers } from './control/agent-handlers.ts'
import { ControlServer } from './control/control-server.ts'
import { Uploads } from './control/uploads.ts'
import { MIGRATIONS } from './database/migrations.ts'
import { Doctor } from './doctor/doctor.ts'
import { openDatabase, type AgentDatabase } from './database/open-database.ts'
import { openAgentKeys, type AgentKeys } from './keys/agent-keys.ts'
import { KeyRotation } from './keys/key-rotation.ts'
import { prove } from './keys/prove.ts'
import { createSealer } from './keys/sealer.ts'
import { jobAccess } from './job-access.ts'
import type { LeveledLogger } from './json-logger.ts'
import { KnownPeers } from './link/known-peers.ts'
import { isOwnAddress } from './own-address.ts'
import { createPrinting } from './printing.ts'
import { allowedAddresses, isDevelopmentAddress } from './assignment/target-rules.ts'
import { JobLink, type JobLinkParts } from './link/job-link.ts'
import type { HubCarrier } from './link/link-parts.ts'
import { Membership } from './pairing/membership.ts'
import { NewIdentity } from './pairing/new-identity.ts'
import { hubUrlFor } from './pairing/hub-url-for.ts'
import { PairingDesk } from './pairing/pairing-desk.ts'
import { pairOnce } from './relay/pair-once.ts'
import { Relay } from './relay/relay.ts'
import { relaySetup, type NotReady } from './relay/relay-setup.ts'
import { computerTexts } from './relay/this-computer.ts'
import type { Locations } from './settings/locations.ts'
import { installIdOr } from './settings/settings.queries.ts'
import { Settings } from './settings/settings.ts'
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
  /** What keeps it from connecting; null when nothing is missing. */
  notReady(): NotReady | null
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
  const membership = new Membership({
    ...{ database: connection, installId, clock, logger: logger.named('pairing') },
    // In a later turn: the hub's question that brought it is answered first, on the connection that then ends.
    onChange: () => void setImmediate(() => void apply()),
  })
  const peers = new KnownPeers({ database: connection, clock, logger: logger.named('peers') })
  const rotation = new KeyRotation({
    ...{ dataFolder: locations.dataFolder, keys, clock, logger: logger.named('keys') },
    installId: () => membership.installId,
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
      installId: () => membership.installId,
      bootId: randomUUID(),
      desk: { ...printing.desk, receive, diagnose: async () => doctor.diagnose() },
    },
    certificates: () => rotation.reported(),
    prove: (facts) => prove(rotation.identity(), facts),
    pairing: {
      moved: async (pharmacy) => pairing.moved(pharmacy),
      becomesAnother: (code) => newIdentity.want(code),
    },
    hubNews: () => printing.link.hubNews(),
    logger: logger.named('relay'),
  })
  const leave = async (reason: string): Promise<void> => printing.leave(reason)
  const pairing = new PairingDesk({
    ...{ membership, settings, leave, logger: logger.named('pairing') },
    pairOnce: async (hubUrl, request) => {
      const { LocalAddress: localAddress } = settings.values()
      const self = { hello: relay.hello(), prove: (facts: ProvenFacts) => prove(rotation.identity(), facts) }
      return pairOnce({ ...self, hubUrl, localAddress, clock, logger: logger.named('pairing') }, request)
    },
    connection: () => relay.connection(),
    reconnect: () => void relay.again(),
  })
  const newIdentity = new NewIdentity({
    ...{ database: connection, membership, leave, clock, logger: logger.named('pairing') },
    certificate: () => rotation.identity().pem,
    renewKey: async (name) => rotation.renew(name),
    bring: async (code) => pairing.bring(hubUrlFor(settings, null), code),
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
    agentStatus({
      ...{ agentVersion: parts.agentVersion, dataFolder: locations.dataFolder, startedAt, keys },
      ...{ rotation, peers, settings, membership, relay, printing },
    })
  const control = new ControlServer({
    path: locations.controlSocket,
    handlers: (who) =>
      agentHandlers(
        {
          ...{ status, settings, printing, uploads, peers, rotation, pairing },
          access: jobAccess(logger.named('access')),
          diagnose: async () => doctor.diagnose(),
          onStopRequested: parts.onStopRequested,
        },
        who,
      ),
    logger: logger.named('control'),
  })
  const setup = () => relaySetup(settings.values(), membership.pharmacy?.pharmacyId ?? null)
  const apply = async (): Promise<void> => {
    logger.setLevel(settings.values().LogLevel)
    if (!isStopped) await relay.apply(setup())
  }
  let isStopped = false
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
      void newIdentity.resume()
    },
    stop: async () => {
      isStopped = true
      newIdentity.stop()
      rotation.stop()
      await Promise.all([relay.stop(), printing.stop()])
      await control.stop()
      uploads.stop()
      await store.close()
      database.close()
    },
    status,
    notReady: () => {
      const now = setup()
      return 'missing' in now ? now : null
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
