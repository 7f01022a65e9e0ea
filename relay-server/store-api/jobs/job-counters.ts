// What became of a computer's labels within a day and within 90 days, from the hours that it reported.
import type {
  JobCounters,
  JobTotals,
  LabelHour,
  PharmacyLabels,
} from '@pharmacy-relay/shared/labels/job-counters.ts'
import { percentileMs, sumOfCounts } from '@pharmacy-relay/shared/labels/job-report.ts'
import type { StoreDb } from '../database.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { findComputer } from '../printing/printers.queries.ts'
import { isCustomer, keptHours, labelsOfPharmacy, type KeptHour } from './job-reports.queries.ts'

/** Throws ProblemError `not_found`. */
export async function jobCounters(
  db: StoreDb,
  named: { readonly customerId: number; readonly computerId: number },
): Promise<JobCounters> {
  const { id } = await findComputer(db, { ...named, where: 'path' })
  const hours = await keptHours(db, id)
  const lastDay = hours.filter(({ isOfLastDay }) => isOfLastDay)
  return {
    computerId: id,
    lastDay: totals(lastDay),
    last90Days: totals(hours),
    hours: hours.filter(({ isPictured }) => isPictured).map(labelHour),
  }
}

/** Throws ProblemError `not_found`. */
export async function pharmacyLabels(db: StoreDb, customerId: number): Promise<PharmacyLabels> {
  if (!(await isCustomer(db, customerId))) throw new ProblemError('not_found', 'There is no such pharmacy')
  const sums = await labelsOfPharmacy(db, customerId)
  const hours = sums.map(({ hour, accepted, trouble }): LabelHour => ({
    hour: hour.toISOString(),
    accepted,
    trouble,
    p50Ms: null,
  }))
  return { customerId, hours }
}

function labelHour({ hour, counts, took }: KeptHour): LabelHour {
  const { accepted, unknown, failed, expired } = counts
  const trouble = unknown + failed + expired
  return { hour: hour.toISOString(), accepted, trouble, p50Ms: percentileMs(took, 50) }
}

function totals(hours: readonly KeptHour[]): JobTotals {
  const took = hours.flatMap((hour) => hour.took)
  return {
    counts: sumOfCounts(hours.map(({ counts }) => counts)),
    p50Ms: percentileMs(took, 50),
    p99Ms: percentileMs(took, 99),
  }
}
