// A computer that has the printer, and the link to it: loses, repeats and delays what it can, and knows what it took.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import type { ComputerRoute, ForwardEnd, ForwardedLabel } from '../rules/forwarding.ts'

const ACCEPTED: RemoteState = { state: 'accepted', reasons: [], evidence: null }

export interface UnderWay {
  readonly label: ForwardedLabel
  /** As the payload was when the delivery began. */
  readonly text: string
  isHanded: boolean
  /** The spool said that it may leave. */
  mayLeave: boolean
  readonly end: (end: ForwardEnd) => void
}

export class ModelComputer {
  readonly name: string
  /** Ids in the order in which it took them; each is one label that comes out. */
  readonly taken: string[] = []
  /** Every delivery that was asked for, as `id text`. */
  readonly asked: string[] = []
  readonly stateById = new Map<string, RemoteState>()
  underWay: UnderWay[] = []
  /** Bytes that left and have not arrived. */
  readonly onTheWire: string[] = []
  /** It answers questions. */
  isThere = true
  /** Forgets which ids it had: the control. */
  isForgetful = false
  readonly #clock: Clock

  constructor(clock: Clock, name = 'DISPENSARY') {
    this.#clock = clock
    this.name = name
  }

  route(window = 4): ComputerRoute {
    return { kind: 'computer', destination: this.name, window, deliver: this.#deliver }
  }

  async ask(one: UnderWay): Promise<void> {
    one.mayLeave = (await one.label.mayLeave?.()) ?? true
  }

  /** The way broke; another is tried. */
  lose(one: UnderWay, why: Reason): void {
    one.mayLeave = false
    one.label.onWaiting([why])
  }

  /** The first byte leaves. */
  hand(one: UnderWay): void {
    if (!one.isHanded && !one.label.wasHanded) one.label.onHanded()
    one.isHanded = true
    this.onTheWire.push(one.label.id)
  }

  /** What is on the wire arrives; an id that is known changes nothing. */
  arrive(id: string): void {
    const index = this.onTheWire.indexOf(id)
    if (index >= 0) this.onTheWire.splice(index, 1)
    if (this.stateById.has(id) && !this.isForgetful) return
    this.taken.push(id)
    this.stateById.set(id, ACCEPTED)
  }

  /** Hands it over, takes it and says so. */
  take(one: UnderWay): void {
    const before = this.stateById.get(one.label.id) ?? null
    if (before === null) this.hand(one)
    this.arrive(one.label.id)
    this.#end(one, { kind: 'forwarded', path: 'lan', now: before })
  }

  takeAll(): void {
    for (const one of this.underWay) this.take(one)
  }

  refuse(one: UnderWay): void {
    this.#end(one, { kind: 'refused', code: 'size', reasons: TOO_LONG })
  }

  /** The agent dies: its deliveries are forgotten, what is on the wire is not. */
  abandoned(): void {
    this.underWay = []
  }

  readonly #deliver = async (label: ForwardedLabel): Promise<ForwardEnd> => {
    const { promise, resolve } = Promise.withResolvers<ForwardEnd>()
    const text = Buffer.from(label.payload).toString()
    const one = { label, text, isHanded: label.wasHanded, mayLeave: false, end: resolve }
    this.asked.push(`${label.id} ${text}`)
    this.underWay.push(one)
    if (label.ttlMs !== null) this.#clock.after(label.ttlMs, () => this.#end(one, this.#lastWord(one)))
    label.signal.addEventListener('abort', () => this.#end(one, one.isHanded ? DOUBT : NOT_SENT))
    return promise
  }

  #lastWord({ label, isHanded }: UnderWay): ForwardEnd {
    if (!isHanded) return NOT_SENT
    const now = this.stateById.get(label.id)
    if (!this.isThere) return DOUBT
    if (now !== undefined) return { kind: 'forwarded', path: 'hub', now }
    return this.onTheWire.includes(label.id) ? DOUBT : NOT_SENT
  }

  #end(one: UnderWay, end: ForwardEnd): void {
    if (!this.underWay.includes(one)) return
    this.underWay = this.underWay.filter((other) => other !== one)
    one.end(end)
  }
}

const NOT_SENT: ForwardEnd = { kind: 'not_sent' }
const DOUBT: ForwardEnd = { kind: 'in_doubt' }
const TOO_LONG = [reason('link_refused_size', {})]
