// Every change of a job: checked against its states, committed, and only then told to whoever watches.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { finishesWithin } from '@pharmacy-relay/shared/waits.ts'
import { Board } from './view/board.ts'
import { isAllowed, isAllowedByNews, isAllowedByWord, isFirst } from './rules/job-states.ts'
import { jobView } from './view/job-view.ts'
import { printedBefore } from './rules/derived-id.ts'
import type { RemoteNews } from './rules/forwarding.ts'
import { remoteStateOf } from './rules/remote-state.ts'
import type { AttemptStart, JobChange, JobRow, NewJob, SpoolStore } from './store/spool-store.ts'

export interface LedgerParts {
  readonly store: SpoolStore
  readonly clock: Clock
  /** Hears of every change, after its commit. */
  readonly onChange: (job: PrintJob) => void
  /**
   * Hears of every change of a job that came from another computer, after its commit; not of its acceptance, nor that it
   * is being sent next, which says nothing that its sender does not know from the acceptance (remote-state.ts).
   */
  readonly onRemoteNews: (news: RemoteNews) => void
  readonly logger: Logger
}

interface Ahead {
  readonly destination: string
  readonly begun: Promise<JobRow>
}

const AGAIN_MS = { first: 500, last: 15_000 }

export class Ledger {
  readonly board: Board
  readonly #parts: LedgerParts
  readonly #settling = new Set<Promise<void>>()
  /** Tries at a printer that the disk has before their turn, by job. */
  readonly #ahead = new Map<string, Ahead>()
  readonly #stopping = Promise.withResolvers<void>()
  #isStopping = false

  constructor(parts: LedgerParts) {
    this.#parts = parts
    this.board = new Board(parts.clock)
  }

  /** Throws what the store's accept throws. */
  async accept(job: NewJob, payload: Uint8Array): Promise<JobRow> {
    if (!isFirst(job.state)) throw new Error(`a job does not begin as ${job.state}`)
    return this.show(await this.#kept(this.#parts.store.accept(job, payload)))
  }

  /** As accept, with the first try in the same commit. */
  async acceptAndStart(
    job: NewJob & { readonly state: 'accepted' },
    payload: Uint8Array,
    start: AttemptStart,
  ): Promise<{ readonly accepted: JobRow; readonly sending: JobRow }> {
    const sending = await this.#kept(this.#parts.store.accept(job, payload, start))
    const { state, reasons } = job
    const accepted = this.show({ ...sending, state, reasons, destination: null, attempts: 0 })
    return { accepted, sending: this.show(sending) }
  }

  /** As acceptAndStart, where its turn comes later: until then it is shown as accepted, and any change ends the try. */
  async acceptAhead(
    job: NewJob & { readonly state: 'accepted' },
    payload: Uint8Array,
    start: AttemptStart,
  ): Promise<JobRow> {
    const begun = this.#kept(this.#parts.store.accept(job, payload, start))
    const sending = await begun
    this.#ahead.set(job.id, { destination: start.destination, begun })
    return this.show({ ...sending, state: job.state, reasons: job.reasons, destination: null, attempts: 0 })
  }

  /** The disk is told of its try before its turn; until then any change ends that. Where it cannot be, its turn tries again. */
  startAhead(row: JobRow, start: AttemptStart): void {
    this.#check(row, 'sending')
    const begun = this.#parts.store.startAttempt(row.id, start)
    begun.catch(() => undefined)
    this.#ahead.set(row.id, { destination: start.destination, begun })
  }

  /** Tries that the disk has, or is about to have, before their turn. */
  get ahead(): number {
    return this.#ahead.size
  }

  /** Every outcome so far is committed. */
  get isSettled(): boolean {
    return this.#settling.size === 0
  }

  /** What could not be kept is shown until something is. */
  async #kept(accepting: Promise<JobRow>): Promise<JobRow> {
    try {
      const row = await accepting
      this.board.taken()
      return row
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'unavailable' && error.reason !== null)
        this.board.refuse(error.reason)
      throw error
    }
  }

  /** Throws what the store throws; then no byte may leave. */
  async startAttempt(row: JobRow, start: AttemptStart): Promise<JobRow> {
    this.#check(row, 'sending')
    const sending = await (this.#takeAhead(row.id, start) ?? this.#parts.store.startAttempt(row.id, start))
    return row.state === 'accepted' && row.reasons.length === 0 ? this.show(sending) : this.#changed(sending)
  }

  /** Throws what the store throws; then nothing has changed. */
  async change(row: JobRow, change: JobChange): Promise<JobRow> {
    this.#check(row, change.state)
    return this.#changed(await this.#change(row, change))
  }

  /** What a printer did has happened, whatever the disk says: tried until it is committed or the spool stops. */
  settle(row: JobRow, change: JobChange): void {
    this.#check(row, change.state)
    const settling = this.#settle(row, change).finally(() => this.#settling.delete(settling))
    this.#settling.add(settling)
  }

  /** Resolves once every outcome so far is committed, or given up because the spool stops. */
  async settled(): Promise<void> {
    await Promise.all(this.#settling)
  }

  /** Tells of a job as it stands. */
  show(row: JobRow): JobRow {
    const view = jobView(row)
    this.board.set(view)
    if (row.reprint !== null) this.board.printedAgain(printedBefore(row.reprint))
    this.#parts.onChange(view)
    return row
  }

  /** Waits for what is under way; gives up what the disk does not take. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#stopping.resolve()
    await this.settled()
  }

  /** What the computer that has the label says of it. Throws what the store throws. */
  async changeByNews(row: JobRow, change: JobChange): Promise<JobRow> {
    if (!isAllowedByNews(row.state, change.state))
      throw new Error(`no news bring job ${row.id} from ${row.state} to ${change.state}`)
    return this.#changed(await this.#change(row, { ...change, isNews: true }))
  }

  /** As changeByNews, where a person said what became of the label (rules/answers.ts). */
  async changeByWord(row: JobRow, change: JobChange): Promise<JobRow> {
    if (row.state !== change.state && !isAllowedByWord(row.state, change.state))
      throw new Error(`no word brings job ${row.id} from ${row.state} to ${change.state}`)
    return this.#changed(await this.#change(row, { ...change, isNews: true }))
  }

  async #change({ id }: JobRow, change: JobChange): Promise<JobRow> {
    this.#ahead.delete(id)
    return this.#parts.store.change(id, change)
  }

  /** Null: the disk has none, or one at another printer. */
  #takeAhead(id: string, start: AttemptStart): Promise<JobRow> | null {
    const ahead = this.#ahead.get(id)
    this.#ahead.delete(id)
    if (ahead === undefined || start.kind !== 'printer' || ahead.destination !== start.destination)
      return null
    return ahead.begun.catch(async () => this.#parts.store.startAttempt(id, start))
  }

  #changed(row: JobRow): JobRow {
    const { id, origin } = row
    if (origin !== null) this.#parts.onRemoteNews({ id, origin, now: remoteStateOf(row) })
    return this.show(row)
  }

  async #settle(row: JobRow, change: JobChange): Promise<void> {
    for (let waitMs = AGAIN_MS.first; ; waitMs = Math.min(waitMs * 2, AGAIN_MS.last)) {
      try {
        await this.change(row, change)
        return
      } catch (error) {
        this.#parts.logger.error('spool.outcome-not-kept', error, { job: row.id, state: change.state })
      }
      if (this.#isStopping) return
      await finishesWithin(this.#parts.clock, waitMs, this.#stopping.promise)
    }
  }

  #check({ id, state }: JobRow, to: JobRow['state']): void {
    if (!isAllowed(state, to)) throw new Error(`job ${id} cannot go from ${state} to ${to}`)
  }
}
