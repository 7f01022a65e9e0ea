// The statements on labels of prescriptions whose end the pharmacy API has not taken yet: ids alone, nothing of a patient.
import type { Database } from 'better-sqlite3'
import type { JobState } from '@pharmacy-relay/shared/job-state.ts'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { Evidence, WireJobState } from '@pharmacy-relay/shared/print-job.ts'
import { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { z } from 'zod'

const OwedRow = z.object({
  labelId: Uuid,
  /** That prints it now: the first, or a reprint of it. */
  jobId: Uuid,
  pharmacyId: z.int(),
  requestedAt: z.string(),
  /** What the API took last of this job; null: nothing. */
  toldState: readerOf(WireJobState).nullable(),
  toldEvidence: readerOf(Evidence).nullable(),
  toldReasons: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(Reasons),
})
export type OwedOutcome = z.infer<typeof OwedRow>

const LabelIds = z.array(z.object({ labelId: Uuid }))

const COLUMNS = `label_id AS labelId, job_id AS jobId, pharmacy_id AS pharmacyId, requested_at AS requestedAt,
  told_state AS toldState, told_evidence AS toldEvidence, COALESCE(told_reasons, '[]') AS toldReasons`

/** One that is there stays as it is, but for the time. Safe on the disk when it returns. */
export function oweOutcome(
  database: Database,
  row: Pick<OwedOutcome, 'labelId' | 'jobId' | 'pharmacyId' | 'requestedAt'>,
): void {
  database
    .prepare(
      `INSERT INTO label_outcome (label_id, job_id, pharmacy_id, requested_at)
       VALUES (@labelId, @jobId, @pharmacyId, @requestedAt)
       ON CONFLICT (label_id) DO UPDATE SET requested_at = @requestedAt`,
    )
    .run(row)
}

/** `ofState` are forgotten sooner than others, and of all the newest `keep` stay. */
export function forgetOld(
  database: Database,
  limits: {
    readonly before: string
    readonly ofState: JobState
    readonly ofStateBefore: string
    readonly keep: number
  },
): void {
  database
    .prepare(
      `DELETE FROM label_outcome WHERE requested_at < @before
         OR (told_state = @ofState AND requested_at < @ofStateBefore)
         OR label_id IN (SELECT label_id FROM label_outcome ORDER BY requested_at DESC LIMIT -1 OFFSET @keep)`,
    )
    .run(limits)
}

export function forgetOutcome(database: Database, labelId: string): void {
  database.prepare('DELETE FROM label_outcome WHERE label_id = ?').run(labelId)
}

export function owedOutcome(database: Database, labelId: string): OwedOutcome | null {
  const row = database.prepare(`SELECT ${COLUMNS} FROM label_outcome WHERE label_id = ?`).get(labelId)
  return OwedRow.nullable().parse(row ?? null)
}

/** The label that the job prints now; null: it prints none of a prescription. */
export function labelOfJob(database: Database, jobId: string): string | null {
  const rows = database.prepare('SELECT label_id AS labelId FROM label_outcome WHERE job_id = ?').all(jobId)
  return LabelIds.parse(rows)[0]?.labelId ?? null
}

/** Ids of labels, oldest first. */
export function owedLabels(database: Database, pharmacyId: number): string[] {
  return idsOf(
    database
      .prepare(
        'SELECT label_id AS labelId FROM label_outcome WHERE pharmacy_id = ? ORDER BY requested_at, label_id',
      )
      .all(pharmacyId),
  )
}

/** Ids of labels, by their ids, behind `after`. */
export function owedAfter(
  database: Database,
  asked: { readonly pharmacyId: number; readonly after: string; readonly limit: number },
): string[] {
  return idsOf(
    database
      .prepare(
        `SELECT label_id AS labelId FROM label_outcome WHERE pharmacy_id = @pharmacyId AND label_id > @after
         ORDER BY label_id LIMIT @limit`,
      )
      .all(asked),
  )
}

/** Ids of labels that were told to be in one of those states, by their ids, behind `after`. */
export function labelsTold(
  database: Database,
  asked: {
    readonly pharmacyId: number
    readonly states: readonly JobState[]
    readonly after: string
    readonly limit: number
  },
): string[] {
  return idsOf(
    database
      .prepare(
        `SELECT label_id AS labelId FROM label_outcome
         WHERE pharmacy_id = @pharmacyId AND label_id > @after
           AND told_state IN (SELECT value FROM json_each(@states))
         ORDER BY label_id LIMIT @limit`,
      )
      .all({ ...asked, states: JSON.stringify(asked.states) }),
  )
}

export function storeTold(
  database: Database,
  told: Pick<OwedOutcome, 'labelId' | 'jobId' | 'toldState' | 'toldEvidence' | 'toldReasons'>,
): void {
  database
    .prepare(
      `UPDATE label_outcome SET job_id = @jobId, told_state = @toldState, told_evidence = @toldEvidence,
         told_reasons = @toldReasons WHERE label_id = @labelId`,
    )
    .run({ ...told, toldReasons: JSON.stringify(told.toldReasons) })
}

function idsOf(rows: unknown): string[] {
  return LabelIds.parse(rows).map(({ labelId }) => labelId)
}
