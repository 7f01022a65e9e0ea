// The registered sessions of this hub, by id and by pharmacy, and the rows the registry may hold for it.
import { MAX_HUB_SESSIONS, type OpenedSession } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { Session } from './session.ts'

/** Where a device is reached: by its pharmacy and its key. No address leads from one pharmacy into another. */
export interface PeerAddress {
  readonly customerId: number
  readonly deviceKey: string
}

export class SessionTable {
  readonly #sessionById = new Map<string, Session>()
  /** Keyed by customer id; every look-up of a peer starts here, so that no other pharmacy can be reached. */
  readonly #sessionsByCustomer = new Map<number, Set<Session>>()
  /** Rows the registry may hold: from the moment an open is asked until its close has ended. The list of a lease. */
  readonly #rowById = new Map<string, 'open' | 'closing'>()
  readonly #onChange: (device: PeerAddress) => void

  /** `onChange`: the sessions of that device are others than before. */
  constructor(onChange: (device: PeerAddress) => void = () => undefined) {
    this.#onChange = onChange
  }

  get size(): number {
    return this.#sessionById.size
  }

  /** Enters a session that the registry has opened. */
  add(session: Session, opened: OpenedSession): void {
    this.#enter(session, opened)
    this.#onChange(opened)
  }

  /** Enters what the registry has opened again: its device is here all the time, and nobody is told otherwise. */
  reopen(session: Session, opened: OpenedSession): void {
    const before = session.opened
    this.#leave(session)
    session.open(opened)
    this.#enter(session, opened)
    if (before !== null && !isSameDevice(before, opened)) this.#onChange(before)
    this.#onChange(opened)
  }

  remove(session: Session): void {
    this.#leave(session)
    if (session.opened !== null) this.#onChange(session.opened)
  }

  #enter(session: Session, { customerId }: OpenedSession): void {
    this.#sessionById.set(session.sessionId, session)
    const sessions = this.#sessionsByCustomer.get(customerId) ?? new Set()
    sessions.add(session)
    this.#sessionsByCustomer.set(customerId, sessions)
  }

  #leave(session: Session): void {
    this.#sessionById.delete(session.sessionId)
    if (session.opened === null) return
    const { customerId } = session.opened
    const sessions = this.#sessionsByCustomer.get(customerId)
    sessions?.delete(session)
    if (sessions?.size === 0) this.#sessionsByCustomer.delete(customerId)
  }

  find(sessionId: string): Session | null {
    return this.#sessionById.get(sessionId) ?? null
  }

  all(): Session[] {
    return [...this.#sessionById.values()]
  }

  /** The sessions of one pharmacy. */
  ofCustomer(customerId: number): Session[] {
    return [...(this.#sessionsByCustomer.get(customerId) ?? [])]
  }

  /** The newest usable session of a device of this pharmacy; null when there is none here. */
  peer(customerId: number, deviceKey: string): Session | null {
    let newest: Session | null = null
    for (const session of this.#sessionsByCustomer.get(customerId) ?? []) {
      if (session.opened?.deviceKey !== deviceKey || !session.socket.usable) continue
      if (newest === null || session.opened.connSeq > (newest.opened?.connSeq ?? 0)) newest = session
    }
    return newest
  }

  expectRow(sessionId: string): void {
    this.#rowById.set(sessionId, 'open')
  }

  /** True for the one caller that has to tell the registry; false when there is no row, or its close is under way. */
  beginClose(sessionId: string): boolean {
    if (this.#rowById.get(sessionId) !== 'open') return false
    this.#rowById.set(sessionId, 'closing')
    return true
  }

  forgetRow(sessionId: string): void {
    this.#rowById.delete(sessionId)
  }

  /** At most so many as a lease may list; those that live come first. */
  rowIds(): string[] {
    const ids = (wanted: 'open' | 'closing') =>
      [...this.#rowById].flatMap(([id, state]) => (state === wanted ? [id] : []))
    return [...ids('open'), ...ids('closing')].slice(0, MAX_HUB_SESSIONS)
  }
}

function isSameDevice(one: PeerAddress, other: PeerAddress): boolean {
  return one.customerId === other.customerId && one.deviceKey === other.deviceKey
}
