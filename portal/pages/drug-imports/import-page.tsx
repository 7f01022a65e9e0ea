// One import: how far it is, what it changes, its next step, its files, what was found in them.
import { renderToString } from 'preact-render-to-string'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { DrugImport } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../views/crumbs.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { importPath } from './import-paths.ts'
import { PATHS } from '../../views/paths.ts'
import { Exact } from '../../views/times/time.tsx'
import { importRegionPath, pageAddress, type PageQuery } from './import-address.ts'
import { ImportChanges, ImportFiles } from './import-changes.tsx'
import { ImportFindings, type FindingList } from './import-findings.tsx'
import { FoundCounts, ImportStateText, isUnderWay } from './import-state.tsx'
import { ImportSteps } from './import-steps.tsx'

export interface ImportPageProps {
  readonly frame: FrameProps
  readonly about: DrugImport
  readonly query: PageQuery
  /** Null for who may not see them. */
  readonly findings: FindingList | null
  /** Why the last step was not done, in words; null for none. */
  readonly problem: string | null
}

const REFRESH_S = 1

export function importPage(props: ImportPageProps): string {
  const { frame, about, problem } = props
  const t = texts(frame.language)
  const title = t.drugImports.importTitle(about.id, about.source)
  return pageDocument({
    frame,
    title,
    live: isUnderWay(about),
    children: (
      <>
        {may(frame.viewer, pharmacyApi.listDrugImports) && (
          <Crumbs to={PATHS.medicines} t={t}>
            {t.drugImports.title}
          </Crumbs>
        )}
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {problem !== null && <Notice kind="fault">{problem}</Notice>}
        <ImportRegion {...props} />
      </>
    ),
  })
}

/** The fragment that replaces `#import`. */
export function importRegion(props: ImportPageProps): string {
  return renderToString(<ImportRegion {...props} />)
}

/** Asked for as long as the import is under way: then its next step stands still. */
function ImportRegion({ frame, about, query, findings }: ImportPageProps) {
  const t = texts(frame.language)
  const moves = isUnderWay(about)
  return (
    <div
      id="import"
      class="import"
      data-live-region
      data-refresh={moves ? pageAddress(importRegionPath(about.id), query) : undefined}
      data-refresh-s={moves ? REFRESH_S : undefined}
    >
      <ImportFacts about={about} t={t} />
      {moves && (
        <p data-no-script-only>
          <a class="btn" href={importPath(about.id)}>
            {t.drugImports.reload}
          </a>
        </p>
      )}
      {about.counts !== null && <ImportChanges counts={about.counts} t={t} />}
      <ImportSteps about={about} viewer={frame.viewer} csrfToken={frame.csrfToken} t={t} />
      {!moves && about.state !== 'open' && findings !== null && (
        <ImportFindings about={about} query={query} findings={findings} t={t} />
      )}
      <h2>{t.drugImports.files}</h2>
      <ImportFiles files={about.files} t={t} />
    </div>
  )
}

function ImportFacts({ about, t }: { readonly about: DrugImport; readonly t: Texts }) {
  const { state, found, started, startedBy } = t.drugImports
  return (
    <dl class="facts facts-row">
      <div>
        <dt>{state}</dt>
        <dd aria-live="polite">
          <ImportStateText about={about} t={t} />
        </dd>
      </div>
      {about.faults + about.remarks > 0 && (
        <div>
          <dt>{found}</dt>
          <dd>
            <FoundCounts about={about} t={t} />
          </dd>
        </div>
      )}
      <div>
        <dt>{started}</dt>
        <dd>
          <Exact at={about.startedAt} locale={t.locale} />
        </dd>
      </div>
      <div>
        <dt>{startedBy}</dt>
        <dd>
          <bdi>{about.startedBy}</bdi>
        </dd>
      </div>
    </dl>
  )
}
