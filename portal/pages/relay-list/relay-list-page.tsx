// The list of pharmacies: title, filters, and the table as a live region.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Icon } from '../../views/icons.tsx'
import { PATHS } from '../../views/paths.ts'
import { ComputerSearchForm } from '../support/computer-search-form.tsx'
import { healthLevels } from '@pharmacy-relay/shared/labels/health.ts'
import { SelectField } from '../staff/select-field.tsx'
import { SearchInput } from '../../views/search-input.tsx'
import { FILTERS, type ListQuery } from './list-address.ts'
import { ListRegion, type CustomerList } from './relay-list-table.tsx'

export interface RelayListPageProps {
  readonly frame: FrameProps
  readonly query: ListQuery
  readonly list: CustomerList
  /** The server's clock, for ages. */
  readonly now: Date
}

export function relayListPage({ frame, query, list, now }: RelayListPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.pharmacies.title,
    live: true,
    htmx: true,
    children: (
      <>
        <div class="page-head">
          <h1>{t.pharmacies.title}</h1>
          {may(frame.viewer, storeApi.createCustomer) && (
            <a class="btn btn-primary" href={PATHS.newCustomer}>
              <Icon name="plus" />
              {t.pharmacies.add}
            </a>
          )}
        </div>
        <FilterForm query={query} t={t} />
        {may(frame.viewer, storeApi.searchComputers) && (
          <details class="other-search">
            <summary>{t.support.search}</summary>
            <ComputerSearchForm q="" t={t} />
          </details>
        )}
        <ListRegion language={frame.language} query={query} list={list} now={now} />
      </>
    ),
  })
}

/**
 * Works as a plain GET form; with htmx it asks 250 ms after the last key. Order and page size come from hidden
 * fields inside the region (`form="relay-filter"`), so that they follow the table.
 */
function FilterForm({ query, t }: { readonly query: ListQuery; readonly t: Texts }) {
  return (
    <search aria-label={t.pharmacies.filters}>
      <form
        id="relay-filter"
        class="filter-row"
        method="get"
        action={PATHS.relay}
        hx-get={PATHS.relay}
        hx-trigger="input delay:250ms, submit"
        hx-sync="this:replace"
        hx-target="#relay-list"
        hx-select="#relay-list"
        hx-swap="outerMorph"
        hx-replace-url="true"
      >
        {FILTERS.map((filter) => (
          <div key={filter}>
            <label class="filter-label" for={`filter-${filter}`}>
              {t.pharmacies[filter]}
            </label>
            <SearchInput id={`filter-${filter}`} name={filter} value={query[filter]} />
          </div>
        ))}
        <SelectField
          name="health"
          label={t.health.title}
          value={query.health ?? ''}
          options={[
            ['', t.health.filterAll],
            ...healthLevels.map((level) => [level, t.health.counts[level]] as const),
          ]}
        />
        <button type="submit" class="btn" data-no-script-only>
          <Icon name="search" />
          {t.pharmacies.apply}
        </button>
      </form>
    </search>
  )
}
