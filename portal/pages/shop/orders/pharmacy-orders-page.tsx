// What one pharmacy ordered last, and its addresses.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Address } from '@pharmacy-relay/shared/api/shop/customer.ts'
import type { PanelOrderSummary } from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PharmacyCrumbs } from '../../../views/crumbs.tsx'
import { pageDocument, type FrameProps } from '../../../views/frame.tsx'
import { customerPath } from '../../../views/paths.ts'
import { AddressText } from './address-text.tsx'
import { ordersAddress } from './orders-address.ts'
import { OrdersTable } from './orders-table.tsx'

export interface PharmacyOrdersPageProps {
  readonly frame: FrameProps
  readonly customer: Pick<CustomerDetail, 'name' | 'storeId'>
  /** The last ten. */
  readonly orders: readonly PanelOrderSummary[]
  /** Null for who may not see them. */
  readonly addresses: readonly Address[] | null
}

export function pharmacyOrdersPage({ frame, customer, orders, addresses }: PharmacyOrdersPageProps): string {
  const t = texts(frame.language)
  const words = t.shop.orders.ofPharmacy
  return pageDocument({
    frame,
    title: words.title,
    children: (
      <>
        <PharmacyCrumbs to={customerPath(customer.storeId)} customer={customer} t={t} />
        <h1>{words.title}</h1>
        <section aria-labelledby="last-title">
          <h2 id="last-title">{words.last}</h2>
          {orders.length === 0 ? (
            <p class="muted">{words.none}</p>
          ) : (
            <OrdersTable items={orders} viewer={frame.viewer} t={t} />
          )}
          {may(frame.viewer, storeApi.listPanelOrders) && (
            <p>
              <a href={ordersAddress({ storeId: customer.storeId })}>{words.all}</a>
            </p>
          )}
        </section>
        {addresses !== null && (
          <section class="card-plain shop-part" aria-labelledby="addresses-title">
            <h2 id="addresses-title">{words.addresses}</h2>
            {addresses.length === 0 && <p class="muted">{words.noAddresses}</p>}
            <div class="field-columns">
              {addresses.map((address) => (
                <AddressText key={address.id} address={address} />
              ))}
            </div>
          </section>
        )}
      </>
    ),
  })
}
