// What became of a computer's labels, as the panel is told: in a day, in 90 days, and by the hour.
import { z } from 'zod'
import { Id, Instant } from '../ids.ts'
import { JobCounts } from './job-report.ts'

/** Durations are ms from accepted to sent, forwarded or printed, as a small histogram tells them; null without any. */
const JobTotals = z
  .strictObject({
    counts: JobCounts,
    p50Ms: z.int().min(1).nullable(),
    p99Ms: z.int().min(1).nullable(),
  })
  .meta({ id: 'JobTotals' })
export type JobTotals = z.infer<typeof JobTotals>

/** Days that pictures of labels over time go back. */
export const LABEL_HOUR_DAYS = 30

/** Labels that a computer took within one hour; an hour without any is left out. */
export const LabelHour = z
  .strictObject({
    /** When it began. */
    hour: Instant,
    accepted: z.int().min(0),
    /** Of what was decided in that hour: nobody knows whether they came out, or they did not. */
    trouble: z.int().min(0),
    /** Half took at most so long from accepted to sent, forwarded or printed, in ms; null where none did. */
    p50Ms: z.int().min(1).nullable(),
  })
  .meta({ id: 'LabelHour' })
export type LabelHour = z.infer<typeof LabelHour>

const LabelHours = z.array(LabelHour).max((LABEL_HOUR_DAYS + 1) * 24)

/**
 * Labels of a pharmacy: those of all its computers, where one that went from one computer to another counts once. `p50Ms` is null:
 * no computer knows how long the whole way took.
 */
export const PharmacyLabels = z
  .strictObject({ customerId: Id, hours: LabelHours })
  .meta({ id: 'PharmacyLabels' })
export type PharmacyLabels = z.infer<typeof PharmacyLabels>

/** What became of the labels of a computer, as it reported them. */
export const JobCounters = z
  .strictObject({
    computerId: Id,
    lastDay: JobTotals,
    last90Days: JobTotals,
    /** Of the last LABEL_HOUR_DAYS days, the oldest first; absent: from a version that tells none. */
    hours: LabelHours.optional(),
  })
  .meta({ id: 'JobCounters' })
export type JobCounters = z.infer<typeof JobCounters>
