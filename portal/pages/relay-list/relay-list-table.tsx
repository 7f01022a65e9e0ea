// The live part of the list: how many match, the table, the paging.
import { renderToString } from 'preact-render-to-string'
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Icon } from '../../views/icons.tsx'
import { CsvLink } from '../../views/csv/csv-link.tsx'
import { Paging, PastTheEnd } from '../../views/paging.tsx'
import {
  isFiltered,
  listAddress,
  nextSort,
  sortDirection,
  tableAddress,
  unfilteredAddress,
  type ListQuery,
  type SortColumn,
} from './list-address.ts'
import { CustomerRow } from './customer-row.tsx'

export type CustomerList = EndpointResult<typeof storeApi.listCustomers>

export interface RelayListTableProps {
  readonly language: Language
  readonly query: ListQuery
  readonly list: CustomerList
  /** The server's clock, for ages. */
  readonly now: Date
}

/** The fragment that replaces `#relay-list`. */
export function relayListTable(props: RelayListTableProps): string {
  return renderToString(<ListRegion {...props} />)
}

/** Refetched from `data-refresh` when one of its pharmacies changes; `data-event-id` tells older from newer. */
export function ListRegion({ language, query, list, now }: RelayListTableProps) {
  const t = texts(language)
  return (
    <div
      id="relay-list"
      data-live-region
      data-customers={list.items.map((customer) => customer.id).join(',')}
      data-refresh={tableAddress(query)}
      data-event-id={String(list.lastEventId)}
      data-now={now.toISOString()}
    >
      <input type="hidden" name="sort" value={query.sort} form="relay-filter" />
      <input type="hidden" name="pageSize" value={String(query.pageSize)} form="relay-filter" />
      <div class="result-line">
        <ResultCount query={query} list={list} t={t} />
        {isFiltered(query) && <a href={unfilteredAddress(query)}>{t.pharmacies.clear}</a>}
      </div>
      {list.items.length === 0 ? (
        <EmptyList query={query} list={list} t={t} />
      ) : (
        <CustomerTable query={query} list={list} now={now} t={t} />
      )}
      {list.items.length > 0 && <CsvLink list={listAddress(query)} t={t} />}
      <Paging query={query} list={list} address={(changes) => listAddress(query, changes)} t={t} />
    </div>
  )
}

/** How many there are. Of none the card below tells; here it is only read out, when filtering came to nothing. */
function ResultCount({ query, list, t }: TableProps) {
  if (list.total === 0) return <output class="visually-hidden">{emptyText(query, t).title}</output>
  return (
    <output>{isFiltered(query) ? t.pharmacies.matching(list.total) : t.pharmacies.total(list.total)}</output>
  )
}

interface TableProps {
  readonly query: ListQuery
  readonly list: CustomerList
  readonly t: Texts
}

function CustomerTable({ query, list, now, t }: TableProps & Pick<RelayListTableProps, 'now'>) {
  const header = (column: SortColumn, label: string) => (
    <SortHeader column={column} label={label} query={query} t={t} />
  )
  return (
    <div class="card-plain table-card">
      <table class="list-table">
        <caption class="visually-hidden">{t.pharmacies.title}</caption>
        <thead>
          <tr>
            {header('storeId', t.pharmacies.storeId)}
            {header('name', t.pharmacies.name)}
            {header('health', t.health.title)}
            {header('email', t.pharmacies.email)}
            <th scope="col" class="col-phone">
              {t.pharmacies.phone}
            </th>
            {header('computers', t.pharmacies.computers)}
            {header('connected', t.pharmacies.connected)}
          </tr>
        </thead>
        <tbody>
          {list.items.map((customer) => (
            <CustomerRow key={customer.id} customer={customer} now={now} t={t} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SortHeaderProps {
  readonly column: SortColumn
  readonly label: string
  readonly query: ListQuery
  readonly t: Texts
}

function SortHeader({ column, label, query, t }: SortHeaderProps) {
  const direction = sortDirection(query.sort, column)
  const address = listAddress(query, { sort: nextSort(query.sort, column), page: 1 })
  return (
    <th scope="col" aria-sort={direction} class={`col-${column}`}>
      <a
        id={`sort-${column}`}
        class="sort-link"
        href={address}
        title={t.pharmacies.sortBy(label)}
        hx-get={address}
        {...SWAP}
      >
        {label}
        {direction !== 'none' && <Icon name={direction === 'ascending' ? 'sortUp' : 'sortDown'} />}
      </a>
    </th>
  )
}

const SWAP = {
  'hx-target': '#relay-list',
  'hx-select': '#relay-list',
  'hx-swap': 'outerMorph',
  'hx-push-url': 'true',
}

function EmptyList({ query, list, t }: TableProps) {
  if (list.total > 0) return <PastTheEnd firstPage={listAddress(query, { page: 1 })} t={t} />
  const { title, advice } = emptyText(query, t)
  return (
    <div class="card-plain nothing">
      <h2>{title}</h2>
      <p>{advice}</p>
    </div>
  )
}

function emptyText(query: ListQuery, t: Texts): { readonly title: string; readonly advice: string } {
  const { noMatchTitle, noMatchAdvice, emptyTitle, emptyAdvice } = t.pharmacies
  return isFiltered(query)
    ? { title: noMatchTitle, advice: noMatchAdvice }
    : { title: emptyTitle, advice: emptyAdvice }
}
