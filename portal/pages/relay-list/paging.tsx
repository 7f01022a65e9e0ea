// Paging of the list: where we are, the neighbours, and how many rows a page has.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Icon } from '../../views/icons.tsx'
import { listAddress, type ListQuery } from './list-address.ts'

interface PagingProps {
  readonly query: ListQuery
  readonly list: { readonly total: number; readonly items: readonly unknown[] }
  readonly t: Texts
}

const PAGE_SIZES = [25, 50, 100, 200] as const

export function Paging({ query, list, t }: PagingProps) {
  const pages = Math.max(1, Math.ceil(list.total / query.pageSize))
  if (list.items.length === 0 || list.total <= PAGE_SIZES[0]) return null
  const first = (query.page - 1) * query.pageSize + 1
  return (
    <nav class="paging" aria-label={t.pharmacies.paging}>
      <p class="paging-range">{t.pharmacies.range(first, first + list.items.length - 1, list.total)}</p>
      {pages > 1 && <PageLinks query={query} pages={pages} t={t} />}
      <PageSize query={query} t={t} />
    </nav>
  )
}

interface PageLinksProps {
  readonly query: ListQuery
  readonly pages: number
  readonly t: Texts
}

function PageLinks({ query, pages, t }: PageLinksProps) {
  const { page } = query
  return (
    <ul class="page-links">
      <PageLink
        query={query}
        to={page > 1 ? page - 1 : null}
        label={t.pharmacies.previous}
        icon="chevronLeft"
      />
      <li class="page-now">{t.pharmacies.page(page, pages)}</li>
      <PageLink
        query={query}
        to={page < pages ? page + 1 : null}
        label={t.pharmacies.next}
        icon="chevronRight"
      />
    </ul>
  )
}

interface PageLinkProps {
  readonly query: ListQuery
  /** Null on the first or last page. */
  readonly to: number | null
  readonly label: string
  readonly icon: 'chevronLeft' | 'chevronRight'
}

function PageLink({ query, to, label, icon }: PageLinkProps) {
  if (to === null) return null
  return (
    <li>
      <a
        class="btn btn-sm"
        href={listAddress(query, { page: to })}
        rel={icon === 'chevronLeft' ? 'prev' : 'next'}
      >
        {icon === 'chevronLeft' && <Icon name={icon} />}
        {label}
        {icon === 'chevronRight' && <Icon name={icon} />}
      </a>
    </li>
  )
}

/** Links, not a select: each size is one key press away and nothing is submitted by moving through a list. */
function PageSize({ query, t }: { readonly query: ListQuery; readonly t: Texts }) {
  return (
    <div class="page-size">
      <span id="page-size-label">{t.pharmacies.pageSize}</span>
      <ul aria-labelledby="page-size-label">
        {PAGE_SIZES.map((size) => (
          <li key={size}>
            <a
              href={listAddress(query, { pageSize: size, page: 1 })}
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
