// The contract of the spool's store in memory, with a disk that outlives it and a crash at any commit.
import { createHash } from 'node:crypto'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import {
  isInList,
  NEWEST_JOBS,
  type JobListCounts,
  type JobListName,
  type JobPage,
} from '@pharmacy-relay/shared/labels/job-lists.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { isUnderWay } from '../rules/job-states.ts'
import { changeStep, firstStep, tryStep } from '../store/job-writes.ts'
import { NO_PROGRESS, notedAs, type Notes, type Progress } from '../store/progress.ts'
import { stepAsRead, type NewStep } from '../store/step-row.ts'
import { MemoryProgress } from './memory-progress.ts'
import type {
  AttemptStart,
  JobChange,
  JobRow,
  NewJob,
  OpenAttempt,
  SpoolStore,
  TraceStep,
} from '../store/spool-store.ts'

interface StoredJob {
  row: JobRow
  payload: Uint8Array | null
  readonly steps: TraceStep[]
  attempt: OpenAttempt | null
  lastMs: number | null
}

/** What survives a crash. */
export class MemoryDisk {
  readonly jobs: StoredJob[] = []
  /** What its processes noted; null: nothing is, or the power was cut since. */
  notes: Notes | null = null
  /** Processes note what they do at the printer. */
  isNoted = true

  byRef(ref: string): StoredJob | undefined {
    return this.jobs.find(({ row }) => row.id === ref || row.number === ref)
  }

  /** A new process: its monotonic clock tells nothing about the steps before. */
  restarted(): void {
    for (const job of this.jobs) job.lastMs = null
  }
}

interface Waiting {
  readonly run: () => unknown
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

export const MEMORY_LIMIT = 1_000

export class MemoryStore implements SpoolStore {
  readonly disk: MemoryDisk
  readonly #clock: Clock
  /** Commits wait until `flush`. */
  isManual = false
  /** What the next commits are refused with. */
  fault: Error | null = null
  #isDead = false
  #queue: Waiting[] = []

  readonly progress: Progress

  constructor(clock: Clock, disk = new MemoryDisk()) {
    this.#clock = clock
    this.disk = disk
    disk.restarted()
    this.progress = disk.isNoted ? new MemoryProgress(disk, () => this.#isDead) : NO_PROGRESS
  }

  pending(): number {
    return this.#queue.length
  }

  /** Answers what was asked so far, in its order. */
  flush(): void {
    const queue = this.#queue
    this.#queue = []
    for (const { run, resolve, reject } of queue) {
      try {
        resolve(run() as never)
      } catch (error) {
        reject(error)
      }
    }
  }

  /** The process ends: the first `kept` of what was asked reached the disk, and nobody hears of it. */
  crash(kept: number): void {
    for (const { run } of this.#queue.slice(0, kept)) {
      try {
        run()
      } catch {
        // Refused, and nobody is there to hear it.
      }
    }
    this.#queue = []
    this.#isDead = true
  }

  async accept(job: NewJob, payload: Uint8Array, start: AttemptStart | null = null): Promise<JobRow> {
    const kept = Uint8Array.from(payload)
    return this.#ask(() => {
      const stored = this.#accept(job, kept)
      return start === null ? stored.row : this.#begin(stored, start)
    })
  }

  async startAttempt(jobId: string, start: AttemptStart): Promise<JobRow> {
    return this.#ask(() => {
      this.#refuse()
      return this.#begin(this.#job(jobId), start)
    })
  }

  async change(jobId: string, change: JobChange): Promise<JobRow> {
    return this.#ask(() => {
      this.#refuse()
      const job = this.#job(jobId)
      const { state, reasons, code = job.row.code, evidence = job.row.evidence } = change
      if (change.dropPayload === true) job.payload = null
      if (state !== 'sending') job.attempt = null
      const hasPayload = job.payload !== null
      const { target = job.row.target, isAnswer = false } = change
      const isAnswered = job.row.isAnswered || isAnswer
      const ttlMs = state === 'accepted' ? null : job.row.ttlMs
      const { pendingAnswer = job.row.pendingAnswer } = change
      const next = { state, reasons, code, evidence, hasPayload, target, isAnswered, pendingAnswer, ttlMs }
      return this.#set(job, next, changeStep(change, this.#now()))
    })
  }

  async payload(jobId: string): Promise<Uint8Array | null> {
    if (this.#isDead) return new Promise(() => undefined)
    // Remembered, as by the real store: no commit is waited for.
    const { payload } = this.#job(jobId)
    return payload === null ? null : Uint8Array.from(payload)
  }

  async unfinished(): Promise<JobRow[]> {
    const states = ['accepted', 'waiting_for_printer', 'sending']
    return this.#ask(() =>
      this.disk.jobs.filter(({ row }) => states.includes(row.state)).map(({ row }) => row),
    )
  }

  async openAttempts(): Promise<OpenAttempt[]> {
    return this.#ask(() => this.disk.jobs.flatMap(({ attempt }) => (attempt === null ? [] : [attempt])))
  }

  async unsettled(computer: string, limit: number): Promise<JobRow[]> {
    const rows = await this.list(this.disk.jobs.length)
    const isOpen = ({ state, target, isAnswered }: JobRow): boolean =>
      target === computer && !isAnswered && (state === 'forwarded' || state === 'unknown')
    return rows.filter(isOpen).slice(0, limit)
  }

  async pendingAnswers(limit: number): Promise<JobRow[]> {
    const rows = await this.list(this.disk.jobs.length)
    return rows
      .filter(({ pendingAnswer }) => pendingAnswer !== null)
      .toReversed()
      .slice(0, limit)
  }

  async list(limit: number, { only, before }: JobPage = NEWEST_JOBS): Promise<JobRow[]> {
    return this.#ask(() =>
      this.disk.jobs
        .map(({ row }) => row)
        .filter((row) => (before === null || row.n < before) && (only === null || isInList(row, only)))
        .slice(-limit)
        .toReversed(),
    )
  }

  async listCounts(): Promise<JobListCounts> {
    const count = (list: JobListName): number =>
      this.disk.jobs.filter(({ row }) => isInList(row, list)).length
    return this.#ask(() => ({ 'not-out': count('not-out'), waits: count('waits'), asks: count('asks') }))
  }

  async find(idOrNumber: string): Promise<JobRow | null> {
    return this.#ask(() => this.disk.byRef(idOrNumber)?.row ?? null)
  }

  async trace(jobId: string): Promise<TraceStep[]> {
    return this.#ask(() => [...this.#job(jobId).steps])
  }

  async close(): Promise<void> {
    this.flush()
  }

  #begin(job: StoredJob, start: AttemptStart): JobRow {
    const attempt = job.row.attempts + 1
    const { kind, destination, odometer, run = null } = start
    const noted = run === null ? null : notedAs(run, attempt)
    const startedAtMs = this.#clock.wallMs()
    job.attempt = { kind, destination, odometer, noted, jobId: job.row.id, attempt, startedAtMs }
    const target = kind === 'computer' ? destination : null
    const next = {
      state: 'sending',
      reasons: [],
      evidence: null,
      attempts: attempt,
      destination,
      target,
    } as const
    // Without where it goes, which tests of reasons would all have to pass over.
    return this.#set(job, next, { ...tryStep(start, this.#now()), reasons: [] })
  }

  #accept(job: NewJob, payload: Uint8Array): StoredJob {
    this.#refuse()
    if (payload.length === 0) throw new ProblemError('invalid', 'There is nothing to print')
    const waiting = this.disk.jobs.filter(({ row }) => isUnderWay(row.state)).length
    if (waiting >= MEMORY_LIMIT) throw new ProblemError('unavailable', 'Too many labels wait')
    if (this.disk.byRef(job.id) !== undefined) throw new ProblemError('state_conflict', 'The id is taken')
    const { hasPatience: _, ...facts } = job
    const row: JobRow = {
      ...facts,
      n: this.disk.jobs.length + 1,
      number: job.number ?? String(this.disk.jobs.length + 1),
      bytes: payload.length,
      code: null,
      sha256: createHash('sha256').update(payload).digest('hex'),
      destination: null,
      attempts: 0,
      evidence: null,
      changedAtMs: job.acceptedAtMs,
      hasPayload: true,
      isAnswered: false,
      pendingAnswer: null,
      origin: job.origin ?? null,
      ttlMs: job.ttlMs ?? null,
      target: job.target ?? null,
      reprintedAs: null,
    }
    this.#printedAgain(row)
    const stored: StoredJob = { row, payload, steps: [], attempt: null, lastMs: null }
    this.disk.jobs.push(stored)
    this.#set(stored, {}, firstStep(job, row, this.#now()))
    return stored
  }

  /** Those that this label is printed in place of. */
  #printedAgain({ n, number, reprint }: JobRow): void {
    if (reprint === null) return
    for (const job of this.disk.jobs) {
      const { id, reprint: own } = job.row
      if ((own?.of ?? id) === reprint.of && (own?.count ?? 0) < reprint.count)
        job.row = { ...job.row, reprintedAs: number ?? String(n) }
    }
  }

  #set(job: StoredJob, change: Partial<JobRow>, step: NewStep): JobRow {
    job.row = { ...job.row, ...change, changedAtMs: step.atMs }
    const nowMs = this.#clock.monotonicMs()
    job.steps.push(stepAsRead(step, job.lastMs === null ? null : nowMs - job.lastMs))
    job.lastMs = nowMs
    return job.row
  }

  #now(): { readonly wallMs: number } {
    return { wallMs: this.#clock.wallMs() }
  }

  #job(jobId: string): StoredJob {
    const job = this.disk.byRef(jobId)
    if (job === undefined) throw new ProblemError('not_found', 'There is no such job')
    return job
  }

  #refuse(): void {
    if (this.fault !== null) throw this.fault
  }

  async #ask<T>(run: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    // A dead process hears nothing any more.
    if (this.#isDead) return promise
    this.#queue.push({ run, resolve, reject })
    if (!this.isManual) queueMicrotask(() => this.flush())
    return promise
  }
}
