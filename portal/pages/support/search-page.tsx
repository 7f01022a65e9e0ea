// The page of the search for a computer over all pharmacies.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Icon } from '../../views/icons.tsx'
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
    htmx: false,
    children: (
      <>
        <nav class="crumbs" aria-label={t.common.breadcrumb}>
          <a href={PATHS.support}>
            <Icon name="chevronLeft" />
            {t.support.title}
          </a>
        </nav>
        <h1>{t.support.searchTitle}</h1>
        <ComputerSearchForm q={query.q} t={t} />
        <SearchRegion language={frame.language} {...{ query, list, now }} />
      </>
    ),
  })
}
