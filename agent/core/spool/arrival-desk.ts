// Takes the labels of other computers: each id once, for as long as the spool remembers it, whatever comes how often.
//
// The computer that sent a label has judged whether it may be printed: it is never held here. Its language, its copies
// and whether it is complete are found out again, because nothing of that is on the link.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { isLeftOut } from '../failpoint.ts'
import { copiesOf } from '../languages/copies.ts'
import type { Arrival } from './arrival.ts'
import { EXPIRY_MS } from './expiry.ts'
import type { Arrived, ArrivalDesk, ArrivingLabel } from './forwarding.ts'
import { NOT_KNOWN, remoteStateOf } from './remote-state.ts'
import type { Route } from './route.ts'
import type { JobRow, NewJob, SpoolStore } from './spool-store.ts'

export interface ArrivalDeskParts {
  readonly store: Pick<SpoolStore, 'find'>
  readonly route: () => Route
  readonly clock: Clock
  readonly newId: () => string
  /** What is found out about a whole payload. */
  readonly judge: (payload: Uint8Array) => Arrival['verdict']
  /** Throws ProblemError unavailable while the spool takes nothing. */
  readonly ready: () => Promise<void>
  /** Commits it, with its first try where nothing is before it, and hands it on. Throws what the store's accept throws. */
  readonly takeIn: (job: AcceptedJob, payload: Uint8Array) => Promise<JobRow>
}

export type AcceptedJob = NewJob & { readonly state: 'accepted' }

type Known = Exclude<Arrived, { readonly outcome: 'accepted' }>

export function arrivalDesk(parts: ArrivalDeskParts): ArrivalDesk {
  const { store, ready } = parts
  return {
    known: async (label) => {
      await ready()
      return isLeftOut('dedupe') ? null : known(parts, label)
    },
    accept: async (label) => {
      try {
        await ready()
        return await accept(parts, label)
      } finally {
        label.payload.fill(0)
      }
    },
    stateOf: async (id, origin) => {
      await ready()
      const row = await store.find(id)
      return row?.origin === origin ? remoteStateOf(row) : NOT_KNOWN
    },
  }
}

async function known(
  { store }: ArrivalDeskParts,
  { id, sha256, origin }: Pick<ArrivingLabel, 'id' | 'sha256' | 'origin'>,
): Promise<Known | null> {
  const row = await store.find(id)
  if (row === null) return null
  const isSame = row.sha256 === sha256 && row.origin === origin
  return isSame ? { outcome: 'duplicate', now: remoteStateOf(row) } : { outcome: 'conflict' }
}

/** Asks the disk at once: many that come together share a flush, in the order in which they came. */
async function accept(parts: ArrivalDeskParts, label: ArrivingLabel): Promise<Arrived> {
  const { route, newId, takeIn } = parts
  if (route().kind !== 'printer')
    throw new ProblemError('state_conflict', 'This computer has no printer at the moment')
  const job = newJob(parts, label)
  try {
    await takeIn(job, label.payload)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'state_conflict') throw error
    // Without its memory, for the fault campaign: the same label, twice.
    if (isLeftOut('dedupe')) await takeIn({ ...job, id: newId() }, label.payload)
    else {
      const before = await known(parts, label)
      if (before === null) throw error
      return before
    }
  }
  return { outcome: 'accepted' }
}

function newJob({ judge, clock }: ArrivalDeskParts, label: ArrivingLabel): AcceptedJob {
  const { id, sender, origin, reprint, payload, ttlMs } = label
  const { language, isComplete, reason } = judge(payload)
  return {
    ...{ id, sender, origin, reprint, language, isComplete, state: 'accepted', endedBy: 'asked' },
    ...{ reason: isComplete === null ? reason : '', copies: copiesOf(payload, language) },
    ...{ ttlMs: Math.min(EXPIRY_MS, ttlMs), acceptedAtMs: clock.wallMs() },
  }
}
