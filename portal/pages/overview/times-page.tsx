// Times to the first answer and to the end of support tasks, by day: as pictures and as a table.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { SupportDay } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { ColumnsChart } from '../../views/charts/columns-chart.tsx'
import { Crumbs } from '../../views/crumbs.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { DESK_PATHS } from '../../views/support/desk-paths.ts'
import { dateFormat, numberFormat } from '../../views/times/formats.ts'
import { lastedText } from '../../views/times/lasted.ts'

interface TimesPageProps {
  readonly frame: FrameProps
  readonly days: readonly SupportDay[]
}

export function timesPage({ frame, days }: TimesPageProps): string {
  const t = texts(frame.language)
  const { title, intro, none } = t.supportDesk.times
  return pageDocument({
    frame,
    title,
    children: (
      <>
        {may(frame.viewer, storeApi.getDashboard) && (
          <Crumbs to={DESK_PATHS.overview} t={t}>
            {t.supportDesk.title}
          </Crumbs>
        )}
        <h1>{title}</h1>
        <p class="muted">{intro}</p>
        {days.length === 0 ? <p>{none}</p> : <Times days={days} t={t} />}
      </>
    ),
  })
}

interface TimesProps {
  readonly days: readonly SupportDay[]
  readonly t: Texts
}

function Times({ days, t }: TimesProps) {
  const s = t.supportDesk.times
  const text = (seconds: number) => lastedText(t.locale, seconds * 1_000)
  const chart = { text, href: null, hint: null, t }
  return (
    <>
      <div class="overview-parts">
        <ColumnsChart
          {...chart}
          id="first-answer"
          title={s.first}
          heads={[s.day, s.firstHalf, s.firstMost]}
          columns={days.map((day) => ({ name: dayName(day, t), value: day.answerMedianS, dark: null }))}
        />
        <ColumnsChart
          {...chart}
          id="end"
          title={s.done}
          heads={[s.day, s.doneHalf, s.doneMost]}
          columns={days.map((day) => ({ name: dayName(day, t), value: day.doneMedianS, dark: null }))}
        />
      </div>
      <DayTable days={days} t={t} />
    </>
  )
}

function DayTable({ days, t }: TimesProps) {
  const s = t.supportDesk.times
  const number = (n: number) => numberFormat(t.locale, {}).format(n)
  const time = (seconds: number | null) =>
    seconds === null ? s.nothing : lastedText(t.locale, seconds * 1_000)
  const cellsOf = (day: SupportDay) => [
    number(day.created),
    number(day.answered),
    time(day.answerMedianS),
    time(day.answerP90S),
    number(day.done),
    time(day.doneMedianS),
    time(day.doneP90S),
  ]
  const heads = [s.day, s.created, s.answered, s.firstHalf, s.firstMost, s.ended, s.doneHalf, s.doneMost]
  return (
    <div class="card-plain table-card">
      <table class="staff-table day-table">
        <caption class="visually-hidden">{s.title}</caption>
        <thead>
          <tr>
            {heads.map((head, place) => (
              <th key={place} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">
                <time dateTime={day.day}>{dayName(day, t)}</time>
              </th>
              {cellsOf(day).map((text, place) => (
                <td key={place}>
                  <span class="cell-word">{heads[place + 1]}: </span>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The day as such, of the reader's zone already. */
function dayName({ day }: SupportDay, t: Texts): string {
  const form = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return dateFormat(t.locale, form).format(Date.parse(`${day}T00:00:00Z`))
}
