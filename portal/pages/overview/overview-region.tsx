// The live part of the overview: figures, problems by kind, and the last seven days as pictures; each leads to the list behind it.
import { renderToString } from 'preact-render-to-string'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Dashboard } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { ColumnsChart } from '../../views/charts/columns-chart.tsx'
import type { Viewer } from '../../views/frame-props.ts'
import { DESK_PATHS } from '../../views/support/desk-paths.ts'
import { PATHS } from '../../views/paths.ts'
import { dateFormat, numberFormat } from '../../views/times/formats.ts'
import { Exact, ReaderZone } from '../../views/times/time.tsx'
import { listAddress, LIST_DEFAULTS } from '../relay-list/list-address.ts'
import { TaskFigures } from './task-figures.tsx'
import { weekHours } from './week-hours.ts'

export interface OverviewProps {
  readonly language: Language
  readonly zone: string
  readonly viewer: Viewer | null
  readonly dashboard: Dashboard
}

/** Asked for again after so many s, while somebody looks. */
const REFRESH_S = 60

/** The fragment that replaces `#overview`. */
export function overviewRegion(props: OverviewProps): string {
  return renderToString(<OverviewRegion {...props} />)
}

export function OverviewRegion({ language, zone, viewer, dashboard }: OverviewProps) {
  const t = texts(language)
  return (
    <ReaderZone.Provider value={zone}>
      <div
        id="overview"
        data-live-region
        data-customers=""
        data-refresh={DESK_PATHS.figures}
        data-refresh-s={REFRESH_S}
        data-now={dashboard.asOf}
      >
        <Figures viewer={viewer} dashboard={dashboard} t={t} />
        <div class="overview-parts">
          <Problems viewer={viewer} dashboard={dashboard} t={t} />
          <Week viewer={viewer} dashboard={dashboard} zone={zone} t={t} />
        </div>
        <p class="muted">
          {t.supportDesk.counted} <Exact at={dashboard.countedAt} locale={t.locale} />
        </p>
      </div>
    </ReaderZone.Provider>
  )
}

interface PartProps extends Pick<OverviewProps, 'viewer' | 'dashboard'> {
  readonly t: Texts
}

function Figures({ viewer, dashboard, t }: PartProps) {
  const { pharmacies, computers, online } = dashboard
  const number = (n: number) => numberFormat(t.locale, {}).format(n)
  const d = t.supportDesk
  const mayList = may(viewer, storeApi.listCustomers)
  return (
    <ul class="figures">
      <Figure name={d.pharmacies} value={number(pharmacies)} href={mayList ? PATHS.relay : null} />
      <Figure
        name={d.online}
        value={d.onlineOf(number(online), number(computers))}
        href={mayList ? listAddress({ ...LIST_DEFAULTS, sort: '-connected' }) : null}
      />
      <TaskFigures viewer={viewer} tasks={dashboard.tasks} t={t} />
    </ul>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly href: string | null
}

function Figure({ name, value, href }: FigureProps) {
  return (
    <li class="card-plain figure">
      <span class="figure-name">{name}</span>
      <span class="figure-value">{href === null ? value : <a href={href}>{value}</a>}</span>
    </li>
  )
}

function Problems({ viewer, dashboard, t }: PartProps) {
  const most = dashboard.problems.reduce((top, { count }) => Math.max(top, count), 1)
  const isLinked = may(viewer, storeApi.listProblems)
  return (
    <section class="card-plain chart" aria-labelledby="problems">
      <h2 id="problems">{t.supportDesk.problems}</h2>
      <ul class="problem-bars">
        {dashboard.problems.map(({ problem, count }) => {
          const name = t.support.problems[problem]
          return (
            <li key={problem}>
              <span>{isLinked ? <a href={`${PATHS.support}?problem=${problem}`}>{name}</a> : name}</span>
              <span class="figure-count">{numberFormat(t.locale, {}).format(count)}</span>
              <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <rect class="chart-dark" width={Math.round((count / most) * 1_000) / 10} height="4" />
              </svg>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Week({ viewer, dashboard, zone, t }: PartProps & { readonly zone: string }) {
  const d = t.supportDesk
  const text = (n: number) => numberFormat(t.locale, {}).format(n)
  const named = weekHours(dashboard).map(({ hour, counted }) => ({
    ...(counted ?? NOT_COUNTED),
    name: hourName(hour, t.locale, zone),
  }))
  const href = may(viewer, storeApi.listProblems) ? PATHS.support : null
  return (
    <>
      <ColumnsChart
        id="online-week"
        title={d.onlineWeek}
        hint={d.onlineHint}
        columns={named.map(({ name, online, fewestOnline }) => ({ name, value: online, dark: fewestOnline }))}
        heads={[d.hour, d.onlineColumn, d.fewestColumn]}
        text={text}
        href={href}
        t={t}
      />
      <ColumnsChart
        id="labels-week"
        title={d.labelsWeek}
        hint={d.labelsHint}
        columns={named.map(({ name, labels, labelProblems }) => ({
          name,
          value: labels,
          dark: labelProblems,
        }))}
        heads={[d.hour, d.labelsColumn, d.troubleColumn]}
        text={text}
        href={href === null ? null : `${href}?problem=expired`}
        t={t}
      />
    </>
  )
}

const NOT_COUNTED = { online: null, fewestOnline: null, labels: null, labelProblems: null }

function hourName(hour: string, locale: string, timeZone: string): string {
  const form = { weekday: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZone } as const
  return dateFormat(locale, form).format(Date.parse(hour))
}
