// Takes the labels of other computers: each id once, for as long as the spool remembers it, whatever comes how often.
//
// The computer that sent a label has judged whether it may be printed: it is never held here. Its language, its copies
// and whether it is complete are found out again, because nothing of that is on the link.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { LinkCancel, PersonAnswer, RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { copiesOf } from '../languages/copies.ts'
import type { Arrival } from './rules/arrival.ts'
import { derivedId } from './rules/derived-id.ts'
import { EXPIRY_MS } from './rules/expiry.ts'
import type { Arrived, ArrivalService, ArrivingLabel } from './rules/forwarding.ts'
import { NOT_KNOWN, remoteStateOf } from './rules/remote-state.ts'
import { endsHere, type Route } from './rules/route.ts'
import type { JobRow, NewJob, SpoolStore } from './store/spool-store.ts'

export interface ArrivalServiceParts {
  readonly store: Pick<SpoolStore, 'find'>
  readonly route: () => Route
  readonly clock: Clock
  /** What is found out about a whole payload. */
  readonly judge: (payload: Uint8Array) => Arrival['verdict']
  /** Throws ProblemError unavailable while the spool takes nothing. */
  readonly ready: () => Promise<void>
  /** Commits it, with its first try where nothing is before it, and hands it on. Throws what the store's accept throws. */
  readonly takeIn: (job: AcceptedJob, payload: Uint8Array) => Promise<JobRow>
  /** What a person at the computer that sent it says; how it then stands. */
  readonly hear: (id: string, answer: PersonAnswer) => Promise<RemoteState>
  /** That computer takes it back. Throws ProblemError state_conflict when it is too late. */
  readonly cancel: (id: string, why: LinkCancel) => Promise<unknown>
}

export type AcceptedJob = NewJob & { readonly state: 'accepted' }

type Known = Exclude<Arrived, { readonly outcome: 'accepted' }>
type Named = Pick<ArrivingLabel, 'id' | 'sha256' | 'origin'>

const CAME_HOME = reason('came_home', {})

export function arrivalService(parts: ArrivalServiceParts): ArrivalService {
  const { ready } = parts
  return {
    known: async (label) => {
      await ready()
      const found = await known(parts, label)
      return found === 'comes_home' ? null : found
    },
    accept: async (label) => {
      try {
        await ready()
        return await accept(parts, label)
      } finally {
        label.payload.fill(0)
      }
    },
    stateOf: async (id, origin, answer = null) => {
      const its = await itsJob(parts, { id, origin })
      if (its === null) return NOT_KNOWN
      return answer === null ? remoteStateOf(its) : parts.hear(its.id, answer)
    },
    cancel: async (id, origin, why) => {
      const its = await itsJob(parts, { id, origin })
      return its === null ? NOT_KNOWN : cancelled(parts, its, why)
    },
  }
}

/** Of that device; null: it has none of this id here. */
async function itsJob(
  { store, ready }: ArrivalServiceParts,
  { id, origin }: Pick<ArrivingLabel, 'id' | 'origin'>,
): Promise<JobRow | null> {
  await ready()
  const row = await store.find(id)
  const its = row?.origin === null ? await store.find(homeId(id)) : row
  return its?.origin === origin ? its : null
}

async function cancelled(
  { store, cancel }: ArrivalServiceParts,
  job: JobRow,
  why: LinkCancel,
): Promise<RemoteState> {
  const isTooLate = await cancel(job.id, why).then(
    () => false,
    (error: unknown) => {
      if (error instanceof ProblemError && error.code === 'state_conflict') return true
      throw error
    },
  )
  const now = remoteStateOf((await store.find(job.id)) ?? job)
  return isTooLate ? { ...now, isRefused: true } : now
}

/**
 * `comes_home`: this computer sent it to that one, which hands on what still waits there, because the printer is here now.
 * It is a job of its own, whose id follows from the first: that one stays what it was, forwarded.
 */
async function known({ store }: ArrivalServiceParts, label: Named): Promise<Known | 'comes_home' | null> {
  const row = await store.find(label.id)
  if (row === null) return null
  const home = row.origin === null ? await store.find(homeId(label.id)) : null
  if (home === null && comesHome(row, label)) return 'comes_home'
  return told(home ?? row, label)
}

function told(row: JobRow, { sha256, origin }: Named): Known {
  const isSame = row.sha256 === sha256 && row.origin === origin
  return isSame ? { outcome: 'duplicate', now: remoteStateOf(row) } : { outcome: 'conflict' }
}

/** Not one about which a person here has said something: it may have been printed again. */
function comesHome({ origin, state, isAnswered, sha256 }: JobRow, label: Named): boolean {
  const isOpen = (state === 'forwarded' || state === 'unknown') && !isAnswered
  return origin === null && isOpen && sha256 === label.sha256
}

function homeId(id: string): string {
  return derivedId(`home ${id}`)
}

/**
 * Asks the disk at once: many that come together share a flush, in the order in which they came. Of a label that was taken before
 * nothing else is said, whatever it is not taken for now: its sender would believe that it is not here.
 */
async function accept(
  parts: ArrivalServiceParts,
  label: ArrivingLabel,
  job = endsHere(parts.route()) ? newJob(parts, label) : null,
): Promise<Arrived> {
  const fault = job === null ? noPrinter() : await faultOf(parts, job, label)
  if (fault === null) return { outcome: 'accepted' }
  const found = await known(parts, label)
  if (found !== null && found !== 'comes_home') return found
  if (found === null || job?.id !== label.id || !isTaken(fault)) throw fault
  return accept(parts, label, { ...job, id: homeId(label.id), reasons: [CAME_HOME] })
}

function noPrinter(): ProblemError {
  return new ProblemError('state_conflict', reason('no_printer', {}))
}

/** Null: it was taken now. */
async function faultOf(
  { takeIn }: ArrivalServiceParts,
  job: AcceptedJob,
  label: ArrivingLabel,
): Promise<Error | null> {
  return takeIn(job, label.payload).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error('The spool failed', { cause: error })),
  )
}

/** There is one of its id. */
function isTaken(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'state_conflict'
}

function newJob({ judge, clock }: ArrivalServiceParts, label: ArrivingLabel): AcceptedJob {
  const { id, sender, origin, reprint, number, payload, ttlMs, goesFirst = false } = label
  const { language, isComplete, copies, reason: unchecked } = judge(payload)
  return {
    id,
    sender,
    origin,
    reprint,
    number,
    language,
    isComplete,
    state: 'accepted',
    endedBy: 'asked',
    reasons: isComplete === null && unchecked !== null ? [reason(unchecked, {})] : [],
    copies: copies ?? copiesOf(payload, language),
    ttlMs: Math.min(EXPIRY_MS, ttlMs),
    acceptedAtMs: clock.wallMs(),
    goesFirst,
  }
}
