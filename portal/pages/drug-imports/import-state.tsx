// How far an import is: its state in words, why it failed, and its progress while it is under way.
import type { DrugImport } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

export function isUnderWay({ state }: Pick<DrugImport, 'state'>): boolean {
  return state === 'checking' || state === 'applying' || state === 'other'
}

interface StateProps {
  readonly about: DrugImport
  readonly t: Texts
}

export function ImportStateText({ about, t }: StateProps) {
  const { id, state, percent, rowsRead, failure } = about
  return (
    <>
      <span class={`import-state import-${state}`}>{t.drugImports.states[state]}</span>
      {failure !== null && <span class="sub">{t.drugImports.failures[failure]}</span>}
      {isUnderWay(about) && (
        <span class="import-progress">
          <progress
            value={percent}
            max={100}
            aria-label={`${t.drugImports.progress}, ${t.drugImports.importTitle(id, about.source)}`}
          />
          <span>{percent} %</span> <span class="muted">{t.drugImports.rowsRead(rowsRead)}</span>
        </span>
      )}
    </>
  )
}

/** How many faults and remarks there are. */
export function FoundCounts({ about: { faults, remarks }, t }: StateProps) {
  return (
    <>
      {faults > 0 && <span class="import-faults">{t.drugImports.faults(faults)}</span>}
      {faults > 0 && remarks > 0 && ', '}
      {remarks > 0 && t.drugImports.remarks(remarks)}
    </>
  )
}
