// Labels of a computer or a pharmacy over time: how many were taken, how many did not come out for sure, how long they took.
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

/** Of one computer, with the time they took. */
export function LabelCharts({ hours, now, zone, t }: LabelChartsProps) {
  const c = t.jobs.overTime
  const dayName = dayNames(t, zone)
  return (
    <div class="overview-parts">
      <CountCharts hours={hours} now={now} zone={zone} hint={c.hint} t={t} />
      <ColumnsChart
        id="labels-took"
        title={c.took}
        hint={c.tookHint}
        columns={lastDays(hours, now, dayName).map(({ atMs, p50Ms }) => ({
          name: dayName(atMs),
          value: p50Ms,
          dark: null,
        }))}
        heads={[c.when, c.took, c.accepted]}
        text={(ms) => durationText(t.locale, ms)}
        href={null}
        t={t}
      />
    </div>
  )
}

/** Of a whole pharmacy. */
export function PharmacyLabelCharts(props: LabelChartsProps) {
  const { t } = props
  return (
    <section class="pharmacy-labels" aria-labelledby="pharmacy-labels">
      <h2 id="pharmacy-labels">{t.jobs.overTime.title}</h2>
      <div class="overview-parts">
        <CountCharts {...props} hint={t.jobs.overTime.onceHint} />
      </div>
    </section>
  )
}

/** How many were accepted by the hour of a day and by the day of a month. */
function CountCharts({ hours, now, zone, hint, t }: LabelChartsProps & { readonly hint: string }) {
  const c = t.jobs.overTime
  const dayName = dayNames(t, zone)
  const hourFormat = dateFormat(t.locale, { hour: '2-digit', minute: '2-digit', timeZone: zone })
  const number = (n: number) => numberFormat(t.locale, {}).format(n)
  const counted = { heads: [c.when, c.accepted, c.trouble], text: number, href: null, hint, t } as const
  return (
    <>
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
        columns={columnsOf(lastDays(hours, now, dayName), ({ atMs }) => dayName(atMs))}
      />
    </>
  )
}

function dayNames(t: Texts, timeZone: string): (atMs: number) => string {
  const format = dateFormat(t.locale, { day: 'numeric', month: 'short', timeZone })
  return (atMs) => format.format(atMs)
}

function columnsOf(spans: readonly LabelSpan[], nameOf: (span: LabelSpan) => string): Column[] {
  return spans.map((span) => ({ name: nameOf(span), value: span.accepted, dark: span.trouble }))
}
