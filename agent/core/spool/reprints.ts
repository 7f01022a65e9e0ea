// Makes reprints: jobs of their own, linked to the first print, with the mark where the language allows one.
import { firstNumber, reprintNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { copiesOf } from '../languages/copies.ts'
import { withReprintMark } from '../languages/reprint-mark.ts'
import { firstPrint, nextCount, reprintId } from './rules/derived-id.ts'
import type { Ledger } from './ledger.ts'
import { payloadGone } from './rules/refusals.ts'
import type { JobRow, NewJob, SpoolStore } from './store/spool-store.ts'

/** Of one label; a person who needs more has another problem. */
export const MAX_REPRINTS = 99

type AcceptedReprint = NewJob & { readonly state: 'accepted' }

export interface ReprintsParts {
  readonly store: SpoolStore
  readonly ledger: Ledger
  readonly clock: Clock
  /** A reprint was accepted. */
  readonly onAccepted: (row: JobRow) => void
}

export class Reprints {
  readonly #parts: ReprintsParts

  constructor(parts: ReprintsParts) {
    this.#parts = parts
  }

  /** Of the label or, when it is a reprint, of its first print; in the order of their count. */
  async all(row: JobRow): Promise<JobRow[]> {
    const found: JobRow[] = []
    while (found.length < MAX_REPRINTS) {
      const next = await this.#parts.store.find(reprintId(row, found.length + 1))
      if (next === null) break
      found.push(next)
    }
    return found
  }

  /** The one that follows this very label; null when it was not made. */
  async next(row: JobRow): Promise<JobRow | null> {
    return this.#parts.store.find(reprintId(row, nextCount(row)))
  }

  /** Of the one that follows this very label. Throws ProblemError state_conflict when what was on it is gone. */
  async nextNumber(row: JobRow): Promise<string> {
    const first = await this.#first(row)
    const isMade = (await this.next(row)) !== null
    if (!isMade && first?.hasPayload !== true && !row.hasPayload) throw payloadGone(row)
    return reprintNumber((first ?? row).number, nextCount(row))
  }

  /** Made once: the second time, it is found. Throws ProblemError state_conflict when what was on it is gone. */
  async make(row: JobRow, count: number): Promise<JobRow> {
    const found = await this.#parts.store.find(reprintId(row, count))
    if (found !== null) return found
    return this.#withPayload(row, count, async (job, payload) => {
      const reprint = await this.#parts.ledger.accept(job, payload)
      this.#parts.onAccepted(reprint)
      return reprint
    })
  }

  /**
   * The next one, which the computer that has the label has made already: kept here as handed to it, and never sent.
   * Throws what `make` throws.
   */
  async madeThere(row: JobRow, computer: string): Promise<JobRow> {
    const count = nextCount(row)
    const found = await this.#parts.store.find(reprintId(row, count))
    if (found !== null) return found
    return this.#withPayload(row, count, async (job, payload) => {
      const { ledger } = this.#parts
      const start = { kind: 'computer', destination: computer, odometer: null } as const
      const { sending } = await ledger.acceptAndStart(job, payload, start)
      return ledger.change(sending, { state: 'forwarded', reasons: [], code: null })
    })
  }

  async #first(row: JobRow): Promise<JobRow | null> {
    return row.reprint === null ? row : this.#parts.store.find(row.reprint.of)
  }

  async #withPayload(
    row: JobRow,
    count: number,
    accept: (job: AcceptedReprint, payload: Uint8Array) => Promise<JobRow>,
  ): Promise<JobRow> {
    const { store } = this.#parts
    const first = await this.#first(row)
    const source = first?.hasPayload === true ? first : row
    const payload = source.hasPayload ? await store.payload(source.id) : null
    if (payload === null) throw payloadGone(row)
    const marked = withReprintMark(payload, row.language, count)
    // One mark over another could not be read; a label that has one already says that it is a reprint.
    const bytes = source.reprint === null ? (marked ?? payload) : payload
    try {
      const { number } = first ?? row
      const copies = copiesOf(bytes, row.language)
      return await accept(this.#job(row, { count, isMarked: marked !== null, copies, number }), bytes)
    } finally {
      payload.fill(0)
      marked?.fill(0)
    }
  }

  #job(
    row: JobRow,
    reprint: {
      readonly count: number
      readonly isMarked: boolean
      readonly copies: number
      /** Of the first print, or of another reprint of it. */
      readonly number: string
    },
  ): AcceptedReprint {
    const { endedBy, language, isComplete, sender, origin } = row
    const { count, isMarked, copies, number } = reprint
    return {
      id: reprintId(row, count),
      number: reprintNumber(number, count),
      sender,
      endedBy,
      language,
      isComplete,
      copies,
      state: 'accepted',
      // The computer that sent the first print may ask for the same reprint: it is this job then.
      origin,
      reasons: [
        reason(isMarked ? 'reprint_marked' : 'reprint_unmarked', { count, label: firstNumber(number) }),
      ],
      reprint: { of: firstPrint(row), count },
      acceptedAtMs: this.#parts.clock.wallMs(),
    }
  }
}
