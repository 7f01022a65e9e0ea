// From a connected socket to a session and back: register, replace the older one, unregister, disconnect.
//
//   RegisterDeviceAsync ──▶ its proof ──▶ registry.open ──▶ table, heartbeat ──▶ identity
//                                         └▶ redirect: told to the device, nothing opened
//   socket gone, at any point ──▶ registry.close once
import type { CloseReason, DeviceIdentity, DeviceRegistration } from '@pharmacy-relay/shared/device.ts'
import type { OpenedSession, Redirect } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { HUB_CODES, HubError, hubCodeOf } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { closeBehindReply } from '../sessions/device-socket.ts'
import { redirectDevice } from './redirect.ts'
import { finishesWithin } from '@pharmacy-relay/shared/waits.ts'
import type { Registry } from '../registry/registry.ts'
import type { Session } from '../sessions/session.ts'
import type { SessionTable } from '../sessions/session-table.ts'
import type { HubSettings } from '../limits/settings.ts'

export interface RegistrationParts {
  readonly registry: Registry
  readonly table: SessionTable
  readonly settings: HubSettings
  readonly clock: Clock
  readonly logger: Logger
  /** Resolves with the hub's first lease: before it the registry does not know this hub. */
  readonly leased: Promise<void>
  /** The session is open and in the table; called once. */
  readonly opened: (session: Session, facts: OpenedSession) => void
}

export class Registrations {
  readonly #parts: RegistrationParts
  readonly #closing = new Set<Promise<void>>()

  constructor(parts: RegistrationParts) {
    this.#parts = parts
  }

  /** Answers after the registry did. A refusal closes the connection behind the reply. */
  async register(session: Session, registration: DeviceRegistration): Promise<DeviceIdentity> {
    session.registering ??= this.#open(session, registration)
    return session.registering
  }

  /** Ends the session with `bye`; the registry has heard of it, or `goodbyeWaitMs` have passed. */
  async unregister(session: Session): Promise<null> {
    session.registered()
    const { table, settings, clock } = this.#parts
    table.remove(session)
    const closed = this.#closeRow(session.sessionId, 'bye')
    await finishesWithin(clock, settings.goodbyeWaitMs, closed)
    closeBehindReply(session, 'bye')
    return null
  }

  /** The socket is gone. While the registry is still being asked to open, `#open` closes the row itself. */
  disconnected(session: Session, reason: CloseReason): void {
    const { table, logger } = this.#parts
    table.remove(session)
    if (session.opened === null) return
    logger.info('session.closed', {
      sessionId: session.sessionId,
      customerId: session.opened.customerId,
      reason,
    })
    void this.#closeRow(session.sessionId, reason)
  }

  /** Waits for the registry to hear of every session that ended so far, at most `limitMs`. */
  async flush(limitMs: number): Promise<boolean> {
    return finishesWithin(this.#parts.clock, limitMs, Promise.all(this.#closing))
  }

  /** Throws HubError UNAVAILABLE when the registry does not know this hub in time. */
  async untilLeased(): Promise<void> {
    const { clock, settings, leased } = this.#parts
    const known = await finishesWithin(clock, settings.firstLeaseWaitMs, leased)
    if (!known) throw new HubError('UNAVAILABLE', 'The hub is not ready yet')
  }

  async #open(session: Session, registration: DeviceRegistration): Promise<DeviceIdentity> {
    const { registry, table, logger } = this.#parts
    const { sessionId, hello, remoteIp, socket, proof } = session.facts
    session.registration = registration
    try {
      const certificate = await proof
      await this.untilLeased()
      table.expectRow(sessionId)
      const request = { sessionId, hello, registration, certificate, remoteIp, reassert: false }
      const opened = await registry.open(request)
      if (!socket.usable) throw new HubError('PEER_GONE', 'The connection ended')
      if (opened.kind === 'redirect') throw await this.#redirected(session, opened)
      session.open(opened)
      this.#enter(session, opened)
      return { deviceKey: opened.deviceKey, connectionId: sessionId, publicIpAddress: remoteIp }
    } catch (error) {
      const code = hubCodeOf(error)
      logger.warn('registration.refused', { sessionId, customerId: registration.pharmacyId, code })
      this.#abandonRow(session, code)
      throw error
    }
  }

  /** There is no row; the device comes back by itself. */
  async #redirected(session: Session, redirect: Redirect): Promise<HubError> {
    this.#parts.table.forgetRow(session.sessionId)
    await redirectDevice(session, redirect, this.#parts)
    return new HubError('UNAVAILABLE', 'This computer has to connect anew')
  }

  #enter(session: Session, opened: OpenedSession): void {
    const { table, logger } = this.#parts
    const { customerId, computerId, connSeq } = opened
    const others = table.ofCustomer(customerId).filter((other) => other.opened?.computerId === computerId)
    table.add(session, opened)
    logger.info('session.opened', { sessionId: session.sessionId, customerId, computerId, connSeq })
    this.#parts.opened(session, opened)
    // Answers may arrive out of order: the registry's counter says which socket is the newer one.
    const newest = [session, ...others].toSorted((a, b) => connSeqOf(b) - connSeqOf(a))[0]
    for (const one of [session, ...others]) if (one !== newest) this.replace(one)
  }

  /** A newer connection of its device took over, here or at another hub. */
  replace(session: Session): void {
    session.socket.tell('SessionReplacedAsync', [])
    closeBehindReply(session, 'replaced')
  }

  // After an answer that may be tried again the registry may still have opened, or be about to open, the row.
  #abandonRow(session: Session, code: keyof typeof HUB_CODES): void {
    const { sessionId, socket } = session.facts
    const reason = socket.closeReason ?? 'protocol_error'
    if (HUB_CODES[code] === 'retry') void this.#closeRow(sessionId, reason, false)
    else this.#parts.table.forgetRow(sessionId)
    closeBehindReply(session, 'protocol_error')
  }

  /** Never throws: a row that could not be closed is found by the next comparison of rows and sockets. */
  async #closeRow(sessionId: string, reason: CloseReason, wasOpen = true): Promise<void> {
    const { registry, table, logger } = this.#parts
    if (!table.beginClose(sessionId)) return
    const closing = registry
      .close({ sessionId, reason, wasOpen })
      .catch((error: unknown) => logger.warn('session.close-unheard', { sessionId, cause: causeOf(error) }))
      .finally(() => {
        table.forgetRow(sessionId)
        this.#closing.delete(closing)
      })
    this.#closing.add(closing)
    await closing
  }
}

function connSeqOf(session: Session): number {
  return session.opened?.connSeq ?? 0
}
