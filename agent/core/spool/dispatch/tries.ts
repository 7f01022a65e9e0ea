// The tries that are under way: runs each, keeps what became of its label, and gives the label to whoever is next.
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import type { Doubt } from '../rules/doubt-rule.ts'
import type { Pace } from './pace.ts'
import type { Queue, WaitingJob } from './queue.ts'
import type { Rests } from './rests.ts'
import type { JobChange } from '../store/spool-store.ts'
import type { ForwardTry, Outcome, Try, TryParts } from './try.ts'

export interface TriesParts extends Pick<TryParts, 'ledger' | 'logger'> {
  readonly queue: Queue
  readonly rests: Rests
  /** What a printer did is noted before the disk has it. */
  readonly isNoted: boolean
  readonly pace: Pick<Pace, 'isDiskSlower'>
  /** A label in doubt, whose printer can be asked; it is being called unknown. */
  readonly onDoubt: (doubt: Doubt) => void
  /** What the other computer said of a label that is forwarded. */
  readonly onNews: (id: string, now: RemoteState) => void
  /** One is over: a label is back, or there is room for another. */
  readonly onFree: () => void
}

interface UnderWay {
  readonly trying: Try
  /** What became of it is on its way to the disk; nothing else is said of it there. */
  hasEnded: boolean
  /** Resolves once its label is with whoever is next. */
  done: Promise<void>
  /** Somebody wants the label back: gets it, or null when it may have left. */
  wanted: ((job: WaitingJob | null) => void) | null
}

export class Tries {
  readonly #parts: TriesParts
  readonly #all = new Set<UnderWay>()

  constructor(parts: TriesParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#all.size
  }

  /** At a printer of this computer; null: none is. */
  printing(): Try | null {
    for (const { trying } of this.#all) if (!isForward(trying)) return trying
    return null
  }

  /** At other computers. */
  forwarding(): ForwardTry[] {
    return [...this.#all].map(({ trying }) => trying).filter(isForward)
  }

  begin(trying: Try): void {
    const one = { trying, hasEnded: false, done: Promise.resolve(), wanted: null }
    this.#all.add(one)
    one.done = this.#run(one)
  }

  /** Resolves once those that are meant now are over. */
  async ended(isMeant: (trying: Try) => boolean): Promise<void> {
    const meant = [...this.#all].filter(({ trying }) => isMeant(trying))
    await Promise.all(meant.map(async ({ done }) => done))
  }

  /** As long as no byte of it has left; null otherwise. It is the caller's then. */
  async takeBack(id: string): Promise<WaitingJob | null> {
    const one = [...this.#all].find(({ trying }) => trying.job?.row.id === id)
    if (one === undefined || one.wanted !== null) return null
    if (!isForward(one.trying) || one.trying.mayBeThere) return null
    const { promise, resolve } = Promise.withResolvers<WaitingJob | null>()
    one.wanted = resolve
    one.trying.breakOff()
    return promise
  }

  /** Labels of which the disk may be told something: those at other computers whose outcome it is not being told. */
  open(): ForwardTry[] {
    return [...this.#all].flatMap(({ trying, hasEnded }) => (!hasEnded && isForward(trying) ? [trying] : []))
  }

  /** For a label whose answer decides first; false when it is not under way to another computer. */
  hear(id: string, now: RemoteState): boolean {
    const trying = this.forwarding().find(({ job }) => job.row.id === id)
    if (trying !== undefined) trying.news = now
    return trying !== undefined
  }

  async #run(one: UnderWay): Promise<void> {
    const { trying } = one
    const noting = trying.job?.noting ?? null
    // What the disk says of it when it begins decides what may be believed of it after a crash.
    if (noting !== null) await noting
    const outcome = await trying.run()
    one.hasEnded = true
    const { job, to } = trying
    this.#parts.rests.ended(to, outcome.pauseMs, outcome.kind === 'over')
    if (job !== null) await this.#keep(job, outcome, one)
    this.#all.delete(one)
    if (job !== null) this.#place(job, outcome, one)
    this.#parts.onFree()
  }

  /** What became of it has happened, and is not waited for; that a label waits again is on the disk before its next try. */
  async #keep(job: WaitingJob, outcome: Outcome, one: UnderWay): Promise<void> {
    const { ledger, logger, onDoubt } = this.#parts
    if (outcome.kind === 'over') {
      ledger.settle(outcome.row, this.#patiently(outcome.change, one))
      if (outcome.doubt !== null) onDoubt(outcome.doubt)
    } else if (outcome.kind === 'again' && outcome.change !== null) {
      const { row, change } = outcome
      job.row = await ledger.change(row, change).catch((error: unknown) => {
        // Its next try ends this one on the disk too; no byte left, so nothing is in doubt.
        logger.error('spool.outcome-not-kept', error, { job: row.id, state: change.state })
        const { state, reasons, code = row.code, target = row.target } = change
        return { ...row, state, reasons, code, target }
      })
    }
  }

  /** Of a label that is noted at its printer, where another one is behind it or comes sooner than the disk is done: they share a flush. */
  #patiently(change: JobChange, { trying }: UnderWay): JobChange {
    const { queue, isNoted, pace } = this.#parts
    const isShared = queue.size > 0 || pace.isDiskSlower()
    const isPatient = isNoted && !isForward(trying) && change.state !== 'unknown' && isShared
    return isPatient ? { ...change, hasPatience: true } : change
  }

  #place(job: WaitingJob, outcome: Outcome, { trying, wanted }: UnderWay): void {
    const isAgain = outcome.kind === 'again'
    const isThere = isAgain && outcome.isDoubted
    job.at = isThere ? trying.to.destination : null
    job.said = null
    const isWanted = isAgain && !isThere && wanted !== null
    if (isAgain && !isWanted) this.#parts.queue.putBack(job)
    wanted?.(isWanted ? job : null)
    if (outcome.kind !== 'over' || outcome.change.state !== 'forwarded' || !isForward(trying)) return
    for (const now of [outcome.now, trying.news]) if (now !== null) this.#parts.onNews(job.row.id, now)
  }
}

export function isForward(trying: Try): trying is ForwardTry {
  return trying.to.kind === 'computer'
}
