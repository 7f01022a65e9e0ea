// The newest invoices of one order or one pharmacy, as a part of its page.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { InvoicePage } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { StoreCall } from '../../../http/staff.ts'
import type { Viewer } from '../../../views/frame-props.ts'
import { InvoiceTable } from './invoice-table.tsx'
import { invoicesAddress } from './invoices-address.ts'

/** Of an order by its number, or of a pharmacy. */
export type InvoicesOf = { readonly order: string } | { readonly customerId: number }

const SHOWN = 25

/** Null for who may not see them. */
export async function readInvoicesOf(
  { store, viewer }: { readonly store: StoreCall; readonly viewer: Viewer | null },
  of: InvoicesOf,
): Promise<InvoicePage | null> {
  if (!may(viewer, storeApi.listInvoices)) return null
  const query = {
    pageSize: String(SHOWN),
    ...('order' in of ? { number: of.order } : { customerId: String(of.customerId) }),
  }
  return store(storeApi.listInvoices, { params: null, query, body: null })
}

interface InvoicesOfProps {
  readonly of: InvoicesOf
  readonly list: InvoicePage
  readonly viewer: Viewer | null
  readonly t: Texts
}

export function InvoicesOfPart({ of, list, viewer, t }: InvoicesOfProps) {
  const { title, noneYet, all } = t.shop.invoices
  const isMore = list.total > list.items.length
  return (
    <section class="shop-part" aria-labelledby="invoices-title">
      <h2 id="invoices-title">{title}</h2>
      {list.items.length === 0 ? <p>{noneYet}</p> : <InvoiceTable items={list.items} viewer={viewer} t={t} />}
      {isMore && 'customerId' in of && (
        <p>
          <a href={invoicesAddress({ customerId: of.customerId })}>{all}</a>
        </p>
      )}
    </section>
  )
}
