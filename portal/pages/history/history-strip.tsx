// 30 days as bars: each state has a height and a place of its own beside its colour, and each day its words.
import type { ComputerHistory } from '@pharmacy-relay/shared/api/relay-support.ts'
import { Presence } from '@pharmacy-relay/shared/device.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { useContext } from 'preact/hooks'
import { lastedText } from '../../views/times/lasted.ts'
import { dayText } from '../../views/times/relative-time.ts'
import { ReaderZone } from '../../views/times/time.tsx'
import { daysOf, timeByState, type HistoryDay, type Span, type SpanState } from './history-days.ts'

/** Of a day, which has 23 to 25 hours: about a quarter of an hour is one unit wide. */
const WIDTH = 96
const HEIGHT = 24
/** What is shorter can still be seen. */
const THINNEST = 3

interface HistoryStripProps {
  readonly history: ComputerHistory
  /** The row that tells of this time, by its id. */
  readonly rowAt: (atMs: number) => string
  readonly t: Texts
}

export function HistoryStrip({ history, rowAt, t }: HistoryStripProps) {
  const zone = useContext(ReaderZone)
  return (
    <>
      <ol class="history-strip" aria-label={t.support.stripLabel}>
        {daysOf(history, zone).map((day) => (
          <Day key={day.day} day={day} rowAt={rowAt} t={t} />
        ))}
      </ol>
      <Legend t={t} />
    </>
  )
}

interface DayProps extends Pick<HistoryStripProps, 'rowAt' | 't'> {
  readonly day: HistoryDay
}

/** Leads to the row of the table that was true when the day ended. */
function Day({ day, rowAt, t }: DayProps) {
  const text = t.support.dayText(dayText(t.locale, Date.parse(day.day), 'UTC'), partsText(day, t))
  return (
    <li>
      <a class="history-day" href={`#${rowAt(day.toMs - 1)}`} title={text}>
        <Bars day={day} />
        <span aria-hidden="true">{Number(day.day.slice(-2))}</span>
        <span class="visually-hidden">{text}</span>
      </a>
    </li>
  )
}

function partsText({ spans }: HistoryDay, t: Texts): string {
  if (spans.length === 0) return t.support.unknownState
  return timeByState(spans)
    .map(([state, ms]) => `${stateText(state, t)} ${lastedText(t.locale, ms)}`)
    .join('; ')
}

export function stateText(state: SpanState, t: Texts): string {
  return state === null ? t.support.unknownState : t.support.states[state]
}

function Bars({ day }: { readonly day: HistoryDay }) {
  // What is worse comes last, so that a short break is not hidden behind the time around it.
  const ordered = day.spans.toSorted((a, b) => rank(a.state) - rank(b.state))
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {ordered.map((span) => (
        <Bar key={span.fromMs} {...placeOf(span, day)} state={span.state} />
      ))}
    </svg>
  )
}

const rank = (state: SpanState): number => (state === null ? 0 : 1 + Presence.options.indexOf(state))

function placeOf({ fromMs, toMs, state }: Span, day: HistoryDay): { x: number; width: number } {
  const unitMs = (day.toMs - day.fromMs) / WIDTH
  const x = (fromMs - day.fromMs) / unitMs
  const width = Math.max((toMs - fromMs) / unitMs, state === 'online' || state === null ? 0 : THINNEST)
  return { x: tenths(Math.min(x, WIDTH - width)), width: tenths(width) }
}

const tenths = (value: number): number => Math.round(value * 10) / 10

/** From the top: online fills the box, degraded two thirds of it, reconnecting the middle, offline stands on the ground. */
const HEIGHTS = {
  online: { y: 0, height: HEIGHT },
  degraded: { y: 8, height: HEIGHT - 8 },
  reconnecting: { y: 10, height: 6 },
  offline: { y: HEIGHT - 5, height: 5 },
  unknown: { y: HEIGHT - 1, height: 1 },
} as const

interface BarProps {
  readonly x: number
  readonly width: number
  readonly state: SpanState
}

/** What is not online clears the box behind it, because its bar is lower. */
function Bar({ x, width, state }: BarProps) {
  const name = state ?? 'unknown'
  return (
    <>
      {name !== 'online' && name !== 'unknown' && (
        <rect class="bar-none" x={x} width={width} y="0" height={HEIGHT} />
      )}
      <rect class={`bar-${name}`} x={x} width={width} {...HEIGHTS[name]} />
    </>
  )
}

function Legend({ t }: { readonly t: Texts }) {
  return (
    <ul class="history-legend" aria-label={t.support.legend}>
      {[...Presence.options, null].map((state) => (
        <li key={state}>
          <svg
            viewBox={`0 0 ${HEIGHT} ${HEIGHT}`}
            width="16"
            height="16"
            aria-hidden="true"
            focusable="false"
          >
            <Bar x={0} width={HEIGHT} state={state} />
          </svg>
          {stateText(state, t)}
        </li>
      ))}
    </ul>
  )
}
