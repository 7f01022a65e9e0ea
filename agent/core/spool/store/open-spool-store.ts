// The spool on the disk: labels are sealed here, and a thread of its own commits them.
import { createHash } from 'node:crypto'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { numbersMeant, writtenNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import { NEWEST_JOBS } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { z } from 'zod'
import type { Sealer } from '../../keys/sealer.ts'
import type { JobRow, SpoolStore } from './spool-store.ts'
import { CleanUps } from './clean-ups.ts'
import type { Moment, Operation } from './operations.ts'
import { CHANGED_SINCE } from './changed-since.ts'
import { Given, KeptJobs, MaybeKeptJob, StoredJobs, Written } from './job-row.ts'
import { StoredSteps } from './step-row.ts'
import {
  acceptance,
  changeWrite,
  tryWrite,
  type JobWrite,
  type KnownJob,
  type NewPayload,
} from './job-writes.ts'
import { openProgress, type ProgressFile } from './progress-file.ts'
import { RecentJobs } from './recent-jobs.ts'
import { SPOOL_LIMITS, type SpoolLimits } from './spool-limits.ts'
import type { SpoolSetup } from './file/spool-setup.ts'
import { SpoolThread } from './spool-thread.ts'
import {
  CleanUpResult,
  StoredAttempts,
  StoredHours,
  StoredListCounts,
  StoredPayload,
  type HourCounts,
} from './stored-rows.ts'

export interface SpoolStoreParts {
  /** The data folder. */
  readonly folder: string
  readonly sealer: Sealer
  readonly clock: Clock
  readonly logger: Logger
  /** Of this computer in its pharmacy, asked at every label; left out or null, numbers have none. */
  readonly letter?: () => string | null
  readonly limits?: Partial<SpoolLimits>
  /** Left out, each commit waits for the disk. */
  readonly synchronous?: SpoolSetup['synchronous']
  /** The program of its thread; from the sources or from the bundle unless a test brings another. */
  readonly threadFile?: URL
}

export interface StoredSpool extends SpoolStore {
  /** Oldest first; kept for 90 days. */
  hours(fromMs: number): Promise<HourCounts[]>
  /** What its thread holds and does not need at rest. */
  giveMemoryBack(): Promise<void>
}

const isSource = import.meta.url.endsWith('.ts')
const THREAD_FILE = new URL(isSource ? './file/spool-worker.ts' : './spool-worker.mjs', import.meta.url)

/**
 * Throws ProblemError state_conflict when another agent uses the spool, when its file is damaged or a newer agent wrote
 * it, and unavailable when the disk is full before there is a spool. The file is left as it is then.
 */
export async function openSpoolStore(parts: SpoolStoreParts): Promise<StoredSpool> {
  const { folder, clock, logger, synchronous = 'FULL' } = parts
  const thread = new SpoolThread({
    clock,
    logger,
    file: parts.threadFile ?? THREAD_FILE,
    setup: { folder, limits: { ...SPOOL_LIMITS, ...parts.limits }, synchronous },
  })
  try {
    await thread.ask({ kind: 'open' }, z.null())
  } catch (error) {
    await thread.close()
    throw error
  }
  const moment = (): Moment => ({ wallMs: clock.wallMs(), runMs: clock.monotonicMs() })
  const recent = new RecentJobs(clock)
  const cleanUps = new CleanUps({
    clock,
    logger,
    run: async () =>
      thread.ask({ kind: 'cleanUp', at: moment() }, CleanUpResult).finally(() => recent.forget()),
  })
  cleanUps.start()
  const { sealer, letter = () => null } = parts
  const progress = openProgress(folder, logger)
  return storeOn(thread, { sealer, moment, recent, letter, progress, stop: () => cleanUps.stop() })
}

interface StoreParts {
  readonly sealer: Sealer
  readonly moment: () => Moment
  readonly recent: RecentJobs
  readonly progress: ProgressFile
  readonly letter: () => string | null
  readonly stop: () => void
}

function storeOn(thread: SpoolThread, parts: StoreParts): StoredSpool {
  const { sealer, recent, progress, stop } = parts
  // The file has no plain hash either: who guesses what is on a label could try it on one.
  const sha256Of = ({ id, sha256 }: JobRow): string => recent.sha256(id) ?? sealer.mask(sha256, id)
  const shown = (row: JobRow): JobRow => ({ ...row, sha256: sha256Of(row) })
  return {
    ...changesOn(thread, parts, shown),
    ...readsOn(thread, parts, shown),
    progress,
    giveMemoryBack: async () => void (await thread.ask({ kind: 'giveMemoryBack' }, z.null())),
    close: async () => {
      stop()
      recent.stop()
      await thread.close()
      progress.close()
    },
  }
}

function changesOn(
  thread: SpoolThread,
  { sealer, moment, recent, letter }: StoreParts,
  shown: (row: JobRow) => JobRow,
): Pick<StoredSpool, 'accept' | 'startAttempt' | 'change'> {
  const write = jobWriter(thread, recent, shown)
  return {
    accept: async (job, payload, start = null) => {
      if (payload.length === 0) throw new ProblemError('invalid', 'There is nothing to print')
      const sealed = newPayload(sealer, payload, job.id)
      // It is asked for in a moment, unless its first try begins with it or a person decides first.
      const isSoon = job.state === 'accepted' && (start === null || start.isAhead === true)
      const kept = isSoon ? copyOf(payload) : null
      const { operation, becomes } = acceptance({
        job,
        start,
        payload: sealed,
        letter: letter(),
        at: moment(),
      })
      try {
        const accepted = await recent.changing(job.id, thread.ask(operation, Given).then(becomes), null)
        if (kept !== null) recent.keepPayload(job.id, kept)
        return accepted.row
      } catch (error) {
        kept?.fill(0)
        throw error
      }
    },
    startAttempt: async (jobId, start) => write(jobId, (job) => tryWrite(job, start, moment())),
    change: async (jobId, change) => write(jobId, (job) => changeWrite(job, change, moment())),
  }
}

function newPayload(sealer: Sealer, payload: Uint8Array, about: string): NewPayload {
  const sha256 = createHash('sha256').update(payload).digest('hex')
  return {
    sealed: sealer.seal(payload, about),
    bytes: payload.length,
    sha256,
    masked: sealer.mask(sha256, about),
  }
}

/** A job changes behind our back only where a commit before it failed. */
const MOST_WRITES = 10

/** Writes a job as `make` says that it becomes, founded on the job as it is then. Throws ProblemError not_found and unavailable. */
function jobWriter(
  thread: SpoolThread,
  recent: RecentJobs,
  shown: (row: JobRow) => JobRow,
): (id: string, make: (job: KnownJob) => JobWrite) => Promise<JobRow> {
  const read = async (id: string): Promise<KnownJob> => {
    const job = await thread.ask({ kind: 'find', id }, MaybeKeptJob)
    if (job === null) throw new ProblemError('not_found', `There is no job ${id}`)
    return { row: shown(job.row), steps: job.steps, acceptedRunMs: null }
  }
  const written = async ({ operation, becomes }: JobWrite): Promise<KnownJob | null> =>
    thread.ask(operation, Written).then((found) => {
      if (found === CHANGED_SINCE) return null
      return found === null ? becomes : { ...becomes, row: shown(found.row) }
    })
  return async (id, make) => {
    for (let writes = 0; writes < MOST_WRITES; writes += 1) {
      const write = make(recent.next(id) ?? (await read(id)))
      const becomes = write.operation.isRead ? null : write.becomes
      const job = await recent.changing(id, written(write), becomes)
      if (job !== null) return job.row
    }
    throw new ProblemError('internal', `The job ${id} changes all the time`)
  }
}

function readsOn(
  thread: SpoolThread,
  { sealer, recent, letter }: StoreParts,
  shown: (row: JobRow) => JobRow,
): Omit<StoredSpool, 'progress' | 'accept' | 'startAttempt' | 'change' | 'close' | 'giveMemoryBack'> {
  const found = async (asked: Operation): Promise<JobRow | null> => {
    const job = await thread.ask(asked, MaybeKeptJob)
    return job === null ? null : shown(job.row)
  }
  const rows = async (asked: Operation): Promise<JobRow[]> => (await thread.ask(asked, StoredJobs)).map(shown)
  return {
    payload: async (jobId) => {
      const kept = recent.takePayload(jobId)
      if (kept !== null) return kept
      const sealed = await thread.ask({ kind: 'payload', jobId }, StoredPayload)
      return sealed === null ? null : opened(sealer, sealed, jobId)
    },
    unfinished: async () => {
      const jobs = await thread.ask({ kind: 'unfinished' }, KeptJobs)
      return jobs.map(({ row: stored, steps }) => {
        const row = shown(stored)
        // Whoever asks changes them next.
        recent.remember({ row, steps, acceptedRunMs: null })
        return row
      })
    },
    openAttempts: async () => thread.ask({ kind: 'openAttempts' }, StoredAttempts),
    unsettled: async (target, limit) => rows({ kind: 'unsettled', target, limit }),
    pendingAnswers: async (limit) => rows({ kind: 'pendingAnswers', limit }),
    list: async (limit, page = NEWEST_JOBS) => rows({ kind: 'list', page, limit }),
    listCounts: async () => thread.ask({ kind: 'listCounts' }, StoredListCounts),
    find: async (idOrNumber) => {
      const number = writtenNumber(idOrNumber)
      if (number !== null) return found({ kind: 'findNumber', numbers: numbersMeant(number, letter()) })
      return (await recent.row(idOrNumber)) ?? found({ kind: 'find', id: idOrNumber })
    },
    trace: async (jobId) => thread.ask({ kind: 'trace', jobId }, StoredSteps),
    hours: async (fromMs) => thread.ask({ kind: 'hours', fromMs }, StoredHours),
  }
}

/** Not out of Node's pool, so that what is overwritten is all there is. */
function copyOf(payload: Uint8Array): Uint8Array {
  const copy = Buffer.allocUnsafeSlow(payload.length)
  copy.set(payload)
  return copy
}

function opened(sealer: Sealer, sealed: Uint8Array, jobId: string): Uint8Array {
  try {
    return sealer.open(sealed, jobId)
  } catch (error) {
    const text = `The stored label of job ${jobId} cannot be opened; send it again`
    throw new ProblemError('internal', text, { cause: error })
  }
}
