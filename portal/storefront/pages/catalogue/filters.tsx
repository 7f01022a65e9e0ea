// The filters of a list as a plain form; folded on a phone until somebody opens them, or one is set.
import type { Facets } from '@pharmacy-relay/shared/api/shop/products.ts'
import { ProductSort } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { isFiltered, listAddress, sortOf, type ListFields } from './list-query.ts'

interface FiltersProps {
  readonly path: string
  readonly fields: ListFields
  readonly found: { readonly facets: Facets }
  readonly t: Texts
}

export function Filters({ path, fields, found, t }: FiltersProps) {
  const c = t.storefront.catalogue
  const set = isFiltered(fields)
  return (
    <details class="filters" open={set}>
      <summary>{c.filters}</summary>
      <form action={path} class="filter-form">
        {fields.q !== '' && <input type="hidden" name="q" value={fields.q} />}
        <Choice
          name="brand"
          label={c.brand}
          chosen={fields.brand}
          facet={found.facets.brands}
          isExact={found.facets.isExact}
          t={t}
        />
        <Choice
          name="form"
          label={c.form}
          chosen={fields.form}
          facet={found.facets.forms}
          isExact={found.facets.isExact}
          t={t}
        />
        <Amount name="min" label={c.priceFrom} value={fields.min} />
        <Amount name="max" label={c.priceTo} value={fields.max} />
        <Sort fields={fields} t={t} />
        <label class="check">
          <input type="checkbox" name="available" value="true" checked={fields.available === 'true'} />{' '}
          {c.onlyAvailable}
        </label>
        <button type="submit">{c.apply}</button>
        {set && (
          <a href={listAddress(path, fields, { brand: '', form: '', min: '', max: '', available: '' })}>
            {c.clear}
          </a>
        )}
      </form>
    </details>
  )
}

function Sort({ fields, t }: Pick<FiltersProps, 'fields' | 't'>) {
  const c = t.storefront.catalogue
  return (
    <label>
      {c.sort}
      <select name="sort">
        {ProductSort.options.map((sort) => (
          <option key={sort} value={sort} selected={sort === sortOf(fields)}>
            {c.sorts[sort]}
          </option>
        ))}
      </select>
    </label>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly chosen: string
  readonly facet: Facets['brands']
  /** Else there may be more of each. */
  readonly isExact: boolean
  readonly t: Texts
}

/** What was chosen stays in it, also where nothing of it was found. */
function Choice({ name, label, chosen, facet, isExact, t }: ChoiceProps) {
  const isMissing = chosen !== '' && facet.every(({ value }) => value !== chosen)
  const values = isMissing ? [{ value: chosen, count: 0 }, ...facet] : facet
  if (values.length === 0) return null
  return (
    <label>
      {label}
      <select name={name}>
        <option value="">{t.storefront.catalogue.any}</option>
        {values.map(({ value, count }) => (
          <option key={value} value={value} selected={value === chosen}>
            {`${value} (${count}${isExact ? '' : '+'})`}
          </option>
        ))}
      </select>
    </label>
  )
}

function Amount({
  name,
  label,
  value,
}: {
  readonly name: string
  readonly label: string
  readonly value: string
}) {
  return (
    <label>
      {label}
      <input name={name} value={value} inputMode="decimal" maxLength={12} size={8} />
    </label>
  )
}
