// The parts of a label's path, wrapped so that they die or lie where a campaign wants it.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { randomUUID } from 'node:crypto'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { RawJob } from '../intake/raw-connection.ts'
import type { Printers } from '../printers/printers.ts'
import type { LinkServices } from '../printing/link-port.ts'
import type { ComputerRoute } from '../spool/rules/forwarding.ts'
import type { JobRow, SpoolStore } from '../spool/store/spool-store.ts'
import type { FailpointName } from './reach-failpoint.ts'

/** A commit that nobody waits for, or a rule that nobody asks. */
export const COMMITS = ['accepted-commit', 'sending-commit', 'spool-flush', 'bytes-left', 'dedupe'] as const
export type CommitName = (typeof COMMITS)[number]

export interface LabelPathFaults {
  readonly store: (store: SpoolStore) => SpoolStore
  readonly printers: (printers: Printers) => Printers
  readonly arrivals: (arrivals: LinkServices['arrivals']) => LinkServices['arrivals']
  readonly route: (route: ComputerRoute | Reason) => ComputerRoute | Reason
  /** Around what takes a label of the listener. */
  readonly onJob: (onJob: (job: RawJob) => Promise<void>) => (job: RawJob) => Promise<void>
}

export interface FaultyPathParts {
  /** One more label is at this place: whether the process is to die now. */
  readonly isDue: (name: FailpointName) => boolean
  readonly die: () => never
  readonly without: CommitName | null
}

export function faultyPath(parts: FaultyPathParts): LabelPathFaults {
  const { without } = parts
  return {
    store: (store) => dyingStore(without === null ? store : lyingStore(store, without), parts),
    printers: (printers) => ({ ...printers, print: printOf(printers, parts) }),
    arrivals: (arrivals) => (without === 'dedupe' ? { ...arrivals, known: async () => null } : arrivals),
    route: dyingRoutes(parts),
    onJob: (onJob) =>
      without === 'accepted-commit' ? async (job) => void onJob(job).catch(() => undefined) : onJob,
  }
}

/** FP1, FP2: around the commit of a label of this computer; FP6, FP7: of another one; FP13: behind an outcome. */
function dyingStore(store: SpoolStore, { isDue, die }: FaultyPathParts): SpoolStore {
  const sending = new Set<string>()
  const reach = (name: FailpointName): void => void (isDue(name) && die())
  return {
    ...store,
    accept: async (job, payload, start = null) => {
      const isFromHere = (job.origin ?? null) === null
      reach(isFromHere ? 'FP1' : 'FP6')
      const row = await store.accept(job, payload, start)
      if (row.state === 'sending') sending.add(row.id)
      reach(isFromHere ? 'FP2' : 'FP7')
      return row
    },
    startAttempt: async (jobId, start) => {
      const row = await store.startAttempt(jobId, start)
      sending.add(jobId)
      return row
    },
    change: async (jobId, change) => {
      const row = await store.change(jobId, change)
      if (change.state !== 'sending' && sending.delete(jobId)) reach('FP13')
      return row
    },
  }
}

function lyingStore(store: SpoolStore, without: CommitName): SpoolStore {
  if (without === 'sending-commit') return withoutSending(store)
  if (without !== 'dedupe') return store
  return {
    ...store,
    accept: async (job, payload, start = null) =>
      store.accept(job, payload, start).catch(async (error: unknown) => {
        if (!(error instanceof ProblemError) || error.code !== 'state_conflict') throw error
        return store.accept({ ...job, id: randomUUID() }, payload, start)
      }),
  }
}

/** Says that a try is on the disk, where it is not. */
function withoutSending(store: SpoolStore): SpoolStore {
  const pretended = (row: JobRow): JobRow => ({ ...row, state: 'sending' })
  return {
    ...store,
    accept: async (job, payload, start = null) => {
      const row = await store.accept(job, payload, null)
      return start === null ? row : pretended(row)
    },
    startAttempt: async (jobId, start) => {
      const row = await store.find(jobId)
      return row === null || start.kind === 'computer' ? store.startAttempt(jobId, start) : pretended(row)
    },
  }
}

/** FP9: before the first byte; FP10: half the label is there; FP12: the printer has closed, and nobody knows. */
function printOf(printers: Printers, { isDue, die, without }: FaultyPathParts): Printers['print'] {
  return async (id, request) => {
    if (isDue('FP9')) die()
    if (printers.way(id) === 'two_way' && isDue('FP10')) {
      const half = request.payload.subarray(0, Math.ceil(request.payload.length / 2))
      await printers.print(id, { ...request, payload: half, tail: null })
      die()
    }
    const outcome = await printers.print(id, request)
    if (isDue('FP12')) die()
    return without === 'bytes-left' && !outcome.ok && outcome.retry === 'ambiguous'
      ? { ...outcome, retry: 'transient' }
      : outcome
  }
}

/** FP8: the other computer has the label, and this one has not said so on its disk. The same function for the same route. */
function dyingRoutes({ isDue, die }: FaultyPathParts): LabelPathFaults['route'] {
  const wrapped = new WeakMap<ComputerRoute, ComputerRoute>()
  return (route) => {
    if (!('kind' in route)) return route
    const known = wrapped.get(route) ?? {
      ...route,
      deliver: async (label) => {
        const end = await route.deliver(label)
        if (end.kind === 'forwarded' && isDue('FP8')) die()
        return end
      },
    }
    wrapped.set(route, known)
    return known
  }
}
