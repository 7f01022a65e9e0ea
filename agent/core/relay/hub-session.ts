// One connection to the hub from connect to end: introduces itself, registers, reports, answers the hub's events.
//
//   connect, ChallengeAsync (10 s) ─▶ RegisterDeviceAsync (15 s) ─▶ onOnline ─▶ reports ─▶ … ─▶ onEnd, exactly once
import { connectGuarded } from '@pharmacy-relay/shared/hub/hollow-packets.ts'
import { ask, answer, HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Handlers } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { helpEvents } from '@pharmacy-relay/shared/hub/help-events.ts'
import { IRelayClient, IRelayHub } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import type { DeviceIdentity, DeviceRegistration, SystemReport } from '@pharmacy-relay/shared/device.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason, Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Socket } from 'socket.io-client'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { lossOf, refusedHandshake, retryAfterMs, unreachable, type HttpAnswer } from './connect-failure.ts'
import { notConnected, refusedBy } from './hub-reasons.ts'
import type { HelpLine } from './help-line.ts'
import { hubProof, type HubProofParts } from './hub-proof.ts'
import { createHubSocket, type Hello } from './hub-socket.ts'
import type { PrintingService } from './printing-service.ts'
import type { SessionEnd } from './session-end.ts'
import { SessionReports } from './session-reports.ts'

/** What lasts longer than one connection can answer. */
export type Answers = Omit<
  Handlers<typeof IRelayClient>,
  'ChallengeAsync' | 'SessionReplacedAsync' | 'SessionEndedAsync'
>

export interface HubSessionParts extends Pick<HubProofParts, 'hubUrl' | 'prove'> {
  readonly localAddress: string | null
  readonly hello: Hello
  readonly registration: DeviceRegistration
  readonly systemReport: () => SystemReport
  readonly printing: PrintingService
  /** What the hub may ask; the session adds what ends it. */
  readonly handlers: Answers
  readonly onOnline: (identity: DeviceIdentity) => void
  readonly onEnd: (end: SessionEnd) => void
  readonly clock: Clock
  readonly logger: Logger
}

const CONNECT_TIMEOUT_MS = 10_000
/** Longer than the hub waits for its registry, so that its own words arrive. */
const REGISTER_TIMEOUT_MS = 15_000
const GOODBYE_TIMEOUT_MS = 1_000
const MESSAGE_TIMEOUT_MS = 8_000
/** Longer than the hub waits for the store API. */
const HELP_TIMEOUT_MS = 15_000

export class HubSession {
  readonly #parts: HubSessionParts
  readonly #socket: Socket
  readonly #timers = new Set<Cancel>()
  readonly #reports: SessionReports
  /** Questions without an answer, which no socket ends by itself. */
  readonly #unanswered = new Set<(why: HubError) => void>()
  #httpAnswer: HttpAnswer | null = null
  #onlineAtMs: number | null = null
  /** Why the hub is about to end this session; its socket may close before our own end runs. */
  #announcedEnd: SessionEnd | null = null
  #hasEnded = false
  /** Another one takes over from it. */
  #isLeaving = false

  constructor(parts: HubSessionParts) {
    this.#parts = parts
    const { hubUrl, localAddress, hello } = parts
    this.#socket = createHubSocket({
      hubUrl,
      localAddress,
      hello,
      onHttpAnswer: (http) => (this.#httpAnswer = http),
    })
    this.#reports = new SessionReports({ ...parts, socket: this.#socket, role: parts.registration.role })
  }

  /** Starts the try. `onEnd` may be called before this returns. */
  start(): void {
    const { hubUrl, logger } = this.#parts
    this.#socket.on('connect_error', (error) => this.#end(this.#endOfTry(error)))
    this.#socket.on('disconnect', (reason) => this.#end(this.#announcedEnd ?? this.#lost([lossOf(reason)])))
    answer(this.#socket, IRelayClient, { handlers: this.#handlers(), logger })
    const reasons = [
      reason('hub_unreachable', { hub: hubUrl }),
      reason('host_silent', {}, `within ${CONNECT_TIMEOUT_MS / 1_000} s`),
    ]
    this.#after(CONNECT_TIMEOUT_MS, () => this.#end({ kind: 'unreachable', reasons, retryAfterMs: null }))
    connectGuarded(this.#socket)
  }

  /** What the hub is told may have changed. */
  tell(): void {
    if (this.#onlineAtMs !== null) this.#reports.tell()
  }

  /** Registered and connected at this moment. */
  get isOnline(): boolean {
    return this.#onlineAtMs !== null && !this.#hasEnded && this.#socket.connected
  }

  /** As PeerCarrier says. A socket that is not connected would keep the message for its next connection. */
  async relayMessage(targetDeviceKey: string, message: Uint8Array): Promise<void> {
    if (!this.isOnline) throw notConnected()
    await ask(this.#socket, IRelayHub, {
      event: 'RelayMessageAsync',
      args: [targetDeviceKey, message],
      timeoutMs: MESSAGE_TIMEOUT_MS,
    })
  }

  /** As HelpLine says. */
  readonly askHelp: HelpLine['ask'] = async (event, args) => {
    if (!this.isOnline) throw notConnected()
    const ended = Promise.withResolvers<never>()
    this.#unanswered.add(ended.reject)
    const asked = ask(this.#socket, helpEvents, { event, args, timeoutMs: HELP_TIMEOUT_MS })
    return Promise.race([asked, ended.promise]).finally(() => this.#unanswered.delete(ended.reject))
  }

  /** Ends the connection at once; `onEnd` hears why. */
  drop(why: Reason): void {
    this.#end(this.#lost([why]))
  }

  /** Says goodbye, for at most a second, and ends without a call of `onEnd`. */
  async stop(): Promise<void> {
    const wasOnline = this.#onlineAtMs !== null && !this.#hasEnded
    this.#hasEnded = true
    if (wasOnline) await Promise.race([this.#goodbye(), once(this.#socket, 'disconnect')])
    this.#close()
  }

  /** Goes on until the hub ends it or `until` settles, then stops; a hub that has the next one by then sees no gap. */
  async handOver(until: Promise<void>): Promise<void> {
    this.#isLeaving = true
    if (this.isOnline) await Promise.race([until, once(this.#socket, 'disconnect')])
    await this.stop()
  }

  async #goodbye(): Promise<void> {
    try {
      await ask(this.#socket, IRelayHub, {
        event: 'UnregisterDeviceAsync',
        args: [],
        timeoutMs: GOODBYE_TIMEOUT_MS,
      })
    } catch (error) {
      // The hub may end it first.
      if (this.#socket.connected) this.#warn('relay.goodbye-failed', error)
    }
  }

  async #register(): Promise<void> {
    this.#cancelTimers()
    const { registration, onOnline, clock } = this.#parts
    if (this.#hasEnded) return
    try {
      const identity = await ask(this.#socket, IRelayHub, {
        event: 'RegisterDeviceAsync',
        args: [registration],
        timeoutMs: REGISTER_TIMEOUT_MS,
      })
      if (this.#hasEnded) return
      this.#onlineAtMs = clock.monotonicMs()
      onOnline(identity)
      this.#reports.tell()
    } catch (error) {
      if (!(error instanceof HubError)) throw error
      this.#end(refusedRegistration(error))
    }
  }

  #handlers(): Handlers<typeof IRelayClient> {
    const { handlers } = this.#parts
    return {
      ...handlers,
      ChallengeAsync: hubProof({ ...this.#parts, onProven: () => void this.#register() }),
      // After the goodbye nobody could answer it.
      ReceiveMessageAsync: async (from, message) =>
        this.#hasEnded ? null : handlers.ReceiveMessageAsync(from, message),
      SessionReplacedAsync: async () => {
        this.#endSoon(this.#lost([reason('identity_used', {})]))
        return null
      },
      SessionEndedAsync: async ({ code, message }) => {
        // This connection alone is over: the computer may, and should, come back with a new one.
        const isOver = code === 'NOT_REGISTERED'
        const reasons = [refusedBy({ code, message })]
        this.#endSoon(isOver ? this.#lost(reasons) : { kind: 'refused', code, reasons, retryAfterMs: null })
        return null
      },
    }
  }

  #endOfTry(error: unknown): SessionEnd {
    const refused = refusedHandshake(error)
    if (refused !== null) return { kind: 'refused', ...facts(refused) }
    const reasons = unreachable(error, this.#parts.hubUrl, this.#httpAnswer)
    return { kind: 'unreachable', reasons, retryAfterMs: retryAfterMs(this.#httpAnswer) }
  }

  #lost(reasons: Reasons): SessionEnd {
    if (this.#onlineAtMs === null) return { kind: 'unreachable', reasons, retryAfterMs: null }
    return { kind: 'lost', reasons, onlineMs: this.#parts.clock.monotonicMs() - this.#onlineAtMs }
  }

  // The acknowledgement of the event that ends the session has to leave first.
  #endSoon(end: SessionEnd): void {
    this.#announcedEnd = end
    this.#after(0, () => this.#end(end))
  }

  #end(end: SessionEnd): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#close()
    if (!this.#isLeaving) this.#parts.onEnd(end)
  }

  #close(): void {
    this.#cancelTimers()
    this.#reports.end()
    for (const reject of this.#unanswered) reject(notConnected())
    this.#socket.off()
    this.#socket.offAny()
    this.#socket.disconnect()
  }

  #after(delayMs: number, run: () => void): void {
    const cancel = this.#parts.clock.after(delayMs, () => {
      this.#timers.delete(cancel)
      run()
    })
    this.#timers.add(cancel)
  }

  #cancelTimers(): void {
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
  }

  #warn(event: string, error: unknown): void {
    if (!(error instanceof HubError)) throw error
    this.#parts.logger.warn(event, { code: error.code, message: error.message })
  }
}

async function once(socket: Socket, event: 'disconnect'): Promise<void> {
  return new Promise((resolve) => void socket.once(event, () => resolve()))
}

function refusedRegistration(error: HubError): SessionEnd {
  const { reasons, ...rest } = facts(error)
  return { kind: 'refused', ...rest, reasons: [reason('hub_not_registered', {}), ...reasons] }
}

function facts(error: HubError) {
  return { code: error.code, reasons: [refusedBy(error)], retryAfterMs: error.retryAfterMs }
}
