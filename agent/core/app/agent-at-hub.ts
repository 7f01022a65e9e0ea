// This computer at the hub: connected as its settings and its pharmacy say, paired, moved, made another computer.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { randomUUID } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { ProvenFacts } from '@pharmacy-relay/shared/pairing.ts'
import type { LeveledLogger } from '../logging/json-logger.ts'
import type { AgentSelf } from './agent-self.ts'
import { prove } from '../keys/prove.ts'
import { hubUrlFor } from '../pairing/hub-url-for.ts'
import { NewIdentity } from '../pairing/new-identity.ts'
import { PairingService } from '../pairing/pairing-service.ts'
import type { SupportNews } from '../relay/help-line.ts'
import { pairOnce } from '../relay/pair-once.ts'
import type { HubNews } from '../relay/peer-messages.ts'
import type { PrintingService } from '../relay/printing-service.ts'
import type { PairingNews } from '../relay/pairing-news.ts'
import { Relay } from '../relay/relay.ts'
import { relaySetup, type NotReady } from '../relay/relay-setup.ts'

export interface AgentAtHubParts {
  readonly agentVersion: string
  readonly clock: Clock
  readonly random: () => number
  readonly logger: LeveledLogger
  readonly database: Database
  readonly self: AgentSelf
  /** What the hub may ask of this computer. */
  readonly printing: PrintingService
  /** What the hub says of other computers goes to the job link. */
  readonly hubNews: () => HubNews
  /** No role until the next assignment, and what waits is held, for that reason. */
  readonly leave: (why: Reason) => Promise<void>
  /** Called each time the hub has registered this computer. */
  readonly onOnline: () => void
  readonly support: SupportNews
  /** Only a new process helps. */
  readonly onGiveUp: () => void
}

export interface AgentAtHub {
  readonly relay: Relay
  readonly pairing: PairingService
  /** Connects, and goes on with what was begun before the last end. */
  start(): Promise<void>
  /** Goes on with what settings and pharmacy say now. */
  apply(): Promise<void>
  /** What keeps it from connecting; null when nothing is missing. */
  notReady(): NotReady | null
  /** Says goodbye, for at most a second. */
  stop(): Promise<void>
}

export function createAtHub(parts: AgentAtHubParts): AgentAtHub {
  const { self } = parts
  const relay = relayOf(parts, {
    moved: async (pharmacy) => pairing.moved(pharmacy),
    becomesAnother: (code) => newIdentity.want(code),
  })
  const pairing = pairingOf(parts, relay)
  const newIdentity = newIdentityOf(parts, relay, pairing)
  const setup = () => relaySetup(self.settings.values(), self.membership.pharmacy?.pharmacyId ?? null)
  let isStopped = false
  const apply = async (): Promise<void> => {
    if (!isStopped && !newIdentity.isLeaving) await relay.apply(setup())
  }
  return {
    relay,
    pairing,
    apply,
    start: async () => {
      await apply()
      void newIdentity.resume()
    },
    notReady: () => {
      const now = setup()
      return 'missing' in now ? now : null
    },
    stop: async () => {
      isStopped = true
      newIdentity.stop()
      await relay.stop()
    },
  }
}

function relayOf(parts: AgentAtHubParts, pairing: PairingNews): Relay {
  const { agentVersion, clock, random, logger, self, printing, hubNews } = parts
  const { onOnline, support, onGiveUp } = parts
  return new Relay({
    agentVersion,
    clock,
    random,
    onOnline,
    support,
    onGiveUp,
    pairing,
    logger: logger.named('relay'),
    installId: () => self.membership.installId,
    bootId: randomUUID(),
    certificates: () => self.rotation.reported(),
    prove: (facts) => prove(self.rotation.identity(), facts),
    printing,
    hubNews,
  })
}

function pairingOf({ clock, logger, self, leave }: AgentAtHubParts, relay: Relay): PairingService {
  const { settings, membership, rotation } = self
  const proof = (facts: ProvenFacts) => prove(rotation.identity(), facts)
  return new PairingService({
    membership,
    settings,
    logger: logger.named('pairing'),
    leave,
    pairOnce: async (hubUrl, request) => {
      const { LocalAddress: localAddress } = settings.values()
      const from = { hello: relay.hello(), prove: proof, localAddress }
      return pairOnce({ ...from, hubUrl, clock, logger: logger.named('pairing') }, request)
    },
    connection: () => relay.connection(),
    reconnect: () => void relay.again(),
  })
}

function newIdentityOf(
  { clock, logger, database, self, leave }: AgentAtHubParts,
  relay: Relay,
  pairing: PairingService,
): NewIdentity {
  const { settings, membership, rotation } = self
  return new NewIdentity({
    database,
    membership,
    clock,
    logger: logger.named('pairing'),
    leave,
    disconnect: async (why) => relay.stop(why),
    certificate: () => rotation.identity().pem,
    renewKey: async (name) => rotation.renew(name),
    bring: async (code) => pairing.bring(hubUrlFor(settings, null), code),
  })
}
