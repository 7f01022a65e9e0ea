// Keeps this computer connected to the hub: one session at a time, and after each end the next try when it is due.
import type { HubConnection } from '../../contract/agent-api.ts'
import type { DeviceIdentity } from '@pharmacy-relay/shared/device.ts'
import type { DeviceProof, ProvenFacts } from '@pharmacy-relay/shared/pairing.ts'
import { PROTOCOL_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason, Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { instant, type Cancel, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { HubAnswers } from './hub-answers.ts'
import { notConnected, saying } from './hub-reasons.ts'
import { helpLineOver, type HelpLine, type SupportNews } from './help-line.ts'
import { HubSession } from './hub-session.ts'
import type { Hello } from './hub-socket.ts'
import type { HubNews, PeerCarrier } from './peer-messages.ts'
import type { PrintingService } from './printing-service.ts'
import { reconnectDelayMs, type Situation } from './reconnect-delay.ts'
import type { PairingNews } from './pairing-news.ts'
import { notReadyReasons, type NotReady, type RelaySetup } from './relay-setup.ts'
import { aftermathOf, type RestartWindow, type SessionEnd } from './session-end.ts'
import { saidOf, shutOutAfter, type ShutOut } from './shut-out.ts'
import { localIpAddress, systemReport, type ReportedCertificates } from './this-computer.ts'
import { Watchdog } from './watchdog.ts'

export interface RelayParts {
  readonly installId: () => string
  readonly bootId: string
  readonly agentVersion: string
  /** What the hub is told of this device's certificates at this moment. */
  readonly certificates: () => ReportedCertificates
  /** Signs with the key of this device. */
  readonly prove: (facts: ProvenFacts) => DeviceProof
  readonly pairing: PairingNews
  readonly clock: Clock
  /** At least 0 and below 1, as Math.random. */
  readonly random: () => number
  readonly logger: Logger
  readonly printing: PrintingService
  /** Asked each time, so that it may be made after the relay. */
  readonly hubNews: () => HubNews
  readonly onOnline: () => void
  readonly support: SupportNews
  /** The watchdog has given up: only a new process helps. */
  readonly onGiveUp: () => void
}

/** A connection is kept for so long for the one that takes over from it. */
const HAND_OVER_MS = 5_000

/** What only somebody can change, at the hub or here. */
const SAYS_NO: ReadonlySet<string> = new Set<Situation['kind']>([
  'refused',
  'withdrawn',
  'conflict',
  'unapproved',
])

export class Relay {
  readonly #parts: RelayParts
  readonly #watchdog: Watchdog
  readonly #answers: HubAnswers
  readonly #carrier: PeerCarrier
  /** The hub as the way to support. */
  readonly helpLine: HelpLine = helpLineOver(() => this.#session)
  #setup: RelaySetup | null = null
  #session: HubSession | null = null
  /** What the present one takes over from: `done` ends it, and `left` resolves then. */
  #leaving: { readonly done: () => void; readonly left: Promise<void> } | null = null
  #connection: HubConnection = { state: 'off', ...saying([reason('not_started', {})]) }
  #shutOut: ShutOut = null
  #nextTry: Cancel | null = null
  #failures = 0
  #hurryUntilMs = 0
  #restart: RestartWindow | null = null

  constructor(parts: RelayParts) {
    this.#parts = parts
    const { clock, bootId, logger, printing, hubNews, pairing } = parts
    this.#watchdog = new Watchdog({
      clock,
      onRebuild: () => this.#session?.drop(reason('hub_no_heartbeat', {})),
      onGiveUp: parts.onGiveUp,
    })
    this.#answers = new HubAnswers({
      clock,
      bootId,
      logger,
      printing,
      hubNews,
      pairing,
      support: parts.support,
      onHeartbeat: () => {
        this.#watchdog.heartbeat()
        // Addresses change without anybody telling; what has not changed is not sent.
        this.tell()
      },
      onRestarting: ({ afterMs, windowMs }) => {
        const nowMs = clock.monotonicMs()
        this.#restart = { fromMs: nowMs + afterMs, toMs: nowMs + afterMs + windowMs }
      },
    })
    const session = (): HubSession | null => this.#session
    this.#carrier = {
      get isUp() {
        return session()?.isOnline ?? false
      },
      send: async (target, message) => {
        const now = session()
        if (now === null) throw notConnected()
        return now.relayMessage(target, message)
      },
    }
  }

  /**
   * Starts, or goes on with another setup at once. At the same hub and pharmacy the new connection takes over from the
   * present one, which else ends with a goodbye.
   */
  async apply(setup: RelaySetup | NotReady): Promise<void> {
    if ('missing' in setup) {
      await this.#halt(notReadyReasons(setup))
      return
    }
    if (JSON.stringify(setup) === JSON.stringify(this.#setup)) return
    await this.#begin(setup)
  }

  /** Connects anew and at once, whatever was to come next; nothing while this computer is not set up. */
  async again(): Promise<void> {
    if (this.#setup !== null) await this.#begin(this.#setup)
  }

  async #begin(setup: RelaySetup): Promise<void> {
    const present = this.#setup
    const staysHere = present?.hubUrl === setup.hubUrl && present.pharmacyId === setup.pharmacyId
    const session = this.#detach([reason('settings_changed', {})])
    const ended = staysHere ? this.#handOver(session) : session?.stop()
    this.#setup = setup
    this.#failures = 0
    this.#watchdog.start()
    this.#try()
    await ended
  }

  /** Not to another hub or pharmacy: what the old one still says would be taken for the new one's. */
  async #handOver(session: HubSession | null): Promise<void> {
    if (session === null) return
    const { promise, resolve: done } = Promise.withResolvers<void>()
    const cancel = this.#parts.clock.after(HAND_OVER_MS, done)
    const left = session.handOver(promise).finally(cancel)
    this.#leaving = { done, left }
    await left
  }

  /** Something that the hub is told may have changed. */
  tell(): void {
    this.#session?.tell()
  }

  /** The hub as a way to other devices; the same object over all connections. */
  carrier(): PeerCarrier {
    return this.#carrier
  }

  connection(): HubConnection {
    const { latencyMs } = this.#answers
    const now = saidOf(this.#connection, this.#shutOut)
    return now.state === 'online' ? { ...now, latencyMs } : now
  }

  #become(connection: HubConnection): void {
    this.#connection = connection
    this.#shutOut = shutOutAfter(connection, this.#shutOut)
  }

  /** How this computer introduces itself at this moment. */
  hello(): Hello {
    const { installId, bootId, agentVersion } = this.#parts
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentVersion,
      installId: installId(),
      bootId,
      knows: ['AskTracedAsync'],
    }
  }

  /** How far the hub's clock was ahead of this computer's when it was heard last; null before that. */
  hubAheadMs(): number | null {
    return this.#answers.hubAheadMs
  }

  /** Says goodbye to the hub, for at most a second; off for that reason until the next `apply`. */
  async stop(why: Reason = reason('agent_stopping', {})): Promise<void> {
    await this.#halt([why])
  }

  async #halt(why: Reasons): Promise<void> {
    const session = this.#detach(why)
    await Promise.all([session?.stop(), this.#leaving?.left])
  }

  /** Off from now on; answers the connection that is to be ended. */
  #detach(why: Reasons): HubSession | null {
    this.#leaving?.done()
    this.#nextTry?.()
    this.#nextTry = null
    this.#watchdog.stop()
    const session = this.#session
    const wasOnline = this.#connection.state === 'online'
    this.#session = this.#setup = this.#restart = null
    this.#become({ state: 'off', ...saying(why) })
    if (wasOnline) this.#parts.hubNews().hubDown()
    return session
  }

  #try(): void {
    const setup = this.#setup
    if (setup === null) return
    this.#become({ state: 'connecting', attempt: this.#failures + 1, since: this.#now() })
    this.#session = this.#newSession(setup)
    this.#session.start()
  }

  #newSession(setup: RelaySetup): HubSession {
    const { agentVersion, certificates, prove, clock, logger, printing } = this.#parts
    const { hubUrl, localAddress, computerName, username, email, pharmacyId } = setup
    return new HubSession({
      hubUrl,
      localAddress,
      hello: this.hello(),
      prove,
      registration: {
        computerName,
        username,
        email,
        pharmacyId,
        clientVersion: agentVersion,
        localIpAddress: localIpAddress(setup),
        role: printing.role(),
      },
      systemReport: () => systemReport(setup, { ...certificates(), tcpPort: printing.tcpPort() }),
      printing,
      handlers: this.#answers.handlers(),
      onOnline: (identity) => this.#online(identity),
      onEnd: (end) => this.#ended(end),
      clock,
      logger,
    })
  }

  #online({ deviceKey, publicIpAddress }: DeviceIdentity): void {
    this.#leaving?.done()
    this.#answers.forgetLatency()
    this.#become({ state: 'online', since: this.#now(), deviceKey, publicIpAddress, latencyMs: null })
    this.#watchdog.online()
    this.#parts.logger.info('relay.online', { deviceKey: deviceKey.slice(0, 8) })
    this.#parts.onOnline()
    this.#parts.hubNews().hubUp()
  }

  #ended(end: SessionEnd): void {
    const { clock, random, logger } = this.#parts
    this.#leaving?.done()
    this.#session = null
    const wasOnline = this.#connection.state === 'online'
    if (end.kind === 'lost') this.#watchdog.offline()
    else this.#watchdog.excuse()
    const counted = { failures: this.#failures, hurryUntilMs: this.#hurryUntilMs }
    const before = { ...counted, restart: this.#restart, nowMs: clock.monotonicMs() }
    const { situation, failures, hurryUntilMs } = aftermathOf(end, before)
    const delayMs = Math.round(reconnectDelayMs(situation, random()))
    this.#failures = failures
    this.#hurryUntilMs = hurryUntilMs
    this.#restart = null
    const nextTryAt = instant(clock.wallMs() + delayMs)
    const said = saying(situation.kind === 'restarting' ? [reason('hub_restarting', {})] : end.reasons)
    this.#become(
      end.kind === 'refused' && SAYS_NO.has(situation.kind)
        ? { state: 'refused', code: end.code, ...said, nextTryAt }
        : { state: 'waiting', ...said, nextTryAt },
    )
    logger.warn('relay.offline', {
      end: end.kind,
      situation: situation.kind,
      failures,
      delayMs,
      why: said.why,
    })
    this.#nextTry = clock.after(delayMs, () => this.#try())
    if (wasOnline) this.#parts.hubNews().hubDown()
  }

  #now(): string {
    return instant(this.#parts.clock.wallMs())
  }
}
