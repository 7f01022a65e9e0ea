// The live part of a computer's history: the strip of 30 days and the table of changes.
import { renderToString } from 'preact-render-to-string'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { ComputerHistory } from '@pharmacy-relay/shared/api/relay-support.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { historyTablePath } from '../../views/paths.ts'
import { Exact, ReaderZone } from '../../views/times/time.tsx'
import { ComputerStatus } from '../../views/computer-status.tsx'
import { StaffChanges } from '../staff-history/staff-changes.tsx'
import { spansOf, type Span } from './history-days.ts'
import { HistoryStrip } from './history-strip.tsx'
import { HistoryTable, spanRowId } from './history-table.tsx'

export interface HistoryRegionProps {
  readonly language: Language
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly history: ComputerHistory
}

/** The fragment that replaces `#computer-history`. Its days are those of the reader, as on the page. */
export function historyRegion({ zone, ...props }: HistoryRegionProps & { readonly zone: string }): string {
  return renderToString(
    <ReaderZone.Provider value={zone}>
      <HistoryRegion {...props} />
    </ReaderZone.Provider>,
  )
}

export function HistoryRegion({ language, customer, computer, history }: HistoryRegionProps) {
  const t = texts(language)
  const spans = spansOf(history)
  return (
    <div
      id="computer-history"
      data-live-region
      data-customers={customer.id}
      data-refresh={historyTablePath(customer.storeId, computer.id)}
      data-event-id={String(history.lastEventId)}
      data-now={history.to}
    >
      <div class="result-line">
        <ComputerStatus computer={computer} now={new Date(history.to)} t={t} />
        <span>
          {t.support.asOf} <Exact at={history.to} locale={t.locale} />
        </span>
      </div>
      <StaffChanges customer={customer} computer={computer} now={new Date(history.to)} t={t} />
      <HistoryStrip history={history} rowAt={(atMs) => spanRowId(spanAt(spans, atMs))} t={t} />
      <h2 class="history-changes">{t.support.changes}</h2>
      <Remark history={history} t={t} />
      <HistoryTable spans={spans} t={t} />
    </div>
  )
}

/** The one that was true then; of a time before all of them the first. */
function spanAt(spans: readonly [Span, ...Span[]], atMs: number): Span {
  return spans.findLast(({ fromMs }) => fromMs <= atMs) ?? spans[0]
}

function Remark({ history, t }: { readonly history: ComputerHistory; readonly t: Texts }) {
  const { isCut, transitions, before } = history
  if (isCut) return <p class="muted">{t.support.cut(transitions.length)}</p>
  if (transitions.length === 0 && before === null) return <p class="muted">{t.support.noHistory}</p>
  return before === null ? <p class="muted">{t.support.before}</p> : null
}
