// What becomes of prescriptions' labels goes back to the pharmacy API; one that was withdrawn meanwhile and still waits is cancelled.
//
//   label asked for ─▶ owed (on the disk) ─▶ its job changes, or somebody signs in ─▶ PUT outcome ─▶ taken: told; its end: forgotten
//                                                     └─ it waits: asked again every 10 s ◀─ isWithdrawn ─▶ cancelled
//   every 10 s ─▶ what is owed is compared with the spool, in turn, so that no change stays untold
//
// A call needs the token of whoever is signed in. Meanwhile nothing has to be remembered: the spool knows the jobs.
import type { Database } from 'better-sqlite3'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { PrescriptionLabel } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { instant, type Cancel, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { isDerivedId } from '../spool/rules/derived-id.ts'
import { labelJobId } from '../spool/rules/label-job-id.ts'
import * as rows from './label-outcomes.queries.ts'
import {
  isLast,
  isNews,
  meaningOf,
  neverMade,
  OFF_PAPER,
  outcomeOf,
  OWED,
  WAITING,
  waitMs,
  type TellableOutcome,
} from './outcome-rule.ts'
import type { PharmacyCalls } from './pharmacy-client.ts'

export interface LabelOutcomesParts {
  readonly database: Database
  /** Calls that count as nothing that a person does. */
  readonly pharmacy: PharmacyCalls
  /** Of this computer, and so of whoever is signed in; null: none. */
  readonly pharmacyId: () => number | null
  /** `ref`: id or number of a job. Throws ProblemError not_found. */
  readonly trace: (ref: string) => Promise<JobTrace>
  /** Cancels a job that waits or is held. Throws ProblemError not_found and state_conflict for any other. */
  readonly withdraw: (jobId: string) => Promise<unknown>
  readonly clock: Clock
  readonly logger: Logger
}

/** Most labels come out within it, so that one call tells all of them. */
const SETTLE_MS = 250
/** So many of the labels that wait are asked about so often, in turn: within the calls that the API takes of a computer. */
const ASK = { everyMs: 10_000, atOnce: 10 }
/** So many labels are compared with the spool as often, in turn; a call is made only where it knows more. */
const COMPARED_AT_ONCE = 100
/** After so many calls the others wait: the pharmacist, who looks for a medicine, has the same allowance of the API. */
const ROUND = { calls: 20, pauseMs: 4_000 }

export class LabelOutcomes {
  readonly #parts: LabelOutcomesParts
  readonly #startedAt: string
  /** Labels to look at; true: the API is asked also where it was told the same. */
  readonly #due = new Map<string, boolean>()
  /** By this process; as many as are owed at most. */
  readonly #givenUp = new Set<string>()
  /** While somebody is signed in. */
  #session: AbortController | null = null
  #round: Promise<void> = Promise.resolve()
  #isRunning = false
  #cancelRound: Cancel | null = null
  #cancelAsking: Cancel | null = null
  #failures = 0
  #askedUpTo = ''
  #comparedUpTo = ''

  constructor(parts: LabelOutcomesParts) {
    this.#parts = parts
    this.#startedAt = instant(parts.clock.wallMs())
  }

  /**
   * Before its job exists, so that no end is missed. False: it was told as never made, which its job would make a lie. Never throws:
   * a label comes out also where this cannot be kept.
   */
  owe(labelId: string): boolean {
    if (this.#givenUp.has(labelId)) return false
    const { database, clock } = this.#parts
    const requestedAt = instant(clock.wallMs())
    this.#forPharmacy((pharmacyId) => {
      this.#forgetOld()
      rows.oweOutcome(database, { labelId, jobId: labelJobId(labelId), pharmacyId, requestedAt })
    })
    // A job that was there before may not change any more.
    this.#look(labelId)
    return true
  }

  /** Never throws. */
  jobChanged({ id }: PrintJob): void {
    if (this.#session === null) return
    this.#forPharmacy((pharmacyId) => {
      const { database } = this.#parts
      const labelId = rows.labelOfJob(database, id)
      if (labelId !== null) this.#look(labelId)
      if (labelId !== null || !isDerivedId(id)) return
      // Perhaps a reprint of one that did not come out.
      const asked = { pharmacyId, states: OFF_PAPER, after: '', limit: OWED.maxRows }
      for (const label of rows.labelsTold(database, asked)) this.#look(label)
    })
  }

  /** All that is owed to the pharmacy is looked at, also what ended while nobody was here. Never throws. */
  signedIn(): void {
    this.signedOut()
    this.#session = new AbortController()
    this.#forPharmacy((pharmacyId) => {
      this.#forgetOld()
      for (const labelId of rows.owedLabels(this.#parts.database, pharmacyId)) this.#look(labelId)
    })
    this.#askAgain()
  }

  signedOut(): void {
    this.#session?.abort()
    this.#session = null
    this.#cancelRound?.()
    this.#cancelRound = null
    this.#cancelAsking?.()
    this.#due.clear()
    this.#failures = 0
  }

  /** Resolves once nothing is under way. */
  async stop(): Promise<void> {
    this.signedOut()
    await this.#round
  }

  #look(labelId: string, isAsked = false): void {
    if (this.#session === null) return
    this.#due.set(labelId, isAsked || this.#due.get(labelId) === true)
    this.#plan(SETTLE_MS)
  }

  #plan(delayMs: number): void {
    if (this.#isRunning || this.#cancelRound !== null || this.#session === null) return
    const { signal } = this.#session
    this.#cancelRound = this.#parts.clock.after(delayMs, () => {
      this.#cancelRound = null
      this.#round = this.#tellDue(signal)
    })
  }

  /** Whether labels that wait were withdrawn, and whether all is told; now, and then again and again, the next ones each time. */
  #askAgain(): void {
    this.#forPharmacy((pharmacyId) => {
      const { database } = this.#parts
      const asked = { pharmacyId, states: WAITING, after: this.#askedUpTo, limit: ASK.atOnce }
      const waiting = rows.labelsTold(database, asked)
      this.#askedUpTo = waiting.length < ASK.atOnce ? '' : (waiting.at(-1) ?? '')
      for (const labelId of waiting) this.#look(labelId, true)
      const compared = { pharmacyId, after: this.#comparedUpTo, limit: COMPARED_AT_ONCE }
      const owed = rows.owedAfter(database, compared)
      this.#comparedUpTo = owed.length < COMPARED_AT_ONCE ? '' : (owed.at(-1) ?? '')
      for (const labelId of owed) this.#look(labelId)
    })
    this.#cancelAsking = this.#parts.clock.after(ASK.everyMs, () => this.#askAgain())
  }

  #forgetOld(): void {
    const { database, clock } = this.#parts
    rows.forgetOld(database, {
      before: instant(clock.wallMs() - OWED.maxAgeMs),
      ofState: 'sent_to_printer',
      ofStateBefore: instant(clock.wallMs() - OWED.sentMaxAgeMs),
      keep: OWED.maxRows,
    })
  }

  /** Labels go on whatever the file says: what it refuses is looked at with the next change, or the next sign-in. */
  #forPharmacy(work: (pharmacyId: number) => void): void {
    const pharmacyId = this.#parts.pharmacyId()
    if (pharmacyId === null) return
    try {
      work(pharmacyId)
    } catch (error) {
      this.#parts.logger.error('outcomes.file-failed', error)
    }
  }

  /** One after the other. Never rejects. */
  async #tellDue(signal: AbortSignal): Promise<void> {
    this.#isRunning = true
    let [pauseMs, calls] = [SETTLE_MS, 0]
    for (const [labelId, isAsked] of this.#due) {
      this.#due.delete(labelId)
      try {
        if (await this.#tell(labelId, isAsked, signal)) calls += 1
        this.#failures = 0
      } catch (error) {
        if (signal.aborted) break
        this.#due.set(labelId, true)
        this.#failures += 1
        pauseMs = waitMs(this.#failures, error)
        this.#parts.logger.warn('outcomes.not-told', { label: labelId, cause: causeOf(error) })
        break
      }
      if (calls >= ROUND.calls) pauseMs = ROUND.pauseMs
      if (signal.aborted || calls >= ROUND.calls) break
    }
    this.#isRunning = false
    // Also where another session began meanwhile.
    if (this.#due.size > 0) this.#plan(pauseMs)
  }

  /** Whether the API was called. Throws what is to be tried again. */
  async #tell(labelId: string, isAsked: boolean, signal: AbortSignal): Promise<boolean> {
    const owed = rows.owedOutcome(this.#parts.database, labelId)
    if (owed === null || owed.pharmacyId !== this.#parts.pharmacyId()) return false
    const trace = await this.#find(owed.jobId)
    if (trace === null) return this.#giveUpUnprinted(labelId, signal)
    const outcome = outcomeOf(trace)
    if (outcome === null) return false
    const isCalled = isAsked || isNews(owed, outcome)
    if (isCalled) await this.#put(labelId, outcome, signal)
    const { reprintedAs } = trace.job
    if (OFF_PAPER.includes(outcome.state) && reprintedAs !== undefined) await this.#follow(owed, reprintedAs)
    return isCalled
  }

  /** Its job may still be made, but not by a process that ended. Told as failed, so that a person makes another label. */
  async #giveUpUnprinted(labelId: string, signal: AbortSignal): Promise<boolean> {
    const { database, clock } = this.#parts
    // Anew: somebody may have asked for it in this very moment.
    const owed = rows.owedOutcome(database, labelId)
    if (owed === null) return false
    const { requestedAt, toldState } = owed
    const isOld = Date.parse(requestedAt) + OWED.noJobMaxAgeMs < clock.wallMs()
    if (!isOld && requestedAt >= this.#startedAt) return false
    // Of a job that was known and is not kept any more nothing is told.
    const isNeverMade = toldState === null
    if (isNeverMade) {
      this.#givenUp.add(labelId)
      await this.#put(labelId, neverMade(owed, instant(clock.wallMs())), signal)
    }
    rows.forgetOutcome(database, labelId)
    return isNeverMade
  }

  /** Null: there is no such job, yet or any more. */
  async #find(ref: string): Promise<JobTrace | null> {
    try {
      return await this.#parts.trace(ref)
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not_found') return null
      throw error
    }
  }

  async #put(labelId: string, outcome: TellableOutcome, signal: AbortSignal): Promise<void> {
    const { database, pharmacy, logger } = this.#parts
    const call = { params: { labelId }, query: null, body: outcome }
    let label: PrescriptionLabel | null = null
    try {
      label = await pharmacy.call(pharmacyApi.putLabelOutcome, call, { signal })
    } catch (error) {
      const meaning = meaningOf(error)
      if (meaning === 'later') throw error
      logger.warn('outcomes.not-taken', { label: labelId, job: outcome.jobId, cause: causeOf(error) })
      if (meaning === 'gone') return rows.forgetOutcome(database, labelId)
    }
    const { jobId, state: toldState, evidence: toldEvidence, reasons: toldReasons } = outcome
    if (isLast(toldState)) rows.forgetOutcome(database, labelId)
    else rows.storeTold(database, { labelId, jobId, toldState, toldEvidence, toldReasons })
    if (label?.isWithdrawn === true && WAITING.includes(toldState)) await this.#withdraw(jobId)
  }

  /** What is on its way to the printer meanwhile stays so. */
  async #withdraw(jobId: string): Promise<void> {
    try {
      await this.#parts.withdraw(jobId)
      this.#parts.logger.info('outcomes.label-withdrawn', { job: jobId })
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'state_conflict') throw error
    }
  }

  /** A reprint prints the label now, and its outcome is the label's. */
  async #follow({ labelId, jobId }: rows.OwedOutcome, reprintedAs: string): Promise<void> {
    const again = await this.#find(reprintedAs)
    if (again?.reprint?.of !== labelJobId(labelId) || again.job.id === jobId) return
    const told = { toldState: null, toldEvidence: null, toldReasons: [] }
    rows.storeTold(this.#parts.database, { labelId, jobId: again.job.id, ...told })
    this.#look(labelId)
  }
}
