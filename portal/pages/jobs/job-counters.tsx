// What became of a computer's labels within a day and within 90 days, as a small table.
import type { JobCounters, JobTotals } from '@pharmacy-relay/shared/labels/job-counters.ts'
import { countedStates } from '@pharmacy-relay/shared/labels/job-report.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { durationText } from './job-text.ts'

interface JobCountersProps {
  readonly counters: JobCounters
  readonly t: Texts
}

export function JobCountersTable({ counters, t }: JobCountersProps) {
  const { lastDay, last90Days } = counters
  const numbers = new Intl.NumberFormat(t.locale)
  return (
    <div class="card-plain table-card">
      <table class="counter-table" aria-labelledby="job-counters">
        <thead>
          <tr>
            <th scope="col">{t.jobs.what}</th>
            <th scope="col">{t.jobs.lastDay}</th>
            <th scope="col">{t.jobs.last90Days}</th>
          </tr>
        </thead>
        <tbody>
          {countedStates.map((state) => (
            <tr key={state}>
              <th scope="row">{t.jobs.counted[state]}</th>
              <td>{numbers.format(lastDay.counts[state])}</td>
              <td>{numbers.format(last90Days.counts[state])}</td>
            </tr>
          ))}
          {(['p50', 'p99'] as const).map((percentile) => (
            <tr key={percentile}>
              <th scope="row">{t.jobs[percentile]}</th>
              <Took totals={lastDay} percentile={percentile} t={t} />
              <Took totals={last90Days} percentile={percentile} t={t} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TookProps {
  readonly totals: JobTotals
  readonly percentile: 'p50' | 'p99'
  readonly t: Texts
}

function Took({ totals, percentile, t }: TookProps) {
  const ms = percentile === 'p50' ? totals.p50Ms : totals.p99Ms
  if (ms !== null) return <td>{durationText(t.locale, ms)}</td>
  return (
    <td class="muted">
      <span aria-hidden="true">–</span>
      <span class="visually-hidden">{t.common.unknown}</span>
    </td>
  )
}
