// What people do with a label: cancel it, print it anyway, say what became of it, print it again.
//
// One after the other, and each may be asked any number of times: the second time changes nothing. A label that the
// queue has handed over is the printer's; nobody can take it back.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { finishesWithin } from '@pharmacy-relay/shared/waits.ts'
import type { Dispatcher } from './dispatch/dispatcher.ts'
import type { Ledger } from './ledger.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { LinkCancel, RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { PersonAnswers } from './person-answers.ts'
import {
  findJob,
  isElsewhere,
  notCancelled,
  notReprinted,
  payloadGone,
  refused,
  refusedElsewhere,
  reprintedSoFar,
} from './rules/refusals.ts'
import { MAX_REPRINTS, Reprints } from './reprints.ts'
import { routeTo, type Route } from './rules/route.ts'
import type { JobRow, SpoolStore } from './store/spool-store.ts'

export interface OperatorActionsParts {
  readonly store: SpoolStore
  readonly ledger: Ledger
  readonly dispatcher: Dispatcher
  readonly clock: Clock
  readonly logger: Logger
  readonly route: () => Route
  /** Keeps what the computer that has a label says of it. */
  readonly onNews: (id: string, now: RemoteState) => Promise<void>
  /** Resolves once the jobs of the last process are in the queue, or a decision could put one there twice. */
  readonly ready: () => Promise<void>
}

/** A person waits for it; afterwards it shows on the label. */
const ASK_LIMIT_MS = 5_000

export type CancelWhy = Exclude<LinkCancel, 'other'>

/** It is printed anyway, or was. */
const LET_GO = ['accepted', 'waiting_for_printer', 'sending', 'forwarded', 'sent_to_printer', 'printed']
const REPRINTABLE = ['forwarded', 'sent_to_printer', 'printed', 'failed']

export class OperatorActions {
  readonly answers: PersonAnswers
  readonly #parts: OperatorActionsParts
  readonly #reprints: Reprints
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: OperatorActionsParts) {
    this.#parts = parts
    this.#reprints = new Reprints({ ...parts, onAccepted: (row) => this.#enqueue(row) })
    this.answers = new PersonAnswers({
      ...parts,
      reprints: this.#reprints,
      exclusively: async (work) => this.exclusively(work),
    })
  }

  /** Runs nothing else of a person meanwhile. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  /**
   * Nothing comes out of a label that waits or is held, here or at the computer that has it. Throws ProblemError not_found and
   * state_conflict.
   */
  async cancel(ref: string, why: CancelWhy = 'cancelled_here'): Promise<JobRow> {
    const row = await this.exclusively(async () => this.#cancelHere(await this.#find(ref), reason(why, {})))
    return row.state === 'forwarded' ? this.#cancelThere(row, why) : row
  }

  /** As cancel, for the computer that the label came from. */
  async takenBack(id: string, why: LinkCancel): Promise<JobRow> {
    const row = await this.exclusively(async () => {
      const its = await this.#find(id)
      const said = why === 'other' || why === 'cancelled_here'
      return this.#cancelHere(its, said ? reason('cancelled_at', { computer: its.sender }) : reason(why, {}))
    })
    return row.state === 'forwarded' ? this.#cancelThere(row, why) : row
  }

  /** Prints a held or expired label anyway. Throws ProblemError not_found and state_conflict. */
  async release(ref: string): Promise<JobRow> {
    return this.exclusively(async () => {
      const row = await this.#find(ref)
      if (LET_GO.includes(row.state)) return row
      if (row.state !== 'held' && row.state !== 'expired')
        throw refused(row, row.state === 'unknown' ? 'label_answer_first' : 'label_reprint_instead')
      // What is held was here when it was held, whatever was tried before.
      if (row.state === 'expired' && isElsewhere(row)) throw refusedElsewhere(row, 'print it')
      if (!row.hasPayload) throw payloadGone(row)
      const said = reason(row.state === 'held' ? 'print_anyway' : 'print_now', {})
      const accepted = await this.#parts.ledger.change(row, { state: 'accepted', reasons: [said] })
      this.#enqueue(accepted)
      return accepted
    })
  }

  /**
   * An unknown label did come out. Where another computer has it, it is told, and its word counts. Throws ProblemError
   * not_found and state_conflict.
   */
  async cameOut(ref: string): Promise<JobRow> {
    return this.answers.say(async () => this.#find(ref), 'came_out')
  }

  /**
   * An unknown label did not come out: prints it again, with the mark. Returns the reprint; the label itself while the
   * computer that has it has not heard of it. Throws as cameOut.
   */
  async didNotComeOut(ref: string): Promise<JobRow> {
    const reprinted = await this.exclusively(async () => {
      const row = await this.#find(ref)
      return row.state === 'failed' ? this.#reprints.next(row) : null
    })
    if (reprinted !== null) return reprinted
    const row = await this.answers.say(async () => this.#find(ref), 'did_not_come_out')
    return row.pendingAnswer === null ? ((await this.#reprints.next(row)) ?? row) : row
  }

  /**
   * Prints a label that is over again, as a job of its own with the mark. `count`: the how many-th reprint; null is the
   * next. One that exists already is returned and not made twice; an unknown label counts as answered with it.
   * Throws ProblemError not_found and state_conflict.
   */
  async reprint(ref: string, count: number | null): Promise<JobRow> {
    const printed = await this.exclusively(async () => {
      const row = await this.#find(ref)
      if (row.state === 'unknown') return null
      const known = await this.#reprints.all(row)
      const wanted = count ?? known.length + 1
      const existing = known[wanted - 1]
      if (existing !== undefined) return existing
      if (wanted !== known.length + 1 || wanted > MAX_REPRINTS) throw reprintedSoFar(row, known.length)
      if (!REPRINTABLE.includes(row.state) && !(row.state === 'expired' && isElsewhere(row)))
        throw notReprinted(row)
      return this.#reprints.make(row, wanted)
    })
    return printed ?? this.didNotComeOut(ref)
  }

  /** One that is forwarded is for whoever has it to cancel, and stays as it is. Throws as cancel. */
  async #cancelHere(row: JobRow, why: Reason): Promise<JobRow> {
    const { ledger, dispatcher } = this.#parts
    if (row.state === 'cancelled' || row.state === 'forwarded') return row
    const change = { state: 'cancelled', reasons: [why], dropPayload: true } as const
    if (row.state === 'held') return ledger.change(row, change)
    const waiting = await dispatcher.take(row.id)
    if (waiting === null) throw notCancelled(row)
    try {
      return await ledger.change(waiting.row, change)
    } catch (error) {
      dispatcher.queue.putBack(waiting)
      dispatcher.go()
      throw error
    }
  }

  /** Not exclusively: news of other labels are kept meanwhile. */
  async #cancelThere(row: JobRow, why: LinkCancel): Promise<JobRow> {
    const { store, route, clock, onNews } = this.#parts
    let isTooLate = false
    const asking = async (): Promise<void> => {
      const now = (await routeTo(route(), row.target)?.cancel?.(row.id, why)) ?? null
      isTooLate = now?.isRefused === true
      if (now !== null) await onNews(row.id, now)
    }
    await finishesWithin(clock, ASK_LIMIT_MS, asking())
    const after = (await store.find(row.id)) ?? row
    if (after.state === 'cancelled') return after
    if (after.state === 'unknown') throw refused(after, 'label_answer_first')
    if (after.state !== 'forwarded') throw refused(after, 'label_over')
    throw isTooLate ? refused(after, 'label_being_sent') : refusedElsewhere(after, 'cancel it')
  }

  #enqueue(row: JobRow): void {
    const { dispatcher, clock } = this.#parts
    dispatcher.queue.add({ row, sinceMs: clock.monotonicMs(), sawJump: false })
    dispatcher.hurry()
  }

  async #find(ref: string): Promise<JobRow> {
    await this.#parts.ready()
    return findJob(this.#parts.store, ref)
  }
}
