// The ways to the next page of a list whose pages begin after a row, and back to its first one.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Icon } from '../../views/icons.tsx'

interface KeyPagingProps {
  /** Null on the first page. */
  readonly first: string | null
  /** Null on the last page. */
  readonly next: string | null
  readonly t: Texts
}

export function KeyPaging({ first, next, t }: KeyPagingProps) {
  if (first === null && next === null) return null
  return (
    <nav class="paging" aria-label={t.pharmacies.paging}>
      <ul class="page-links">
        {first !== null && (
          <li>
            <a class="btn btn-sm" href={first} rel="prev">
              <Icon name="chevronLeft" />
              {t.shop.frame.first}
            </a>
          </li>
        )}
        {next !== null && (
          <li>
            <a class="btn btn-sm" href={next} rel="next">
              {t.shop.frame.next}
              <Icon name="chevronRight" />
            </a>
          </li>
        )}
      </ul>
    </nav>
  )
}
