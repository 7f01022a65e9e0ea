// What a device reports of its labels: counters per hour, how many wait for a person or for the printer, and what the
// printer says.
//
// A counter never falls, so an hour's version is the sum of all it counts: of two reports of one hour the one with the
// higher version is the newer, however late or often either comes.
import { z } from 'zod'
import { Reasons } from '../reasons/reason.ts'
import { Instant, lineOfText } from '../ids.ts'
import { ReportedHealth } from './health.ts'
import { MAX_CONDITIONS, PrinterCondition } from '../printer-condition.ts'
import { growing } from '../wire.ts'

/** Why a computer uses the standby printer: the other computer is not reached, or its printer is off, away or absent. */
export const StandbyWhy = growing(z.enum(['computer_away', 'printer_away']), 'computer_away')
export type StandbyWhy = z.infer<typeof StandbyWhy>

/** Of a computer whose labels go to the standby printer at the moment. */
export const StandbyUse = z
  .strictObject({
    /** At which the standby printer is. */
    computerName: lineOfText(63),
    since: Instant,
    why: StandbyWhy,
  })
  .meta({ id: 'StandbyUse' })
export type StandbyUse = z.infer<typeof StandbyUse>

const Count = z.int().min(0).max(1_000_000_000)

/** How many labels reached each state; one that was sent and then confirmed counts in both. */
export const JobCounts = z
  .strictObject({
    accepted: Count,
    printed: Count,
    sent_to_printer: Count,
    forwarded: Count,
    unknown: Count,
    failed: Count,
    expired: Count,
    cancelled: Count,
  })
  .meta({ id: 'JobCounts' })
export type JobCounts = z.infer<typeof JobCounts>
export type CountedState = keyof JobCounts
export const countedStates = Object.keys(JobCounts.shape) as [CountedState, ...CountedState[]]

export const NO_JOBS: JobCounts = {
  accepted: 0,
  printed: 0,
  sent_to_printer: 0,
  forwarded: 0,
  unknown: 0,
  failed: 0,
  expired: 0,
  cancelled: 0,
}

/** From accepted to sent, forwarded or printed: `count` labels took at most `ms`, and longer than the entry before. */
const Duration = z.strictObject({ ms: z.int().min(1).max(86_400_000), count: Count })
export type Duration = z.infer<typeof Duration>
export const Durations = z.array(Duration).max(40)

/** Hours in one report; older ones follow in the next. */
export const MAX_REPORTED_HOURS = 24
/** Counters are kept for so long, by the device and by the platform. */
export const KEPT_JOB_DAYS = 90

const JobHour = z.strictObject({
  /** Hours since 1970, UTC. */
  hour: z.int().min(0).max(10_000_000),
  version: z.int().min(1),
  counts: JobCounts,
  took: Durations,
})
export type JobHour = z.infer<typeof JobHour>

/**
 * Labels of one computer that did not leave, with the reasons of the oldest, and what its printer says.
 */
export const JobsWaiting = z
  .strictObject({
    /** Somebody at the pharmacy has to say whether they came out. */
    unknown: Count,
    /** Somebody at the pharmacy has to print them anyway or cancel them. */
    held: Count,
    personReasons: Reasons,
    /** Go on by themselves once the printer does. */
    printer: Count,
    printerReasons: Reasons,
    /** What is the matter with the computer's printer, as it says; empty or absent also when it cannot be asked. */
    printerConditions: z.array(PrinterCondition).max(MAX_CONDITIONS).optional(),
    /** Its labels go to the standby printer; null or absent: to the first. */
    standby: StandbyUse.nullable().optional(),
    /** Whether labels come out of this computer, as its own window says; left out by older agents. */
    health: ReportedHealth.optional(),
  })
  .meta({ id: 'JobsWaiting' })
export type JobsWaiting = z.infer<typeof JobsWaiting>

/** What changes with every label: no event tells of it, and a page shows it as of its last look. */
export const LabelFacts = z
  .strictObject({
    /** When its last label came out or was handed over; left out before the first. */
    lastLabelAt: Instant.optional(),
  })
  .meta({ id: 'LabelFacts' })
export type LabelFacts = z.infer<typeof LabelFacts>

export const JobsReport = z.strictObject({
  hours: z.array(JobHour).max(MAX_REPORTED_HOURS),
  waiting: JobsWaiting,
  /** Left out by older agents. */
  facts: LabelFacts.optional(),
})
export type JobsReport = z.infer<typeof JobsReport>

/** Of counters of several hours. */
export function sumOfCounts(all: readonly JobCounts[]): JobCounts {
  const sum = { ...NO_JOBS }
  for (const counts of all) for (const state of countedStates) sum[state] += counts[state]
  return sum
}

/** The `ms` that so many per cent stayed within; null without durations. */
export function percentileMs(took: readonly Duration[], percent: number): number | null {
  const total = took.reduce((sum, { count }) => sum + count, 0)
  let left = Math.ceil((percent / 100) * total)
  for (const { ms, count } of took.toSorted((a, b) => a.ms - b.ms)) {
    left -= count
    if (left <= 0 && total > 0) return ms
  }
  return null
}
