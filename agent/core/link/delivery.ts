// One label on its way to the PrinterComputer, over the LAN and through the hub, until it is taken or its time is over.
//
//   LAN at once ─▶ the hub after 250 ms, or at once when the LAN failed last ─▶ first final answer ─▶ …again until then
//
// Both ways may finish: the label's id makes the receiver keep it once. What a way did not answer is in doubt until the
// receiver says what it has.
import { LINK_REFUSALS, type LinkAnswer } from '@pharmacy-relay/shared/job-link.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { ForwardedLabel, ForwardEnd } from '../spool/forwarding.ts'
import { LinkError, type LinkPath } from './link-parts.ts'

export interface DeliveryParts {
  /** Of the PrinterComputer, for people. */
  readonly computerName: string
  readonly lan: LinkPath
  readonly hub: LinkPath
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
const LATER_MS = { least: 200, unsaid: 1_000 }
/** A label without an end lives as long as the protocol can say. */
const NO_END_MS = 24 * 3_600_000

type TryEnd =
  | { readonly kind: 'final'; readonly end: ForwardEnd }
  | { readonly kind: 'later'; readonly words: string; readonly afterMs: number }
  | { readonly kind: 'failed'; readonly words: string }

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
  readonly #over = Promise.withResolvers<void>()
  readonly #deadlineMs: number | null
  readonly #cancels = new Set<Cancel>()
  /** Links that may have brought bytes of it, without a word of the receiver since. */
  readonly #doubts = new Set<object>()
  /** Of these, those on which it may still arrive. */
  readonly #pending = new Set<object>()
  #round: Promise<TryEnd> | null = null
  #isOver = false
  #isHanded: boolean

  constructor(label: ForwardedLabel, parts: DeliveryParts) {
    const { signal, ttlMs } = label
    this.#label = label
    this.#parts = parts
    this.#isHanded = label.wasHanded
    if (label.wasHanded) this.#doubts.add({})
    this.#deadlineMs = ttlMs === null ? null : parts.clock.monotonicMs() + ttlMs
    const end = (): void => {
      this.#isOver = true
      this.#over.resolve()
    }
    if (ttlMs !== null) this.#cancels.add(parts.clock.after(ttlMs, end))
    signal.addEventListener('abort', end, { once: true })
    this.#cancels.add(() => signal.removeEventListener('abort', end))
    if (signal.aborted) end()
  }

  async run(): Promise<ForwardEnd> {
    while (!this.#isOver) {
      this.#round = this.#tryBoth()
      const ended = await Promise.race([this.#round, this.#over.promise])
      if (ended === undefined) break
      if (ended.kind === 'final') return ended.end
      this.#label.onWaiting(ended.words)
      const afterMs = ended.kind === 'later' ? ended.afterMs : FAILED_MS
      await Promise.race([this.#pause(afterMs), this.#over.promise])
    }
    return this.#lastWord()
  }

  stop(): void {
    for (const cancel of this.#cancels) cancel()
  }

  async #tryBoth(): Promise<TryEnd> {
    const { lan, hub } = this.#parts
    const overLan = this.#try(lan)
    // Known to be away: the hub need not wait for it to fail once more.
    const early = lan.failedLast === null ? await Promise.race([overLan, this.#pause(HEDGE_MS)]) : undefined
    if (early !== undefined && early.kind !== 'failed') return early
    return bestOf(await firstFinal([overLan, this.#try(hub)]), this.#parts.computerName)
  }

  async #try(path: LinkPath): Promise<TryEnd> {
    const doubt = {}
    try {
      const link = await path.link()
      const mayLeave = (await this.#label.mayLeave?.()) ?? true
      if (this.#isOver || !mayLeave) return { kind: 'failed', words: '' }
      this.#pending.add(doubt)
      const answer = await link.send({ ...this.#label, ttlMs: this.#leftMs() }, () => this.#handed(doubt))
      this.#doubts.delete(doubt)
      return this.#answered(answer, path.name)
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      return { kind: 'failed', words: error.message }
    } finally {
      this.#pending.delete(doubt)
    }
  }

  #handed(doubt: object): void {
    this.#doubts.add(doubt)
    if (this.#isHanded) return
    this.#isHanded = true
    this.#label.onHanded()
  }

  #answered(answer: LinkAnswer, path: LinkPath['name']): TryEnd {
    if (answer.outcome !== 'refused') {
      const now = answer.outcome === 'duplicate' ? answer.now : null
      return { kind: 'final', end: { kind: 'forwarded', path, now } }
    }
    const words = `${this.#parts.computerName}: ${answer.words}`
    // It looked for the id first: what came on links that have ended is not there either.
    for (const doubt of this.#doubts) if (!this.#pending.has(doubt)) this.#doubts.delete(doubt)
    if (LINK_REFUSALS[answer.reason] === 'final')
      return { kind: 'final', end: this.#refused(answer.reason, words) }
    return {
      ...{ kind: 'later', words },
      afterMs: Math.max(LATER_MS.least, answer.retryAfterMs ?? LATER_MS.unsaid),
    }
  }

  /** `expired` on one way while the other may still bring it is not the end of the matter. */
  #refused(reason: keyof typeof LINK_REFUSALS, words: string): ForwardEnd {
    if (reason !== 'expired') return { kind: 'refused', code: reason, words }
    return this.#doubts.size === 0 ? { kind: 'not_sent' } : inDoubt(this.#parts.computerName)
  }

  /** Its time is over, or it was broken off: what the receiver has decides, as far as it can be asked. */
  async #lastWord(): Promise<ForwardEnd> {
    if (this.#label.signal.aborted) {
      const late = this.#pending.size === 0 ? null : await Promise.race([this.#round, this.#pause(GRACE_MS)])
      if (late?.kind === 'final') return late.end
      return this.#doubts.size === 0 ? { kind: 'not_sent' } : inDoubt(this.#parts.computerName)
    }
    if (this.#doubts.size === 0) return { kind: 'not_sent' }
    const asked = await Promise.race([this.#ask(), this.#pause(LAST_QUESTION_MS)])
    if (asked === undefined) return inDoubt(this.#parts.computerName)
    if (asked.now.state !== 'not_known') return { kind: 'forwarded', path: asked.path, now: asked.now }
    return this.#pending.size === 0 ? { kind: 'not_sent' } : inDoubt(this.#parts.computerName)
  }

  async #ask() {
    const { lan, hub } = this.#parts
    const asked = [lan, hub].map(async (path) => {
      const { state, words, evidence } = await (await path.link()).query(this.#label.id)
      return { path: path.name, now: { state, words, evidence } }
    })
    return Promise.any(asked).catch(() => undefined)
  }

  #leftMs(): number {
    const left = this.#deadlineMs === null ? NO_END_MS : this.#deadlineMs - this.#parts.clock.monotonicMs()
    return Math.min(NO_END_MS, Math.max(0, Math.floor(left)))
  }

  async #pause(ms: number): Promise<undefined> {
    return new Promise((resolve) => {
      const cancel = this.#parts.clock.after(ms, () => {
        this.#cancels.delete(cancel)
        resolve(undefined)
      })
      this.#cancels.add(cancel)
    })
  }
}

/** The first that is final, or all of them once all have ended. */
async function firstFinal(tries: readonly Promise<TryEnd>[]): Promise<TryEnd[]> {
  const { promise, resolve } = Promise.withResolvers<TryEnd[]>()
  for (const one of tries) void one.then((end) => end.kind === 'final' && resolve([end]))
  void Promise.all(tries).then(resolve)
  return promise
}

function bestOf(ends: readonly TryEnd[], computerName: string): TryEnd {
  const said = ends.find(({ kind }) => kind === 'final') ?? ends.find(({ kind }) => kind === 'later')
  if (said !== undefined) return said
  const why = ends.flatMap((end) => (end.kind === 'failed' && end.words !== '' ? [end.words] : []))
  return { kind: 'failed', words: `${computerName} cannot be reached: ${why.join('; ')}` }
}

function inDoubt(computerName: string): ForwardEnd {
  return {
    kind: 'in_doubt',
    words: `the label was sent to ${computerName}, which did not say whether it has it`,
  }
}
