// Finds the pharmacy that a computer is to be moved to: a plain form, which the script asks while somebody types.
import type {
  CustomerDetail,
  CustomerSummary,
  RelayComputer,
} from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Icon } from '../../views/icons.tsx'
import { computerPath, movePath } from '../../views/paths.ts'
import { SearchInput } from '../../views/search-input.tsx'

/** Pharmacies shown at once; who looks for another one writes more of it. */
export const SHOWN_PHARMACIES = 10

export interface FoundPharmacies {
  /** What was searched for. */
  readonly q: string
  /** Without the one that the computer is in. */
  readonly items: readonly Pick<CustomerSummary, 'id' | 'storeId' | 'name'>[]
  /** How many more match. */
  readonly more: number
}

interface MoveSearchProps {
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly found: FoundPharmacies | null
  readonly t: Texts
}

export function MoveSearch({ customer, computer, found, t }: MoveSearchProps) {
  const path = computerPath(customer.storeId, computer.id)
  return (
    <section aria-labelledby="move-title" class="computer-part" id="move">
      <h2 id="move-title">{t.computers.move}</h2>
      <form
        method="get"
        action={`${path}#move`}
        class="move-search"
        hx-get={path}
        hx-trigger="input delay:250ms, submit"
        hx-sync="this:replace"
        hx-target="#move-results"
        hx-select="#move-results"
        hx-swap="outerHTML"
      >
        <label class="form-label" for="move-q">
          {t.computers.moveSearch}
        </label>
        <div class="move-field">
          <SearchInput id="move-q" name="q" value={found?.q ?? ''} hintId="move-hint" />
          <button type="submit" class="btn">
            <Icon name="search" />
            {t.computers.search}
          </button>
        </div>
        <p class="field-hint" id="move-hint">
          {t.computers.moveHint}
        </p>
      </form>
      <div id="move-results">
        {found !== null && <Results customer={customer} computer={computer} found={found} t={t} />}
      </div>
    </section>
  )
}

function Results({ customer, computer, found, t }: MoveSearchProps & { readonly found: FoundPharmacies }) {
  if (found.items.length === 0) return <output class="muted">{t.computers.noSuchPharmacy}</output>
  const path = movePath(customer.storeId, computer.id)
  return (
    <>
      <ul class="move-results">
        {found.items.map(({ id, storeId, name }) => (
          <li key={id}>
            <a href={`${path}?to=${encodeURIComponent(storeId)}`}>
              <bdi>{name}</bdi> <span class="store-id">{storeId}</span>
            </a>
          </li>
        ))}
      </ul>
      {found.more > 0 && <output class="muted">{t.computers.moreMatch(found.more)}</output>}
    </>
  )
}
