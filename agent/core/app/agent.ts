// Builds every part of the agent once, and starts and stops them in order.
import { randomUUID } from 'node:crypto'
import type { AgentStatus } from '../../contract/agent-api.ts'
import { healthOf } from '../../contract/summary.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import type { UpdateCheck } from '@pharmacy-relay/shared/update-codes.ts'
import type { ReportedHealth } from '@pharmacy-relay/shared/labels/health.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { instant } from '@pharmacy-relay/shared/clock.ts'
import { createAtHub, type AgentAtHub } from './agent-at-hub.ts'
import { createDoctor } from './agent-doctor.ts'
import { createHelp } from './agent-help.ts'
import type { HelpDesk } from '../help/help-desk.ts'
import { createDispensing, type AgentDispensing } from './agent-dispensing.ts'
import { createControl, type AgentControl } from './agent-control.ts'
import { createLink } from './agent-link.ts'
import type { Agent, AgentParts } from './agent-parts.ts'
import { AgentPrinting } from './agent-printing.ts'
import { createSelf, type AgentSelf } from './agent-self.ts'
import { agentStatus } from './agent-status.ts'
import { storedAssignment } from '../assignment/assignment.queries.ts'
import { WAIT_FOR_OLD_AGENT_MS } from '../database/folder-lock.ts'
import { MIGRATIONS } from '../database/migrations.ts'
import { openDatabase, type AgentDatabase } from '../database/open-database.ts'
import type { Doctor } from '../doctor/doctor.ts'
import { openAgentKeys, type AgentKeys } from '../keys/agent-keys.ts'
import { createSealer } from '../keys/sealer.ts'
import { programFacts } from './program-facts.ts'
import type { SupportNews } from '../relay/help-line.ts'
import type { Relay } from '../relay/relay.ts'
import { installIdOr } from '../settings/settings.queries.ts'
import { openSpoolStore, type StoredSpool } from '../spool/store/open-spool-store.ts'
import type { Updates } from '../updates/updates.ts'
import { createUpdates } from './agent-updates.ts'
import { createHubService, type HubServiceParts } from './hub-service.ts'

/** Throws ProblemError state_conflict (data folder in use, damaged, newer, keys), unavailable (disk full) and SettingsError (environment). */
export async function createAgent(parts: AgentParts): Promise<Agent> {
  const { dataFolder } = parts.locations
  const database = openDatabase({
    dataFolder,
    migrations: MIGRATIONS,
    logger: parts.logger.named('database'),
    lockWaitMs: parts.launcher === null ? undefined : WAIT_FOR_OLD_AGENT_MS,
  })
  let store: StoredSpool | null = null
  let agent: Agent | null = null
  try {
    const startedAt = instant(parts.clock.wallMs())
    const installId = installIdOr(database.connection, { installId: randomUUID(), createdAt: startedAt })
    const keys = await openAgentKeys({
      dataFolder,
      installId,
      nowMs: parts.clock.wallMs(),
      logger: parts.logger.named('keys'),
    })
    store = await openSpoolStore({
      folder: dataFolder,
      sealer: createSealer(keys.dataKey),
      clock: parts.clock,
      logger: parts.logger.named('spool'),
      synchronous: parts.failpoints.synchronous,
      letter: () => agent?.letter() ?? null,
    })
    agent = agentOn(parts, { database, store, startedAt, installId, keys })
    return agent
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

interface Built {
  readonly self: AgentSelf
  readonly printing: AgentPrinting
  readonly atHub: AgentAtHub
  readonly doctor: Doctor
  readonly dispensing: AgentDispensing
  readonly help: HelpDesk
  readonly updates: Updates
}

function built(parts: AgentParts, opened: Opened): Built {
  const { agentVersion, environment, locations, launcher, clock, random, logger } = parts
  const database = opened.database.connection
  const self = createSelf({
    environment,
    locations,
    clock,
    logger,
    database,
    installId: opened.installId,
    keys: opened.keys,
    // In a later turn: the hub's question that brought it is answered first, on the connection that then ends.
    onMembership: () => void setImmediate(() => void atHub.apply()),
    onKey: () => {
      printing.path.link.identityChanged()
      atHub.relay.tell()
    },
  })
  const printing: AgentPrinting = printingOf(parts, opened, {
    self,
    relay: () => atHub.relay,
    health: () => healthOf(statusOf(parts, opened, { self, printing, atHub, help })()),
    onJob: (job) => dispensing.outcomes.jobChanged(job),
  })
  const diagnose = async (): Promise<Diagnosis> => doctor.diagnose()
  const support: SupportNews = {
    changed: () => help.look(),
    presence: (presence) => help.writing.heard(presence),
  }
  const checkUpdates = async (): Promise<UpdateCheck> => updates.checkFor()
  const atHub: AgentAtHub = atHubOf(parts, opened, { self, printing, diagnose, checkUpdates, support })
  const { relay } = atHub
  const updates = createUpdates({ agentVersion, locations, launcher, clock, random, logger, self, relay })
  const doctor = createDoctor({ clock, dataFolder: locations.dataFolder, self, printing, relay })
  const help: HelpDesk = createHelp({ ...parts, ...opened, database, self, relay, diagnose })
  const dispensing = createDispensing({ agentVersion, database, clock, logger, self, relay, printing })
  return { self, printing, atHub, doctor, dispensing, help, updates }
}

function printingOf(
  { agentVersion, clock, random, logger, failpoints, localSpooler }: AgentParts,
  { database, store }: Opened,
  {
    self,
    relay,
    health,
    onJob,
  }: {
    readonly self: AgentSelf
    readonly relay: () => Relay
    readonly health: () => ReportedHealth
    readonly onJob: (job: PrintJob) => void
  },
): AgentPrinting {
  const own = { agentVersion, clock, random, logger, self, failpoint: failpoints.reach }
  return new AgentPrinting({
    database: database.connection,
    store,
    clock,
    random,
    logger,
    settings: () => self.settings.values(),
    localSpooler,
    failpoints,
    health,
    onNews: () => relay().tell(),
    onJob,
    link: (services) => createLink({ ...own, carrier: () => relay().carrier() }, services),
  })
}

interface AskedAtHub extends Pick<HubServiceParts, 'diagnose' | 'checkUpdates'> {
  readonly support: SupportNews
}

function atHubOf(
  { agentVersion, clock, random, logger, onOnline, onGiveUp }: AgentParts,
  { database }: Opened,
  { self, printing, diagnose, checkUpdates, support }: Pick<Built, 'self' | 'printing'> & AskedAtHub,
): AgentAtHub {
  const learn = (one: PrinterAssignment): void => self.learn(one)
  return createAtHub({
    agentVersion,
    clock,
    random,
    logger,
    onOnline: () => {
      support.changed()
      onOnline()
    },
    support,
    onGiveUp,
    database: database.connection,
    self,
    printing: createHubService({ printing, diagnose, checkUpdates, learn, clock, logger }),
    hubNews: () => printing.path.link.hubNews(),
    leave: async (why) => {
      await printing.assignments.forget()
      await printing.path.spool.holdWaiting(why)
    },
  })
}

/** Each part hears of settings that were changed. Returns what takes the log level over, which is read before them. */
function followSettings({ logger }: AgentParts, { self, printing, atHub }: Built): () => void {
  const setLogLevel = (): void => logger.setLevel(self.settings.values().LogLevel)
  self.settings.onChange(() => {
    setLogLevel()
    void atHub.apply()
    printing.assignments.settingsChanged()
    void printing.watch.lookAgain()
    printing.path.printerNews.changed()
  })
  return setLogLevel
}

function agentOn(parts: AgentParts, opened: Opened): Agent {
  const all = built(parts, opened)
  const { self, printing, atHub, dispensing, help, updates } = all
  const status = statusOf(parts, opened, all)
  const control = controlOf(parts, { ...all, ...opened, status })
  const setLogLevel = followSettings(parts, all)
  return {
    start: async () => {
      await control.start()
      const newest = storedAssignment(opened.database.connection, 'newest')
      if (newest !== null) self.learn(newest)
      // First, so that the hub hears the role and the port that this computer really has.
      await printing.start()
      setLogLevel()
      await atHub.start()
      updates.start()
    },
    stop: async () => {
      self.rotation.stop()
      await dispensing.stop()
      await Promise.all([atHub.stop(), printing.stop(), updates.stop()])
      await help.stop()
      await control.stop()
      await opened.store.close()
      opened.database.close()
    },
    spool: printing.path.spool,
    atHub,
    status,
    letter: () => printing.assignments.letter(),
    giveMemoryBack: async () => opened.store.giveMemoryBack(),
  }
}

interface Asked extends Built {
  readonly status: () => AgentStatus
  readonly startedAt: string
}

function controlOf(
  parts: AgentParts,
  { self, printing, atHub, doctor, status, updates, dispensing, help, startedAt }: Asked,
): AgentControl {
  const { locations, launcher, clock, logger, onStopRequested } = parts
  const { path } = printing
  return createControl({
    locations,
    launcher,
    clock,
    logger,
    onStopRequested,
    settings: self.settings,
    peers: self.peers,
    rotation: self.rotation,
    setup: () => path.setup.now,
    spool: path.spool,
    jobs: async (count, page) => (await path.spool.list(count, page)).map(path.explained),
    jobLists: async () => path.spool.listCounts(),
    explained: path.explained,
    picture: printing.picture,
    maskedPicture: printing.maskedPicture,
    printTestLabel: printing.printTestLabel,
    printers: async () => printing.watch.look(),
    certificates: printing.certificates,
    localPrinter: printing.localPrinter,
    pause: printing.pause,
    standby: printing.standby,
    status,
    updates,
    dispensing,
    help,
    pairing: atHub.pairing,
    diagnose: async () => doctor.diagnose(),
    program: async () => programFacts({ locations, launcher, clock, startedAt, updates }),
  })
}

function statusOf(
  { agentVersion, locations: { dataFolder } }: AgentParts,
  { startedAt, keys }: Opened,
  { self, printing, atHub: { relay }, help }: Omit<Built, 'doctor' | 'dispensing' | 'updates'>,
): () => AgentStatus {
  const { rotation, peers, settings, membership } = self
  const facts = { agentVersion, dataFolder, startedAt, keys, rotation, peers, settings, membership, relay }
  return () => agentStatus({ ...facts, printing: printing.status(), help: help.news() })
}
