// The page for support: the search for a computer, and computers of all pharmacies by problem.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { BulkForm } from '../bulk/bulk-form.tsx'
import { ComputerSearchForm } from './computer-search-form.tsx'
import { ProblemRegion, type ProblemRegionProps } from './problem-region.tsx'

export type SupportPageProps = Omit<ProblemRegionProps, 'language' | 'viewer'> & {
  readonly frame: FrameProps
}

export function supportPage({ frame, query, list }: SupportPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: `${t.support.problems[query.problem]} · ${t.support.title}`,
    live: true,
    children: (
      <>
        <h1>{t.support.title}</h1>
        <p class="muted">{t.support.intro}</p>
        {may(frame.viewer, storeApi.searchComputers) && <ComputerSearchForm q="" t={t} />}
        <ProblemRegion language={frame.language} viewer={frame.viewer} query={query} list={list} />
        {list.total > 0 && <BulkForm viewer={frame.viewer} list={{ problem: query.problem, q: '' }} t={t} />}
      </>
    ),
  })
}
