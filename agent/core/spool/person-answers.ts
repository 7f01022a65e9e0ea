// What people say of unknown labels, here and at the computers that these labels came from or went to: one answer counts at
// both. The computer that has the label decides, in the order of its commits; rules/answers.ts says what the other one keeps.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PersonAnswer, RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { finishesWithin } from '@pharmacy-relay/shared/waits.ts'
import { LateAnswers } from './late-answers.ts'
import type { Ledger } from './ledger.ts'
import type { Reprints } from './reprints.ts'
import {
  answerPlace,
  changeByMove,
  changeByWord,
  isAsSaid,
  isPrintedAgain,
  isTakenBack,
  notTold,
  pendingChange,
  printedAgain,
  seen,
} from './rules/answers.ts'
import { nextCount, reprintId } from './rules/derived-id.ts'
import type { PendingAnswer } from './rules/forwarding.ts'
import { answeredThere, refused, stillAsked } from './rules/refusals.ts'
import { NOT_KNOWN, remoteStateOf, toldReasons } from './rules/remote-state.ts'
import { routeTo, type Route } from './rules/route.ts'
import type { JobRow, SpoolStore } from './store/spool-store.ts'

export interface PersonAnswersParts {
  readonly store: SpoolStore
  readonly ledger: Ledger
  readonly reprints: Reprints
  readonly route: () => Route
  readonly clock: Clock
  readonly logger: Logger
  /** Runs nothing else of a person meanwhile. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** Keeps what the computer that has a label says of it. */
  readonly onNews: (id: string, now: RemoteState) => Promise<void>
}

/** `by`: the computer at which somebody said so, null here; `untold`: the computer that has the label and cannot be told. */
interface Said {
  readonly by: string | null
  readonly untold: string | null
}

const DECIDED = { isAnswer: true, pendingAnswer: null } as const
/** A person waits for what becomes of an answer; afterwards it shows on the label. */
const ASK_LIMIT_MS = 5_000
/** Of a computer that does not get labels any more: so many are looked at. */
const MAX_PENDING = 1_000

export class PersonAnswers {
  readonly #parts: PersonAnswersParts
  readonly #late: LateAnswers

  constructor(parts: PersonAnswersParts) {
    this.#parts = parts
    this.#late = new LateAnswers(parts)
  }

  /**
   * The label as it then stands: as was said, or with the answer pending. Throws ProblemError state_conflict when another
   * answer counts, or none is asked for.
   */
  async say(find: () => Promise<JobRow>, answer: PersonAnswer): Promise<JobRow> {
    const row = await this.#parts.exclusively(async () => this.#keep(await find(), answer))
    if (row.pendingAnswer === null) return row
    this.#late.watch([row])
    await this.#ask(row, answer)
    const after = (await this.#parts.store.find(row.id)) ?? row
    if (after.pendingAnswer !== null || isAsSaid(after, answer)) return after
    throw after.state === 'unknown' ? stillAsked(after) : answeredThere(after)
  }

  /** Of a person at the computer that the label came from; counts while it is unknown. Throws what the store throws. */
  async hear(id: string, answer: PersonAnswer): Promise<RemoteState> {
    const { store, exclusively, logger } = this.#parts
    return exclusively(async () => {
      const row = await store.find(id)
      if (row === null) return NOT_KNOWN
      if (row.state !== 'unknown' || row.pendingAnswer !== null) return remoteStateOf(row)
      try {
        return remoteStateOf(await this.#take(row, answer, row.sender))
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        logger.warn('spool.answer-not-taken', { job: id, code: error.code })
        return notTaken((await store.find(id)) ?? row, error)
      }
    })
  }

  async pending(computer: string, limit: number): Promise<PendingAnswer[]> {
    const rows = await this.#late.inTime()
    const its = rows.filter(({ target }) => target === computer)
    return its.slice(0, limit).flatMap(({ id, pendingAnswer }) => {
      return pendingAnswer === null ? [] : [{ id, answer: pendingAnswer }]
    })
  }

  /** Keeps what the computer that has the label says; to be run exclusively. Throws what the store throws. */
  async agree(id: string, now: RemoteState, isReply: boolean): Promise<void> {
    const { store, ledger } = this.#parts
    const row = await store.find(id)
    if (row === null) return
    if (isReply && row.pendingAnswer !== null && now.state === 'not_known')
      return void (await this.#decide(row, row.pendingAnswer, { by: null, untold: row.target }))
    const change = changeByWord(row, now, isReply)
    if (change === null) return
    const isReprinted = change.state === 'failed' && now.isAnswered === true
    const reasons = isReprinted ? await this.#withReprint(row, now, change.reasons) : change.reasons
    await ledger.changeByWord(row, { ...change, reasons })
  }

  /** Answers that nobody can be told any more. */
  async routeChanged(): Promise<void> {
    const { store, ledger, route, exclusively } = this.#parts
    if (route().kind === 'none') return
    await exclusively(async () => {
      for (const row of await store.pendingAnswers(MAX_PENDING)) {
        const change = changeByMove(row, route())
        if (change !== null) await ledger.changeByWord(row, change)
      }
    })
  }

  /** Labels of which No counts, and whose reprint may not have been made when the last process ended. Throws what the store throws. */
  async decided(): Promise<JobRow[]> {
    const rows = await this.#parts.store.pendingAnswers(MAX_PENDING)
    this.#late.watch(rows)
    return rows.filter(isPrintedAgain)
  }

  /** Makes their reprints. Never rejects. */
  async resume(decided: readonly JobRow[]): Promise<void> {
    const { exclusively, logger } = this.#parts
    await exclusively(async () => {
      for (const row of decided)
        await this.#printAgain(row, row).catch((error: unknown) =>
          logger.error('spool.reprint-not-made', error, { job: row.id }),
        )
    })
  }

  stop(): void {
    this.#late.stop()
  }

  /** On the disk before anybody is asked. */
  async #keep(row: JobRow, answer: PersonAnswer): Promise<JobRow> {
    if (row.pendingAnswer === answer && isPrintedAgain(row)) return this.#printAgain(row, row)
    if (row.pendingAnswer === answer || (row.pendingAnswer === null && isAsSaid(row, answer))) return row
    if (isTakenBack(row, answer)) return this.#parts.ledger.change(row, pendingChange(row, answer))
    if (row.pendingAnswer !== null) throw stillAsked(row)
    if (row.state === 'unknown') return this.#take(row, answer, null)
    throw row.isAnswered ? answeredThere(row) : refused(row, 'label_not_asked')
  }

  async #take(row: JobRow, answer: PersonAnswer, by: string | null): Promise<JobRow> {
    const place = answerPlace(row, this.#parts.route())
    if (place === 'there') return this.#parts.ledger.change(row, pendingChange(row, answer))
    return this.#decide(row, answer, { by, untold: place === 'gone' ? row.target : null })
  }

  async #decide(row: JobRow, answer: PersonAnswer, { by, untold }: Said): Promise<JobRow> {
    const { ledger, reprints } = this.#parts
    const behind = untold === null ? [] : [notTold(untold)]
    if (answer === 'came_out') {
      const reasons = [seen(by), ...behind]
      const change = { ...DECIDED, state: 'sent_to_printer', reasons, code: null } as const
      return row.state === 'unknown' ? ledger.change(row, change) : ledger.changeByWord(row, change)
    }
    const reasons = [printedAgain(by, await reprints.nextNumber(row)), ...behind]
    const decided = await ledger.change(row, { state: 'unknown', pendingAnswer: answer, reasons })
    return this.#printAgain(decided, row)
  }

  /**
   * That No counts is on the disk before the reprint is: after a crash between them Yes would else count for a label of which
   * a reprint is on its way. Where none can be made the label stands as `before`.
   */
  async #printAgain(row: JobRow, before: JobRow): Promise<JobRow> {
    const { ledger, reprints } = this.#parts
    const { state, reasons, pendingAnswer } = before
    try {
      await reprints.make(row, nextCount(row))
    } catch (error) {
      if (row !== before) await ledger.change(row, { state, reasons, pendingAnswer })
      throw error
    }
    return ledger.change(row, { ...DECIDED, state: 'failed', reasons: row.reasons })
  }

  /** The reprint that was made there is shown here too, as handed over; where what is on it is gone, in words only. */
  async #withReprint(row: JobRow, now: RemoteState, said: Reasons): Promise<Reasons> {
    const { reprints, logger } = this.#parts
    const { target, pendingAnswer } = row
    if (target === null || now.reprint !== reprintId(row, nextCount(row))) return said
    try {
      const reprint = await reprints.madeThere(row, target)
      // What became of it was told before it was here.
      void this.#ask(reprint, null)
      return [printedAgain(pendingAnswer === 'did_not_come_out' ? null : target, reprint.number)]
    } catch (error) {
      logger.warn('spool.reprint-not-shown', {
        job: row.id,
        code: error instanceof ProblemError ? error.code : 'internal',
      })
      return said
    }
  }

  /** Resolves when the reply is kept, or when nobody should wait any longer. Never rejects. */
  async #ask(row: JobRow, answer: PersonAnswer | null): Promise<void> {
    const { clock, logger } = this.#parts
    const asking = this.#asked(row, answer).catch((error: unknown) =>
      logger.error('spool.reply-not-kept', error, { job: row.id }),
    )
    await finishesWithin(clock, ASK_LIMIT_MS, asking)
  }

  async #asked({ id, target }: JobRow, answer: PersonAnswer | null): Promise<void> {
    const { route, exclusively, onNews } = this.#parts
    const now = (await routeTo(route(), target)?.ask?.(id, answer)) ?? null
    if (now === null) return
    if (answer === null) await onNews(id, now)
    else await exclusively(async () => this.agree(id, now, true))
  }
}

/** It stays unknown, unless the disk has more than it said. */
function notTaken(row: JobRow, { reason: why }: ProblemError): RemoteState {
  const now = remoteStateOf(row)
  if (row.state !== 'unknown') return now
  return {
    ...now,
    isRefused: true,
    reasons: toldReasons([why ?? reason('content_locked', {}), ...row.reasons]),
  }
}
