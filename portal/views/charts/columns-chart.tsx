// A row of columns over time, drawn by the server: a picture for who sees it, and the same numbers as a table for everybody.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

export interface Column {
  /** As people read it: the hour, the day. */
  readonly name: string
  /** What the whole column stands for; null: nothing is known, and nothing drawn. */
  readonly value: number | null
  /** How much of it is drawn dark, from the ground up. */
  readonly dark: number | null
}

interface ColumnsChartProps {
  readonly id: string
  readonly title: string
  readonly hint: string | null
  readonly columns: readonly Column[]
  /** Heads of the table: what a row is, its value, its dark part. */
  readonly heads: readonly [name: string, value: string, dark: string]
  readonly text: (value: number) => string
  /** The list behind the figures. */
  readonly href: string | null
  readonly t: Texts
}

/** One column takes so many units, of which the last one is a gap. */
const STEP = 4
const HEIGHT = 60
/** What is not nothing can be seen. */
const LOWEST = 1

export function ColumnsChart({ id, title, hint, href, t, ...series }: ColumnsChartProps) {
  const { columns } = series
  const top = columns.reduce((most, { value }) => Math.max(most, value ?? 0), 0)
  return (
    <section class="card-plain chart" aria-labelledby={id}>
      <h2 id={id}>{href === null ? title : <a href={href}>{title}</a>}</h2>
      {columns.every(({ value }) => value === null) ? (
        <p class="muted">{t.supportDesk.nothingCounted}</p>
      ) : (
        <>
          {top === 0 ? (
            <p class="muted">{t.supportDesk.noneInTime}</p>
          ) : (
            <Drawn {...series} top={top} hint={hint} t={t} />
          )}
          <Numbers title={title} {...series} t={t} />
        </>
      )}
    </section>
  )
}

function Drawn({
  columns,
  top,
  text,
  hint,
  t,
}: Pick<ColumnsChartProps, 'columns' | 'text' | 'hint' | 't'> & { readonly top: number }) {
  return (
    <>
      <p class="chart-top">{t.supportDesk.most(text(top))}</p>
      <Picture columns={columns} top={top} text={text} />
      <p class="chart-ends" aria-hidden="true">
        <span>{columns[0]?.name}</span>
        <span>{columns.at(-1)?.name}</span>
      </p>
      {hint !== null && <p class="field-hint">{hint}</p>}
    </>
  )
}

type PictureProps = Pick<ColumnsChartProps, 'columns' | 'text'> & { readonly top: number }

function Picture({ columns, top, text }: PictureProps) {
  return (
    <svg
      class="chart-picture"
      viewBox={`0 0 ${columns.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {columns.map(({ name, value, dark }, place) =>
        value === null ? null : (
          <g key={name}>
            <title>{`${name}: ${text(value)}`}</title>
            <rect class="chart-light" {...boxOf(place, value, top)} />
            {dark !== null && dark > 0 && <rect class="chart-dark" {...boxOf(place, dark, top)} />}
          </g>
        ),
      )}
    </svg>
  )
}

/** From the ground up. */
function boxOf(place: number, value: number, top: number) {
  const share = top === 0 ? 0 : (value / top) * HEIGHT
  const height = value === 0 ? 0 : Math.max(LOWEST, Math.round(share * 10) / 10)
  return { x: place * STEP, y: Math.round((HEIGHT - height) * 10) / 10, width: STEP - 1, height }
}

type NumbersProps = Pick<ColumnsChartProps, 'title' | 'columns' | 'heads' | 'text' | 't'>

/** The newest first, since that is what is asked for; without those of which nothing is known. */
function Numbers({ title, columns, heads, text, t }: NumbersProps) {
  const known = columns.filter(({ value, dark }) => value !== null || dark !== null)
  const cell = (value: number | null) => (value === null ? '–' : text(value))
  return (
    <details class="chart-numbers">
      <summary>{t.supportDesk.asTable}</summary>
      <table>
        <caption class="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.toReversed().map(({ name, value, dark }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{cell(value)}</td>
              <td>{cell(dark)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
