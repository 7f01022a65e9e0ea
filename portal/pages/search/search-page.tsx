// The search from anywhere as a page: without a script, and for who sent the field.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Icon } from '../../views/icons.tsx'
import { SEARCH_PATHS } from '../../views/search/search-paths.ts'
import { SearchInput } from '../../views/search-input.tsx'
import { SearchResults, type SearchResultsProps } from './search-results.tsx'

interface SearchEverywherePageProps {
  readonly frame: FrameProps
  readonly q: string
  /** Null: nothing was looked for. */
  readonly found: SearchResultsProps['found'] | null
}

export function searchEverywherePage({ frame, q, found }: SearchEverywherePageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.search.title,
    children: (
      <>
        <h1>{t.search.title}</h1>
        <search aria-label={t.search.title}>
          <form class="computer-search" method="get" action={SEARCH_PATHS.everywhere}>
            <div>
              <label class="filter-label" for="search-page-field">
                {t.search.label}
              </label>
              <SearchInput id="search-page-field" name="q" value={q} hintId="search-page-hint" />
            </div>
            <button type="submit" class="btn">
              <Icon name="search" />
              {t.search.button}
            </button>
            <p class="field-hint" id="search-page-hint">
              {t.search.hint}
            </p>
          </form>
        </search>
        {found !== null && (
          <div class="card-plain search-page-found">
            <SearchResults viewer={frame.viewer} q={q} found={found} t={t} />
          </div>
        )}
      </>
    ),
  })
}
