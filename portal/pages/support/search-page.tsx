// The page of the search for a computer over all pharmacies.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../views/crumbs.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { PATHS } from '../../views/paths.ts'
import { ComputerSearchForm } from './computer-search-form.tsx'
import { SearchRegion, type SearchRegionProps } from './search-region.tsx'

export type SearchPageProps = Omit<SearchRegionProps, 'language'> & { readonly frame: FrameProps }

export function searchPage({ frame, query, list, now }: SearchPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.support.searchTitle,
    live: true,
    children: (
      <>
        <Crumbs to={PATHS.support} t={t}>
          {t.support.title}
        </Crumbs>
        <h1>{t.support.searchTitle}</h1>
        <ComputerSearchForm q={query.q} t={t} />
        <SearchRegion language={frame.language} {...{ query, list, now }} />
      </>
    ),
  })
}
