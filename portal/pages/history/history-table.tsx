// Every change of a computer's connection with its reason, newest first.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { lastedText } from '../../views/times/lasted.ts'
import { Exact } from '../../views/times/time.tsx'
import type { Span } from './history-days.ts'
import { stateText } from './history-strip.tsx'

interface HistoryTableProps {
  /** Oldest first. */
  readonly spans: readonly Span[]
  readonly t: Texts
}

export function HistoryTable({ spans, t }: HistoryTableProps) {
  const s = t.support
  const newest = spans.length - 1
  return (
    <div class="card-plain table-card">
      <table class="history-table">
        <caption class="visually-hidden">{s.changes}</caption>
        <thead>
          <tr>
            <th scope="col">{s.since}</th>
            <th scope="col">{s.state}</th>
            <th scope="col">{s.lasted}</th>
            <th scope="col">{s.why}</th>
          </tr>
        </thead>
        <tbody>
          {spans
            .map((span, index) => <SpanRow key={index} span={span} t={t} isNow={index === newest} />)
            .toReversed()}
        </tbody>
      </table>
    </div>
  )
}

interface SpanRowProps {
  readonly span: Span
  /** It lasts still. */
  readonly isNow: boolean
  readonly t: Texts
}

/** Without a key that morphing knows: a row that only grows older is no news. */
function SpanRow({ span, isNow, t }: SpanRowProps) {
  const lasted = lastedText(t.locale, span.toMs - span.fromMs)
  return (
    <tr id={spanRowId(span)} tabIndex={-1}>
      <th scope="row">
        <Exact at={new Date(span.fromMs).toISOString()} locale={t.locale} />
      </th>
      <td>
        <span class={`presence presence-${span.state ?? 'never'}`}>
          <span class="presence-dot" aria-hidden="true"></span>
          {stateText(span.state, t)}
        </span>
      </td>
      <td>{isNow ? t.support.still(lasted) : lasted}</td>
      <td>{reasonText(span, t)}</td>
    </tr>
  )
}

export function spanRowId({ fromMs }: Span): string {
  return `since-${fromMs}`
}

function reasonText({ state, was, reason }: Span, t: Texts): string {
  if (state === was) return ''
  if (state === 'degraded') return t.support.silent
  if (state === 'online') return was === 'degraded' ? t.support.answersAgain : t.support.cameBack
  return reason === null ? '' : t.closeReasons[reason]
}
