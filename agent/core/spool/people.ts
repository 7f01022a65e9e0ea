// What people do with a label: cancel it, print it anyway, say what became of it, print it again.
//
// One after the other, and each may be asked any number of times: the second time changes nothing. A label that the
// row has handed over is the printer's; nobody can take it back.
import { createHash } from 'node:crypto'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { JOB_STATES } from '@pharmacy-relay/shared/print-job.ts'
import { copiesOf } from '../languages/copies.ts'
import { withReprintMark } from '../languages/reprint-mark.ts'
import type { Lane } from './lane.ts'
import type { Ledger } from './ledger.ts'
import type { JobRow, SpoolStore } from './spool-store.ts'

export interface PeopleParts {
  readonly store: SpoolStore
  readonly ledger: Ledger
  readonly lane: Lane
  readonly clock: Clock
  /** Resolves once the jobs of the last process are in the lane, or a decision could put one there twice. */
  readonly ready: () => Promise<void>
}

/** Of one label; a person who needs more has another problem. */
export const MAX_REPRINTS = 99

const SAYS_SO = 'and the label says so'
const LET_GO = ['accepted', 'waiting_for_printer', 'sending', 'forwarded', 'sent_to_printer', 'printed']

export class People {
  readonly #parts: PeopleParts
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: PeopleParts) {
    this.#parts = parts
  }

  /** Runs nothing else of a person meanwhile. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Nothing comes out of a label that waits or is held. Throws ProblemError not_found and state_conflict. */
  async cancel(ref: string, who = 'somebody at this computer'): Promise<JobRow> {
    return this.exclusively(async () => {
      const row = await this.#find(ref)
      if (row.state === 'cancelled') return row
      const change = { state: 'cancelled', reason: `${who} cancelled it` } as const
      if (row.state === 'held') return this.#parts.ledger.change(row, { ...change, dropPayload: true })
      const waiting = this.#parts.lane.row.take(row.id)
      if (waiting === null) throw refused(row, cancelAdvice(row.state))
      try {
        return await this.#parts.ledger.change(waiting.row, { ...change, dropPayload: true })
      } catch (error) {
        this.#parts.lane.row.putBack(waiting)
        throw error
      }
    })
  }

  /** Prints a held or expired label anyway. Throws ProblemError not_found and state_conflict. */
  async release(ref: string): Promise<JobRow> {
    return this.exclusively(async () => {
      const row = await this.#find(ref)
      if (LET_GO.includes(row.state)) return row
      if (row.state !== 'held' && row.state !== 'expired')
        throw refused(row, row.state === 'unknown' ? ANSWER : REPRINT)
      if (!row.hasPayload) throw gone(row)
      const words = row.state === 'held' ? 'somebody said: print anyway' : 'somebody said: print now'
      const accepted = await this.#parts.ledger.change(row, { state: 'accepted', reason: words })
      this.#enqueue(accepted)
      return accepted
    })
  }

  /** An unknown label did come out. Throws ProblemError not_found and state_conflict. */
  async cameOut(ref: string): Promise<JobRow> {
    return this.exclusively(async () => {
      const row = await this.#find(ref)
      if (row.state === 'sent_to_printer' || row.state === 'printed') return row
      if (row.state !== 'unknown') throw refused(row, ONLY_UNKNOWN)
      const reason = 'somebody at this computer saw that it came out'
      return this.#parts.ledger.change(row, { state: 'sent_to_printer', reason, code: null })
    })
  }

  /** An unknown label did not come out: prints it again, with the mark. Returns the reprint. */
  async didNotComeOut(ref: string): Promise<JobRow> {
    return this.exclusively(async () => {
      const row = await this.#find(ref)
      const before = await this.#parts.store.find(reprintOf(row, countOf(row) + 1).id)
      if (before !== null && row.state === 'failed') return before
      if (row.state !== 'unknown') throw refused(row, ONLY_UNKNOWN)
      return this.#printAgain(row, countOf(row) + 1)
    })
  }

  /**
   * Prints a label that is over again, as a job of its own with the mark. `count`: the how many-th reprint; null is the
   * next. One that exists already is returned and not made twice; an unknown label counts as answered with it.
   * Throws ProblemError not_found and state_conflict.
   */
  async reprint(ref: string, count: number | null): Promise<JobRow> {
    return this.exclusively(async () => {
      const row = await this.#find(ref)
      if (row.state === 'unknown') return this.#printAgain(row, countOf(row) + 1)
      const known = await this.#reprints(row)
      const wanted = count ?? known.length + 1
      const existing = known[wanted - 1]
      if (existing !== undefined) return existing
      if (wanted !== known.length + 1 || wanted > MAX_REPRINTS)
        throw new ProblemError(
          'state_conflict',
          `Label ${row.n} was printed again ${known.length} times so far`,
        )
      if (!REPRINTABLE.includes(row.state)) throw refused(row, reprintAdvice(row.state))
      return this.#printAgain(row, wanted)
    })
  }

  /** The reprint is on the disk first: after a crash between the two, the question is asked again and finds it. */
  async #printAgain(row: JobRow, count: number): Promise<JobRow> {
    const { ledger, store } = this.#parts
    const { id, of } = reprintOf(row, count)
    const reprint = (await store.find(id)) ?? (await this.#acceptAgain(row, { id, of, count }))
    if (row.state === 'unknown') {
      const reason = `somebody at this computer said that it did not come out; printed again as label ${reprint.n}`
      await ledger.change(row, { state: 'failed', reason })
    }
    return reprint
  }

  async #acceptAgain(
    row: JobRow,
    { id, of, count }: { readonly id: string; readonly of: string; readonly count: number },
  ): Promise<JobRow> {
    const { store, ledger, clock } = this.#parts
    const original = of === row.id ? row : await store.find(of)
    const source = original?.hasPayload === true ? original : row
    const payload = source.hasPayload ? await store.payload(source.id) : null
    if (payload === null) throw gone(row)
    // One mark over another could not be read; a label that has one already says that it is a reprint.
    const marked = source.reprint === null ? withReprintMark(payload, row.language, count) : null
    const isMarked = marked !== null || (source.reprint !== null && source.reason.includes(SAYS_SO))
    const bytes = marked ?? payload
    const { endedBy, language, isComplete, sender } = row
    try {
      const reprint = await ledger.accept(
        {
          ...{ id, sender, endedBy, language, isComplete, copies: copiesOf(bytes, language) },
          ...{ state: 'accepted', reprint: { of, count }, acceptedAtMs: clock.wallMs() },
          reason: isMarked
            ? `reprint ${count} of label ${row.n}, ${SAYS_SO}`
            : `reprint ${count} of label ${row.n}; this label cannot carry a mark`,
        },
        bytes,
      )
      this.#enqueue(reprint)
      return reprint
    } finally {
      payload.fill(0)
      bytes.fill(0)
    }
  }

  /** In the order of their count. */
  async #reprints(row: JobRow): Promise<JobRow[]> {
    const found: JobRow[] = []
    while (found.length < MAX_REPRINTS) {
      const next = await this.#parts.store.find(reprintOf(row, found.length + 1).id)
      if (next === null) break
      found.push(next)
    }
    return found
  }

  #enqueue(row: JobRow): void {
    const { lane, clock } = this.#parts
    lane.row.add({ row, sinceMs: clock.monotonicMs(), sawJump: false })
    lane.go()
  }

  async #find(ref: string): Promise<JobRow> {
    await this.#parts.ready()
    return findJob(this.#parts.store, ref)
  }
}

/** `ref`: number or id. Throws ProblemError not_found. */
export async function findJob(store: Pick<SpoolStore, 'find'>, ref: string): Promise<JobRow> {
  const row = await store.find(ref)
  if (row === null) throw new ProblemError('not_found', `This computer has no label ${ref}. See: agent jobs`)
  return row
}

const countOf = ({ reprint }: JobRow): number => reprint?.count ?? 0

/** The id follows from the label and the count, so that nobody can make the same reprint twice. */
function reprintOf(row: JobRow, count: number): { readonly id: string; readonly of: string } {
  const of = row.reprint?.of ?? row.id
  const hex = createHash('sha256').update(`reprint ${of} ${count}`).digest('hex')
  const id = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`]
  return { id: `${id.join('-')}-${hex.slice(20, 32)}`, of }
}

const REPRINTABLE = ['forwarded', 'sent_to_printer', 'printed', 'failed']
const ANSWER = 'say first whether it came out: agent answer NUMBER printed|reprint'
const REPRINT = 'to print it again: agent reprint NUMBER'
const ONLY_UNKNOWN = 'only a label that is unknown asks whether it came out'

function cancelAdvice(state: JobRow['state']): string {
  if (state === 'unknown') return ANSWER
  const isUnderWay = state === 'sending' || state === 'accepted' || state === 'waiting_for_printer'
  return isUnderWay
    ? 'it is being sent at this moment and cannot be taken back'
    : 'there is nothing to cancel'
}

function reprintAdvice(state: JobRow['state']): string {
  if (state === 'held' || state === 'expired') return 'to print it anyway: agent release NUMBER'
  return state === 'cancelled' ? 'send it again from its program' : 'it has not been printed yet'
}

function refused(row: JobRow, advice: string): ProblemError {
  const words = `Label ${row.n} is ${JOB_STATES[row.state]} since ${instant(row.changedAtMs)}`
  return new ProblemError('state_conflict', `${words}; ${advice.replace('NUMBER', String(row.n))}`)
}

function gone({ n }: JobRow): ProblemError {
  const words = `What was on label ${n} is not kept any more: send it again from its program`
  return new ProblemError('state_conflict', words)
}
