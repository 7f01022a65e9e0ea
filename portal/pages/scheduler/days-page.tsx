// What each day was like: orders, revenue, labels, problems.
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { DaySummary, schedulerApi } from '@pharmacy-relay/shared/api/scheduler.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { EmptyList, Paging } from '../../views/paging.tsx'
import { dateFormat, numberFormat } from '../../views/times/formats.ts'
import { SchedulerNav } from './scheduler-nav.tsx'
import { SCHEDULER_PATHS } from './scheduler-paths.ts'

interface DaysQuery {
  readonly page: number
  readonly pageSize: number
}

export interface DaysPageProps {
  readonly frame: FrameProps
  readonly query: DaysQuery
  readonly list: EndpointResult<typeof schedulerApi.listDays>
}

export function daysPage({ frame, query, list }: DaysPageProps): string {
  const t = texts(frame.language)
  const { title, intro, none, total } = t.scheduler.days
  const address = (changes: Partial<DaysQuery>) => daysAddress({ ...query, ...changes })
  return pageDocument({
    frame,
    title,
    children: (
      <>
        <h1>{title}</h1>
        <SchedulerNav here={SCHEDULER_PATHS.days} viewer={frame.viewer} t={t} />
        <p class="muted">{intro}</p>
        {list.items.length === 0 ? (
          <EmptyList total={list.total} firstPage={address({ page: 1 })} title={none} t={t} />
        ) : (
          <>
            <output class="result-line">{total(list.total)}</output>
            <DayTable items={list.items} t={t} />
          </>
        )}
        <Paging query={query} list={list} address={address} t={t} />
      </>
    ),
  })
}

function daysAddress({ page, pageSize }: DaysQuery): string {
  const search = new URLSearchParams()
  if (page !== 1) search.set('page', String(page))
  if (pageSize !== 50) search.set('pageSize', String(pageSize))
  return search.size === 0 ? SCHEDULER_PATHS.days : `${SCHEDULER_PATHS.days}?${search.toString()}`
}

function DayTable({ items, t }: { readonly items: readonly DaySummary[]; readonly t: Texts }) {
  const d = t.scheduler.days
  return (
    <div class="card-plain table-card">
      <table class="staff-table day-table">
        <caption class="visually-hidden">{d.title}</caption>
        <thead>
          <tr>
            <th scope="col">{d.day}</th>
            <th scope="col">{d.orders}</th>
            <th scope="col">{d.revenue}</th>
            <th scope="col">{d.labels}</th>
            <th scope="col">{d.computers}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((day) => (
            <DayRow key={day.day} day={day} t={t} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DayRow({ day, t }: { readonly day: DaySummary; readonly t: Texts }) {
  const d = t.scheduler.days
  const number = (n: number) => numberFormat(t.locale, {}).format(n)
  const orders = [
    d.paid(number(day.ordersPaid)),
    d.shipped(number(day.ordersShipped)),
    d.cancelled(number(day.ordersCancelled)),
    d.expired(number(day.ordersExpired)),
  ]
  return (
    <tr>
      <th scope="row">
        <time dateTime={day.day}>{dateText(t.locale, day.day)}</time>
      </th>
      <td>
        <span class="cell-word">{d.orders}: </span>
        {d.placed(number(day.ordersPlaced))}
        <span class="sub">{orders.join(' · ')}</span>
      </td>
      <td>
        <span class="cell-word">{d.revenue}: </span>
        {amountText(t.locale, day.revenueMinor, day.currency)}
        {day.refundedMinor > 0 && (
          <span class="sub">{d.refunded(amountText(t.locale, day.refundedMinor, day.currency))}</span>
        )}
      </td>
      <td>
        <span class="cell-word">{d.labels}: </span>
        {number(day.labels)}
        {day.labelProblems > 0 && (
          <span class="sub task-failed">{d.problems(number(day.labelProblems))}</span>
        )}
      </td>
      <td>
        <span class="cell-word">{d.computers}: </span>
        {number(day.computers)}
      </td>
    </tr>
  )
}

/** The day as such: it is of the scheduler's zone, not of the reader's. */
function dateText(locale: string, day: string): string {
  const format = dateFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  return format.format(Date.parse(`${day}T00:00:00Z`))
}

function amountText(locale: string, minor: number, currency: string): string {
  const format = numberFormat(locale, { style: 'currency', currency })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
