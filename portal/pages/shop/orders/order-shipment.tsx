// How an order went out; the form that says so while it is paid and still here.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { PanelOrder } from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../../views/forms.tsx'
import type { FrameProps } from '../../../views/frame-props.ts'
import { shipOrderPath } from '../../../views/shop-paths.ts'
import { Exact } from '../../../views/times/time.tsx'

export interface ShipmentValues {
  readonly carrier: string
  readonly trackingNumber: string
}

export const NO_SHIPMENT: ShipmentValues = { carrier: '', trackingNumber: '' }

interface ShipmentProps {
  readonly frame: FrameProps
  readonly order: PanelOrder
  /** As they were typed. */
  readonly values: ShipmentValues
  readonly faults: ReadonlySet<string>
  readonly t: Texts
}

export function OrderShipment(props: ShipmentProps) {
  const { frame, order, t } = props
  const { shipment } = order
  const canSend = order.state === 'paid' && may(frame.viewer, storeApi.shipOrder)
  if (shipment === null && !canSend) return null
  return (
    <section class="card-plain shop-part" aria-labelledby="shipment-title">
      <h2 id="shipment-title">{t.shop.orders.shipment}</h2>
      {shipment !== null && <Sent shipment={shipment} t={t} />}
      {canSend && <SendForm {...props} />}
    </section>
  )
}

function Sent({
  shipment,
  t,
}: {
  readonly shipment: NonNullable<PanelOrder['shipment']>
  readonly t: Texts
}) {
  const { carrier, trackingNumber, noTracking, when, who } = t.shop.orders
  return (
    <dl class="facts facts-row">
      <div>
        <dt>{carrier}</dt>
        <dd>
          <bdi>{shipment.carrier}</bdi>
        </dd>
      </div>
      <div>
        <dt>{trackingNumber}</dt>
        <dd>
          <bdi>{shipment.trackingNumber === '' ? noTracking : shipment.trackingNumber}</bdi>
        </dd>
      </div>
      <div>
        <dt>{when}</dt>
        <dd>
          <Exact at={shipment.at} locale={t.locale} />
        </dd>
      </div>
      {shipment.by !== '' && (
        <div>
          <dt>{who}</dt>
          <dd>
            <bdi>{shipment.by}</bdi>
          </dd>
        </div>
      )}
    </dl>
  )
}

function SendForm({ frame, order, values, faults, t }: ShipmentProps) {
  const words = t.shop.orders
  const said = (isFaulty: boolean, hint: string, fault: string) =>
    isFaulty ? { hint: null, fault } : { hint, fault: null }
  return (
    <PostForm action={shipOrderPath(order.number)} csrfToken={frame.csrfToken} unsaved={faults.size > 0}>
      <input type="hidden" name="version" value={order.version} />
      <p class="muted">{words.sendAdvice}</p>
      <div class="field-columns">
        <Field
          name="carrier"
          label={words.carrier}
          value={values.carrier}
          {...said(faults.has('carrier'), words.carrierHint, words.carrierFault)}
          input={{ type: 'text', required: true, maxlength: 60, autocomplete: 'off' }}
        />
        <Field
          name="trackingNumber"
          label={words.trackingNumber}
          value={values.trackingNumber}
          {...said(faults.has('trackingNumber'), words.trackingHint, words.trackingFault)}
          input={{ type: 'text', maxlength: 60, autocomplete: 'off', spellcheck: false }}
        />
      </div>
      <button type="submit" class="btn btn-primary">
        {words.send}
      </button>
    </PostForm>
  )
}
