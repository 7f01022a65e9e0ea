// Invoices and credit notes of all pharmacies: found by number, pharmacy, kind and day.
import {
  InvoiceKind,
  type InvoiceListQuery,
  type InvoicePage,
} from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../../views/frame.tsx'
import { EmptyList, Paging } from '../../../views/paging.tsx'
import { SearchInput } from '../../../views/search-input.tsx'
import { SHOP_PATHS } from '../../../views/shop-paths.ts'
import { SelectField } from '../../staff/select-field.tsx'
import { ShopNav } from '../shop-nav.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import { invoicesAddress, invoicesText } from './invoices-address.ts'

export interface InvoicesPageProps {
  readonly frame: FrameProps
  readonly query: InvoiceListQuery
  readonly list: InvoicePage
}

export function invoicesPage({ frame, query, list }: InvoicesPageProps): string {
  const t = texts(frame.language)
  const i = t.shop.invoices
  const address = (changes: Partial<InvoiceListQuery>) => invoicesAddress({ ...query, ...changes })
  return pageDocument({
    frame,
    title: i.title,
    children: (
      <>
        <h1>{i.title}</h1>
        <ShopNav here={SHOP_PATHS.invoices} viewer={frame.viewer} t={t} />
        <p class="muted">{i.intro}</p>
        <Filter query={query} t={t} />
        {list.items.length === 0 ? (
          <EmptyList total={list.total} firstPage={address({ page: 1 })} title={i.noneTitle} t={t} />
        ) : (
          <>
            <output class="result-line">
              {list.totalIsExact ? i.found(list.total) : i.moreThan(list.total)}
            </output>
            <InvoiceTable items={list.items} viewer={frame.viewer} t={t} />
          </>
        )}
        <Paging query={query} list={list} address={address} t={t} />
      </>
    ),
  })
}

function Filter({ query, t }: { readonly query: InvoiceListQuery; readonly t: Texts }) {
  const i = t.shop.invoices
  const { page: _page, pageSize: _pageSize, ...filter } = query
  return (
    <search aria-label={i.filters}>
      <form class="staff-filter" method="get" action={SHOP_PATHS.invoices}>
        {query.customerId !== undefined && (
          <input type="hidden" name="customerId" value={String(query.customerId)} />
        )}
        <TextField name="number" label={i.numberField} value={query.number ?? ''} />
        <TextField name="pharmacy" label={i.pharmacy} value={query.pharmacy} />
        <SelectField
          name="kind"
          label={i.kind}
          value={query.kind ?? ''}
          options={[['', i.everyKind], ...InvoiceKind.options.map((one) => [one, i.kinds[one]] as const)]}
        />
        <DayField name="from" label={i.from} value={query.from ?? ''} />
        <DayField name="until" label={i.until} value={query.until ?? ''} />
        <button type="submit" class="btn">
          {t.shop.frame.show}
        </button>
        {Object.keys(invoicesText(filter)).length > 0 && (
          <a href={SHOP_PATHS.invoices}>{t.shop.frame.showAll}</a>
        )}
      </form>
    </search>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
}

function TextField({ name, label, value }: FieldProps) {
  return (
    <div>
      <label class="filter-label" for={`filter-${name}`}>
        {label}
      </label>
      <SearchInput id={`filter-${name}`} name={name} value={value} />
    </div>
  )
}

function DayField({ name, label, value }: FieldProps) {
  return (
    <div>
      <label class="filter-label" for={`filter-${name}`}>
        {label}
      </label>
      <input id={`filter-${name}`} class="form-control" type="date" name={name} value={value} />
    </div>
  )
}
