// Brings each device its assignment: one under way per session, and of those that wait only the newest.
//
//   open, push ─▶ waiting ─▶ RoleChangedAsync if it is another ─▶ PrinterConfigChangedAsync: sent ─▶ answered: received
//
// No device waits for another. What was not answered is not tried again here: each heartbeat tells the registry what
// the device holds, and the registry pushes once more.
import type { CarriedAssignment, ConfigProgress } from '@pharmacy-relay/shared/printer-assignment.ts'
import { DeviceRole } from '@pharmacy-relay/shared/device-role.ts'
import { hubCodeOf } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import type { HubCounters } from '../sessions/counters.ts'
import { NOTHING_NEW, type Registry } from '../registry/registry.ts'
import type { Session } from '../sessions/session.ts'
import type { HubSettings } from '../limits/settings.ts'

export interface AssignmentsParts {
  readonly registry: Registry
  readonly settings: HubSettings
  readonly counters: HubCounters
  readonly logger: Logger
}

/** An assignment by name. A device that holds none says version 0. */
export type Holding = Pick<CarriedAssignment, 'version' | 'hash'>

interface Delivery {
  waiting: CarriedAssignment | null
  underWay: boolean
  /** The last one that went out in this session, and whether the device was seen to have it. */
  sent: (Holding & Pick<CarriedAssignment, 'role'>) | null
  received: boolean
  /** What the device said last that it holds. */
  held: Holding | null
}

/** Deliveries begun in one turn of the event loop, so that a push to thousands leaves room for everything else. */
const BEGUN_PER_TURN = 100

export class Assignments {
  readonly #parts: AssignmentsParts
  readonly #deliveryBySession = new WeakMap<Session, Delivery>()
  readonly #due = new Set<Session>()

  constructor(parts: AssignmentsParts) {
    this.#parts = parts
  }

  /**
   * Sends it in a later turn, behind what is answered in this one, and not before the device has registered: a push may
   * overtake the registry's answer. Dropped when it is older than the last one of this session, or the same and the
   * device has it.
   */
  offer(session: Session, assignment: CarriedAssignment): void {
    const delivery = this.#deliveryOf(session)
    if (isNews(delivery, assignment)) delivery.waiting = assignment
    const mayGo = delivery.waiting !== null && !delivery.underWay && session.opened !== null
    if (mayGo) this.#makeDue(session)
  }

  /** The session was opened again: only a newer one than it has had is sent. */
  reopened(session: Session, assignment: CarriedAssignment): void {
    const { waiting, sent } = this.#deliveryOf(session)
    if (assignment.version > ((waiting ?? sent)?.version ?? 0)) this.offer(session, assignment)
  }

  /** The device says what it holds: in its answer, a heartbeat or a report. The first word of it means `received`. */
  holds(session: Session, { version, hash }: Holding): void {
    const delivery = this.#deliveryOf(session)
    delivery.held = { version, hash }
    if (delivery.received || !isSame(delivery.sent, delivery.held)) return
    delivery.received = true
    this.#parts.counters.assignmentsReceived += 1
    this.#report(session, { state: 'received', version, hash })
  }

  #deliveryOf(session: Session): Delivery {
    const known = this.#deliveryBySession.get(session)
    if (known !== undefined) return known
    const delivery = { waiting: null, underWay: false, sent: null, received: false, held: null }
    this.#deliveryBySession.set(session, delivery)
    return delivery
  }

  #makeDue(session: Session): void {
    if (this.#due.size === 0) setImmediate(() => this.#beginDue())
    this.#due.add(session)
  }

  #beginDue(): void {
    let begun = 0
    for (const session of this.#due) {
      if (begun === BEGUN_PER_TURN) return void setImmediate(() => this.#beginDue())
      begun += 1
      this.#due.delete(session)
      void this.#deliver(session)
    }
  }

  /** Never throws. */
  async #deliver(session: Session): Promise<void> {
    const delivery = this.#deliveryOf(session)
    const assignment = delivery.waiting
    // A device that left learns when it comes back.
    if (assignment === null || !session.socket.usable) return
    delivery.waiting = null
    delivery.underWay = true
    try {
      await this.#send(session, delivery, assignment)
      this.holds(session, assignment)
    } catch (error) {
      const { sessionId } = session
      this.#parts.logger.warn('assignment.unanswered', {
        // The words of a refusal are the device's own: they may hold anything.
        sessionId,
        version: assignment.version,
        code: hubCodeOf(error),
      })
    }
    delivery.underWay = false
    if (delivery.waiting !== null) this.#makeDue(session)
  }

  async #send(session: Session, delivery: Delivery, assignment: CarriedAssignment): Promise<void> {
    const { settings, counters } = this.#parts
    const { version, hash, role } = assignment
    if (delivery.sent?.role !== role)
      session.socket.tell('RoleChangedAsync', [readerOf(DeviceRole).parse(role)])
    Object.assign(delivery, { sent: { version, hash, role }, received: false })
    const answered = session.socket.ask({
      event: 'PrinterConfigChangedAsync',
      args: [assignment],
      timeoutMs: settings.assignmentTimeoutMs,
    })
    counters.assignmentsSent += 1
    this.#report(session, { state: 'sent', version, hash })
    await answered
  }

  #report(session: Session, config: ConfigProgress): void {
    const { registry, logger } = this.#parts
    const { sessionId } = session
    registry
      .report({ sessionId, ...NOTHING_NEW, config })
      // The next step, or the next heartbeat, tells more.
      .catch((error: unknown) => logger.debug('assignment.unheard', { sessionId, cause: causeOf(error) }))
  }
}

function isNews(delivery: Delivery, offered: CarriedAssignment): boolean {
  const last = delivery.waiting ?? delivery.sent
  if (last === null) return true
  if (!isSame(last, offered)) return offered.version >= last.version
  const isOnItsWay = delivery.waiting !== null || delivery.underWay
  return !isOnItsWay && !isSame(delivery.held, offered)
}

function isSame(one: Holding | null, other: Holding): boolean {
  return one?.version === other.version && one.hash === other.hash
}
