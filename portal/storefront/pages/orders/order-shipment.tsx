// How an order went out: with all that is known on its own page, in one line in the list.
import type { OrderShipment } from '@pharmacy-relay/shared/api/shop/orders.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { ShopFrame } from '../../views/shop-frame.tsx'
import { ShopTime } from '../../views/shop-time.tsx'

interface ShipmentProps {
  readonly shipment: OrderShipment | null | undefined
  readonly t: Texts
}

export function Shipment({ shipment, frame, t }: ShipmentProps & { readonly frame: ShopFrame }) {
  if (shipment === null || shipment === undefined) return null
  const { shipment: title, carrier, tracking, noTracking, sent } = t.storefront.orders
  return (
    <section aria-labelledby="shipment">
      <h2 id="shipment">{title}</h2>
      <dl class="facts">
        <div>
          <dt>{carrier}</dt>
          <dd>
            <bdi>{shipment.carrier}</bdi>
          </dd>
        </div>
        <div>
          <dt>{tracking}</dt>
          <dd>{shipment.trackingNumber === '' ? noTracking : <bdi>{shipment.trackingNumber}</bdi>}</dd>
        </div>
        <div>
          <dt>{sent}</dt>
          <dd>
            <ShopTime at={shipment.at} frame={frame} t={t} />
          </dd>
        </div>
      </dl>
    </section>
  )
}

export function ShipmentLine({ shipment, t }: ShipmentProps) {
  if (shipment === null || shipment === undefined) return null
  const { carrier, trackingNumber } = shipment
  return (
    <p>
      <bdi>{carrier}</bdi>
      {trackingNumber !== '' && (
        <>
          {` · ${t.storefront.orders.tracking} `}
          <bdi>{trackingNumber}</bdi>
        </>
      )}
    </p>
  )
}
