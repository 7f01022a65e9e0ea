// One label on its way to the PrinterComputer, over the LAN and through the hub, until it is taken or its time is over.
//
//   LAN at once, and again ──────────────────────────────────────────────┬─▶ first final answer
//   the hub after 250 ms, or at once when the LAN failed last, and again ┘
//
// Each way is tried by itself: one that hangs does not keep the other from the label. Both may finish: the label's id
// makes the receiver keep it once. What a way did not answer is in doubt until the receiver says what it has.
import { sameReasons, type Reason, type Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { LINK_REFUSALS, type LinkAnswer } from '@pharmacy-relay/shared/job-link.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { ForwardedLabel, ForwardEnd } from '../../spool/rules/forwarding.ts'
import { LinkError, type LinkPath } from '../link-parts.ts'
import type { Turn, Turns } from './turns.ts'

export interface DeliveryParts {
  /** Of the PrinterComputer, for people. */
  readonly computerName: string
  readonly lan: LinkPath
  readonly hub: LinkPath
  /** The same for all labels of these ways. */
  readonly turns: Turns
  readonly clock: Clock
}

/** The LAN answers within milliseconds when it works. */
export const HEDGE_MS = 250
/** Long enough for the receiver's disk; short enough that a PC which is shut down does not wait. */
const LAST_QUESTION_MS = 3_000
/** For an answer that is on its way when the delivery is broken off: links end within this time as well. */
const GRACE_MS = 1_000
/** Ways have a back-off of their own; this keeps a way without one from spinning. */
const FAILED_MS = 10
/** After the disk failed. */
const DISK_MS = 1_000
const LATER_MS = { least: 200, unsaid: 1_000 }
/** A label without an end lives as long as the protocol can say. */
const NO_END_MS = 24 * 3_600_000

type TryEnd =
  | { readonly kind: 'final'; readonly end: ForwardEnd }
  | { readonly kind: 'later'; readonly reasons: Reasons; readonly afterMs: number }
  | { readonly kind: 'failed'; readonly reason: Reason }

/** Never rejects. */
export async function deliver(label: ForwardedLabel, parts: DeliveryParts): Promise<ForwardEnd> {
  const delivery = new Delivery(label, parts)
  try {
    return await delivery.run()
  } finally {
    delivery.stop()
  }
}

class Delivery {
  readonly #label: ForwardedLabel
  readonly #parts: DeliveryParts
  readonly #turn: Turn
  readonly #over = Promise.withResolvers<void>()
  /** Nothing: it was broken off, and no answer is on its way any more. */
  readonly #ended = Promise.withResolvers<ForwardEnd | undefined>()
  readonly #deadlineMs: number | null
  readonly #cancels = new Set<Cancel>()
  /** Links that may have brought bytes of it, without a word of the receiver since. */
  readonly #doubts = new Map<object, LinkPath['name']>()
  /** Of these, those on which it may still arrive. */
  readonly #pending = new Set<object>()
  /** Why each way has not brought it; what was told last. */
  readonly #failures = new Map<LinkPath, TryEnd>()
  #told: Reasons = []
  readonly #wakers = new Set<() => void>()
  #hasHub = false
  #isOver = false
  #isHanded: boolean

  constructor(label: ForwardedLabel, parts: DeliveryParts) {
    const { signal, ttlMs } = label
    this.#label = label
    this.#parts = parts
    this.#isHanded = label.wasHanded
    this.#turn = parts.turns.take()
    // Of one that fails after the other has brought it.
    this.#ended.promise.catch(() => undefined)
    // By an earlier process, of which nobody knows the way.
    if (label.wasHanded) this.#doubts.set({}, 'lan')
    this.#deadlineMs = ttlMs === null ? null : parts.clock.monotonicMs() + ttlMs
    const end = (): void => {
      this.#isOver = true
      this.#over.resolve()
      for (const wake of this.#wakers) wake()
    }
    if (ttlMs !== null) this.#cancels.add(parts.clock.after(ttlMs, end))
    signal.addEventListener('abort', end, { once: true })
    this.#cancels.add(() => signal.removeEventListener('abort', end))
    if (signal.aborted) end()
  }

  async run(): Promise<ForwardEnd> {
    const { lan } = this.#parts
    // Known to be away: the hub need not wait for it to fail once more.
    if (lan.failedLast !== null) this.#joinHub()
    this.#begin(lan)
    const ended = await Promise.race([this.#ended.promise, this.#over.promise])
    return ended ?? this.#lastWord()
  }

  stop(): void {
    this.#isOver = true
    this.#turn.leave()
    for (const cancel of this.#cancels) cancel()
  }

  #joinHub(): void {
    if (this.#hasHub || this.#isOver) return
    this.#hasHub = true
    this.#begin(this.#parts.hub)
  }

  #begin(path: LinkPath): void {
    this.#keepTrying(path).catch((error: unknown) => this.#ended.reject(error))
  }

  async #keepTrying(path: LinkPath): Promise<void> {
    const isLan = path === this.#parts.lan
    while (!this.#isOver) {
      const leaveAlone = isLan ? this.#after(HEDGE_MS, () => this.#joinHub()) : null
      const ended = await this.#try(path)
      leaveAlone?.()
      if (ended.kind === 'final') return this.#ended.resolve(ended.end)
      if (isLan && ended.kind === 'failed') this.#joinHub()
      if (this.#isOver) break
      this.#failures.set(path, ended)
      this.#tell()
      const afterMs = ended.kind === 'later' ? ended.afterMs : FAILED_MS
      await this.#pauseUnlessOver(afterMs)
    }
    if (this.#pending.size === 0) this.#ended.resolve(undefined)
  }

  #tell(): void {
    const { lan, hub, computerName } = this.#parts
    const reasons = waitingReasons([this.#failures.get(lan), this.#failures.get(hub)], computerName)
    if (reasons === null || sameReasons(reasons, this.#told)) return
    this.#told = reasons
    this.#label.onWaiting(reasons)
  }

  async #try(path: LinkPath): Promise<TryEnd> {
    const doubt = {}
    try {
      const link = await path.link()
      const mayLeave = (await this.#label.mayLeave?.()) ?? true
      if (!mayLeave) return { kind: 'later', reasons: [], afterMs: DISK_MS }
      await this.#turn.comes(link)
      if (this.#isOver) return { kind: 'later', reasons: [], afterMs: 0 }
      this.#pending.add(doubt)
      const sent = link.send({ ...this.#label, ttlMs: this.#leftMs() }, () => this.#handed(doubt, path.name))
      this.#turn.isOn(link)
      const answer = await sent
      this.#doubts.delete(doubt)
      const ended = this.#answered(answer, path.name)
      if (ended.kind === 'later') this.#turn.isOff(link)
      return ended
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      return { kind: 'failed', reason: error.reason }
    } finally {
      this.#pending.delete(doubt)
    }
  }

  #handed(doubt: object, path: LinkPath['name']): void {
    this.#doubts.set(doubt, path)
    if (this.#isHanded) return
    this.#isHanded = true
    this.#label.onHanded()
  }

  #answered(answer: LinkAnswer, path: LinkPath['name']): TryEnd {
    if (answer.outcome !== 'refused') {
      const now = answer.outcome === 'duplicate' ? answer.now : null
      return { kind: 'final', end: { kind: 'forwarded', path, now } }
    }
    const reasons = [
      reason('at_computer', { computer: this.#parts.computerName }),
      reason(`link_refused_${answer.reason}`, {}),
      ...answer.because,
    ]
    this.#isNotThere(path)
    if (LINK_REFUSALS[answer.reason] === 'final')
      return { kind: 'final', end: this.#refused(answer.reason, reasons) }
    return {
      kind: 'later',
      reasons,
      afterMs: Math.max(LATER_MS.least, answer.retryAfterMs ?? LATER_MS.unsaid),
    }
  }

  /**
   * The receiver looked for the id: what came on earlier links of this way is not there either. Of the other way a system
   * may still bring bytes of a link that has ended here.
   */
  #isNotThere(path: LinkPath['name']): void {
    for (const [doubt, way] of this.#doubts)
      if (way === path && !this.#pending.has(doubt)) this.#doubts.delete(doubt)
  }

  /** `expired` on one way while the other may still bring it is not the end of the matter. */
  #refused(code: keyof typeof LINK_REFUSALS, reasons: Reasons): ForwardEnd {
    if (code !== 'expired') return { kind: 'refused', code, reasons }
    return this.#doubts.size === 0 ? { kind: 'not_sent' } : IN_DOUBT
  }

  /** Its time is over, or it was broken off: what the receiver has decides, as far as it can be asked. */
  async #lastWord(): Promise<ForwardEnd> {
    if (this.#label.signal.aborted) {
      const isLate = this.#pending.size > 0
      const late = isLate ? await Promise.race([this.#ended.promise, this.#pause(GRACE_MS)]) : undefined
      if (late !== undefined) return late
      return this.#doubts.size === 0 ? { kind: 'not_sent' } : IN_DOUBT
    }
    if (this.#doubts.size === 0) return { kind: 'not_sent' }
    const asked = await Promise.race([this.#ask(), this.#pause(LAST_QUESTION_MS)])
    if (asked === undefined) return IN_DOUBT
    if (asked.now.state !== 'not_known') return { kind: 'forwarded', path: asked.path, now: asked.now }
    this.#isNotThere(asked.path)
    return this.#doubts.size === 0 ? { kind: 'not_sent' } : IN_DOUBT
  }

  async #ask() {
    const { lan, hub } = this.#parts
    const asked = [lan, hub].map(async (path) => {
      const { state, reasons, evidence } = await (await path.link()).query(this.#label.id)
      return { path: path.name, now: { state, reasons, evidence } }
    })
    return Promise.any(asked).catch(() => undefined)
  }

  #leftMs(): number {
    const left = this.#deadlineMs === null ? NO_END_MS : this.#deadlineMs - this.#parts.clock.monotonicMs()
    return Math.min(NO_END_MS, Math.max(0, Math.floor(left)))
  }

  async #pause(ms: number): Promise<undefined> {
    return new Promise((resolve) => this.#after(ms, () => resolve(undefined)))
  }

  async #pauseUnlessOver(ms: number): Promise<void> {
    if (this.#isOver) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wakers.add(resolve)
    const cancel = this.#after(ms, resolve)
    await promise
    cancel()
    this.#wakers.delete(resolve)
  }

  #after(ms: number, run: () => void): Cancel {
    const cancel = this.#parts.clock.after(ms, () => {
      this.#cancels.delete(cancel)
      run()
    })
    this.#cancels.add(cancel)
    return () => {
      this.#cancels.delete(cancel)
      cancel()
    }
  }
}

/** What its computer said counts before why it could not be reached; null while one way may still bring it. */
function waitingReasons(failures: readonly (TryEnd | undefined)[], computer: string): Reasons | null {
  const said = failures.find((end) => end?.kind === 'later' && end.reasons.length > 0)
  if (said?.kind === 'later') return said.reasons
  const [lan, hub] = failures
  if (lan?.kind !== 'failed' || hub?.kind !== 'failed') return null
  // What ended both ways is said once.
  const isSame = sameReasons([{ ...lan.reason, detail: '' }], [{ ...hub.reason, detail: '' }])
  const throughHub = isSame ? [] : [reason('and_through_hub', {}), hub.reason]
  return [reason('computer_unreachable', { computer }), lan.reason, ...throughHub]
}

const IN_DOUBT: ForwardEnd = { kind: 'in_doubt' }
