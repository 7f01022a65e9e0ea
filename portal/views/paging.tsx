// Paging of a list: where we are, the neighbours, and how many rows a page has.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Icon } from './icons.tsx'

interface PagedQuery {
  readonly page: number
  readonly pageSize: number
}

export interface PagingProps {
  readonly query: PagedQuery
  readonly list: { readonly total: number; readonly items: readonly unknown[] }
  /** Of the same list with another page or page size. */
  readonly address: (changes: Partial<PagedQuery>) => string
  readonly t: Texts
}

const PAGE_SIZES = [25, 50, 100, 200] as const

export function Paging({ query, list, address, t }: PagingProps) {
  const pages = Math.max(1, Math.ceil(list.total / query.pageSize))
  if (list.items.length === 0 || list.total <= PAGE_SIZES[0]) return null
  const first = (query.page - 1) * query.pageSize + 1
  return (
    <nav class="paging" aria-label={t.pharmacies.paging}>
      <p class="paging-range">{t.pharmacies.range(first, first + list.items.length - 1, list.total)}</p>
      {pages > 1 && <PageLinks query={query} address={address} pages={pages} t={t} />}
      <PageSize query={query} address={address} t={t} />
    </nav>
  )
}

/** In the place of rows: the list has some, this page of it has none. */
export function PastTheEnd({ firstPage, t }: { readonly firstPage: string; readonly t: Texts }) {
  return (
    <div class="card-plain nothing">
      <h2>{t.pharmacies.noSuchPage}</h2>
      <p>
        <a href={firstPage}>{t.pharmacies.toFirstPage}</a>
      </p>
    </div>
  )
}

interface EmptyListProps {
  /** Of all pages: more than none where the address names a page behind the last. */
  readonly total: number
  readonly firstPage: string
  readonly title: string
  readonly advice?: string
  readonly t: Texts
}

/** In the place of a list whose page has no rows. */
export function EmptyList({ total, firstPage, title, advice, t }: EmptyListProps) {
  if (total > 0) return <PastTheEnd firstPage={firstPage} t={t} />
  return (
    <div class="card-plain nothing">
      <h2>{title}</h2>
      {advice !== undefined && <p>{advice}</p>}
    </div>
  )
}

type PartProps = Omit<PagingProps, 'list'>

function PageLinks({ query, address, pages, t }: PartProps & { readonly pages: number }) {
  const { page } = query
  return (
    <ul class="page-links">
      <PageLink
        address={address}
        to={page > 1 ? page - 1 : null}
        label={t.pharmacies.previous}
        icon="chevronLeft"
      />
      <li class="page-now">{t.pharmacies.page(page, pages)}</li>
      <PageLink
        address={address}
        to={page < pages ? page + 1 : null}
        label={t.pharmacies.next}
        icon="chevronRight"
      />
    </ul>
  )
}

interface PageLinkProps {
  readonly address: PagingProps['address']
  /** Null on the first or last page. */
  readonly to: number | null
  readonly label: string
  readonly icon: 'chevronLeft' | 'chevronRight'
}

function PageLink({ address, to, label, icon }: PageLinkProps) {
  if (to === null) return null
  return (
    <li>
      <a class="btn btn-sm" href={address({ page: to })} rel={icon === 'chevronLeft' ? 'prev' : 'next'}>
        {icon === 'chevronLeft' && <Icon name={icon} />}
        {label}
        {icon === 'chevronRight' && <Icon name={icon} />}
      </a>
    </li>
  )
}

/** Links, not a select: each size is one key press away and nothing is submitted by moving through a list. */
function PageSize({ query, address, t }: PartProps) {
  return (
    <div class="page-size">
      <span id="page-size-label">{t.pharmacies.pageSize}</span>
      <ul aria-labelledby="page-size-label">
        {PAGE_SIZES.map((size) => (
          <li key={size}>
            <a
              href={address({ pageSize: size, page: 1 })}
              aria-current={size === query.pageSize ? 'true' : undefined}
            >
              {size}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
