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
import { MaybeStoredJob, StoredJob, StoredJobs, StoredSteps } from './job-row.ts'
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
  return storeOn(thread, { sealer, moment, recent, letter, stop: () => cleanUps.stop() })
}

interface StoreParts {
  readonly sealer: Sealer
  readonly moment: () => Moment
  readonly recent: RecentJobs
  readonly letter: () => string | null
  readonly stop: () => void
}

function storeOn(thread: SpoolThread, parts: StoreParts): StoredSpool {
  const { sealer, recent, stop } = parts
  // The file has no plain hash either: who guesses what is on a label could try it on one.
  const sha256Of = ({ id, sha256 }: JobRow): string => recent.sha256(id) ?? sealer.mask(sha256, id)
  const shown = (row: JobRow): JobRow => ({ ...row, sha256: sha256Of(row) })
  return {
    ...changesOn(thread, parts, shown),
    ...readsOn(thread, parts, shown),
    close: async () => {
      stop()
      recent.stop()
      await thread.close()
    },
  }
}

function changesOn(
  thread: SpoolThread,
  { sealer, moment, recent, letter }: StoreParts,
  shown: (row: JobRow) => JobRow,
): Pick<StoredSpool, 'accept' | 'startAttempt' | 'change'> {
  const changed = async (id: string, operation: Operation): Promise<JobRow> =>
    recent.changing(id, thread.ask(operation, StoredJob).then(shown))
  return {
    accept: async (job, payload, start = null) => {
      if (payload.length === 0) throw new ProblemError('invalid', 'There is nothing to print')
      const sealed = {
        sealed: sealer.seal(payload, job.id),
        bytes: payload.length,
        sha256: sealer.mask(createHash('sha256').update(payload).digest('hex'), job.id),
      }
      // It is asked for in a moment, unless its first try has it already or a person decides first.
      const kept = start === null && job.state === 'accepted' ? copyOf(payload) : null
      try {
        const accept = {
          kind: 'accept',
          job,
          payload: sealed,
          letter: letter(),
          start,
          at: moment(),
        } as const
        const row = await changed(job.id, accept)
        if (kept !== null) recent.keepPayload(job.id, kept)
        return row
      } catch (error) {
        kept?.fill(0)
        throw error
      }
    },
    startAttempt: async (jobId, start) =>
      changed(jobId, { kind: 'startAttempt', jobId, start, at: moment() }),
    change: async (jobId, change) => changed(jobId, { kind: 'change', jobId, change, at: moment() }),
  }
}

function readsOn(
  thread: SpoolThread,
  { sealer, recent, letter }: StoreParts,
  shown: (row: JobRow) => JobRow,
): Omit<StoredSpool, 'accept' | 'startAttempt' | 'change' | 'close'> {
  return {
    payload: async (jobId) => {
      const kept = recent.takePayload(jobId)
      if (kept !== null) return kept
      const sealed = await thread.ask({ kind: 'payload', jobId }, StoredPayload)
      return sealed === null ? null : opened(sealer, sealed, jobId)
    },
    unfinished: async () => (await thread.ask({ kind: 'unfinished' }, StoredJobs)).map(shown),
    openAttempts: async () => thread.ask({ kind: 'openAttempts' }, StoredAttempts),
    unsettled: async (target, limit) =>
      (await thread.ask({ kind: 'unsettled', target, limit }, StoredJobs)).map(shown),
    pendingAnswers: async (limit) =>
      (await thread.ask({ kind: 'pendingAnswers', limit }, StoredJobs)).map(shown),
    list: async (limit, page = NEWEST_JOBS) =>
      (await thread.ask({ kind: 'list', page, limit }, StoredJobs)).map(shown),
    listCounts: async () => thread.ask({ kind: 'listCounts' }, StoredListCounts),
    find: async (idOrNumber) => {
      const number = writtenNumber(idOrNumber)
      const known = number === null ? await recent.row(idOrNumber) : null
      if (known !== null) return known
      const asked: Operation =
        number === null
          ? { kind: 'find', id: idOrNumber }
          : { kind: 'findNumber', numbers: numbersMeant(number, letter()) }
      const row = await thread.ask(asked, MaybeStoredJob)
      return row === null ? null : shown(row)
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
