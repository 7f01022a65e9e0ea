// The live part of what was started for many computers: how far it is, and what became of each.
import { renderToString } from 'preact-render-to-string'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Notice } from '../../views/notice.tsx'
import { RefusalText } from '../requests/request-page.tsx'
import { updateText } from '../requests/update-text.ts'
import { bulkRunPath, bulkRunTablePath } from './bulk-address.ts'
import { BulkComputerCells, BulkHeads } from './bulk-cells.tsx'
import type { BulkResult, BulkRun } from './bulk-runs.ts'

export interface RunRegionProps {
  readonly language: Language
  readonly run: BulkRun
}

/** So often a page that is looked at asks how far it is, in s. */
const REFRESH_S = 2

/** The fragment that replaces `#bulk-run`. */
export function runRegion(props: RunRegionProps): string {
  return renderToString(<RunRegion {...props} />)
}

export function RunRegion({ language, run }: RunRegionProps) {
  const t = texts(language)
  return (
    <div
      id="bulk-run"
      data-live-region={run.state === 'running' ? '' : undefined}
      data-customers=""
      data-refresh={bulkRunTablePath(run.id)}
      data-refresh-s={REFRESH_S}
    >
      <HowFar run={run} t={t} />
      <div class="card-plain table-card">
        <table class="support-table bulk-table">
          <caption class="visually-hidden">{t.support.bulk.result}</caption>
          <thead>
            <BulkHeads more={t.support.bulk.result} t={t} />
          </thead>
          <tbody>
            {run.rows.map(({ computer, result }) => (
              <tr key={computer.computerId} data-key={`computer-${computer.computerId}`}>
                <BulkComputerCells computer={computer} t={t} />
                <td class={isFault(result) ? 'bulk-fault' : undefined}>
                  <ResultText result={result} t={t} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

interface RunProps {
  readonly run: BulkRun
  readonly t: Texts
}

function HowFar({ run: { id, rows, state }, t }: RunProps) {
  const b = t.support.bulk
  const results = rows.flatMap(({ result }) => (result === null ? [] : [result]))
  if (state === 'running') {
    return (
      <div class="bulk-progress">
        <label for="bulk-progress">{b.progress(results.length, rows.length)}</label>
        <progress id="bulk-progress" max={rows.length} value={results.length} />
        <a class="btn btn-sm" href={bulkRunPath(id)}>
          {b.refresh}
        </a>
      </div>
    )
  }
  const left = results.filter(({ kind }) => kind === 'left').length
  const failed = results.filter(isFault).length
  return (
    <>
      {state === 'stopped' && <Notice kind="fault">{b.stopped}</Notice>}
      <Notice kind={failed === 0 && state === 'ended' ? 'success' : 'warning'}>
        {b.ended(results.length - left - failed, left, failed)}
      </Notice>
    </>
  )
}

function isFault(result: BulkResult | null): boolean {
  return result?.kind === 'problem' || (result?.kind === 'update' && result.check.fault !== null)
}

function ResultText({ result, t }: { readonly result: BulkResult | null; readonly t: Texts }) {
  const b = t.support.bulk
  if (result === null) return <span class="muted">{b.waits}</span>
  if (result.kind === 'role') return <>{b.roleGiven}</>
  if (result.kind === 'printers') return <>{b.printers(result.count)}</>
  if (result.kind === 'left') return <>{b.obstacles[result.obstacle]}</>
  if (result.kind === 'problem') return <RefusalText refusal={result} isRevoked={false} t={t} />
  return <>{updateText(result.check, t)}</>
}
