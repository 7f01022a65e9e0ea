// The search for a computer over all pharmacies: a plain form that works without a script.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Icon } from '../../views/icons.tsx'
import { PATHS } from '../../views/paths.ts'
import { SearchInput } from '../../views/search-input.tsx'

/** `q`: what was looked for. */
export function ComputerSearchForm({ q, t }: { readonly q: string; readonly t: Texts }) {
  return (
    <search aria-label={t.support.search}>
      <form class="computer-search" method="get" action={PATHS.search}>
        <div>
          <label class="filter-label" for="computer-search">
            {t.support.searchLabel}
          </label>
          <SearchInput id="computer-search" name="q" value={q} hintId="computer-search-hint" />
        </div>
        <button type="submit" class="btn">
          <Icon name="search" />
          {t.support.searchButton}
        </button>
        <p class="field-hint" id="computer-search-hint">
          {t.support.searchHint}
        </p>
      </form>
    </search>
  )
}
