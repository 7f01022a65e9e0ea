// Labels of a computer over time: how many it took and how many did not come out for sure, and how long they took.
import type { LabelHour } from '@pharmacy-relay/shared/labels/job-counters.ts'
import { dateFormat, numberFormat } from '../../views/times/formats.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { ColumnsChart, type Column } from '../../views/charts/columns-chart.tsx'
import { durationText } from './job-text.ts'
import { lastDay, lastDays, type LabelSpan } from './label-history.ts'

interface LabelChartsProps {
  readonly hours: readonly LabelHour[]
  readonly now: Date
  /** IANA; whose days and hours are meant. */
  readonly zone: string
  readonly t: Texts
}

export function LabelCharts({ hours, now, zone, t }: LabelChartsProps) {
  const c = t.jobs.overTime
  const dayFormat = dateFormat(t.locale, { day: 'numeric', month: 'short', timeZone: zone })
  const hourFormat = dateFormat(t.locale, { hour: '2-digit', minute: '2-digit', timeZone: zone })
  const number = (n: number) => numberFormat(t.locale, {}).format(n)
  const days = lastDays(hours, now, (atMs) => dayFormat.format(atMs))
  const counted = {
    heads: [c.when, c.accepted, c.trouble],
    text: number,
    href: null,
    hint: c.hint,
    t,
  } as const
  return (
    <div class="overview-parts">
      <ColumnsChart
        {...counted}
        id="labels-day"
        title={c.day}
        columns={columnsOf(lastDay(hours, now), ({ atMs }) => hourFormat.format(atMs))}
      />
      <ColumnsChart
        {...counted}
        id="labels-month"
        title={c.month}
        columns={columnsOf(days, ({ atMs }) => dayFormat.format(atMs))}
      />
      <ColumnsChart
        id="labels-took"
        title={c.took}
        hint={c.tookHint}
        columns={days.map(({ atMs, p50Ms }) => ({ name: dayFormat.format(atMs), value: p50Ms, dark: null }))}
        heads={[c.when, c.took, c.accepted]}
        text={(ms) => durationText(t.locale, ms)}
        href={null}
        t={t}
      />
    </div>
  )
}

function columnsOf(spans: readonly LabelSpan[], nameOf: (span: LabelSpan) => string): Column[] {
  return spans.map((span) => ({ name: nameOf(span), value: span.accepted, dark: span.trouble }))
}
