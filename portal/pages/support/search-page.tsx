// The page of the search for a computer over all pharmacies.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../views/crumbs.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { PATHS } from '../../views/paths.ts'
import { BulkForm } from '../bulk/bulk-form.tsx'
import { ComputerSearchForm } from './computer-search-form.tsx'
import { SearchRegion, type SearchRegionProps } from './search-region.tsx'

export type SearchPageProps = Omit<SearchRegionProps, 'language' | 'viewer'> & { readonly frame: FrameProps }

export function searchPage({ frame, query, list, now }: SearchPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.support.searchTitle,
    live: true,
    children: (
      <>
        {may(frame.viewer, storeApi.listProblems) && (
          <Crumbs to={PATHS.support} t={t}>
            {t.support.title}
          </Crumbs>
        )}
        <h1>{t.support.searchTitle}</h1>
        <ComputerSearchForm q={query.q} t={t} />
        <SearchRegion language={frame.language} viewer={frame.viewer} query={query} list={list} now={now} />
        {list.total > 0 && <BulkForm viewer={frame.viewer} list={{ q: query.q }} t={t} />}
      </>
    ),
  })
}
