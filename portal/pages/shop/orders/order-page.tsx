// One order: its state, what was ordered, where it goes, shipment, payments, what went back, invoices, its history and cancellation.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { InvoicePage } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import type { PanelOrder } from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../../views/crumbs.tsx'
import { pageDocument, type FrameProps } from '../../../views/frame.tsx'
import { moneyText } from '../../../views/money.ts'
import { Notice } from '../../../views/notice.tsx'
import { customerPath } from '../../../views/paths.ts'
import { SHOP_PATHS, cancelOrderPath } from '../../../views/shop-paths.ts'
import { Exact } from '../../../views/times/time.tsx'
import { ConfirmedForm } from '../../staff/confirmed-form.tsx'
import type { RefusedForm } from '../form-problem.ts'
import { InvoicesOfPart } from '../invoices/invoices-of.tsx'
import { RefusedNotice } from '../refused-notice.tsx'
import { AddressText } from './address-text.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderPayments } from './order-payments.tsx'
import { GiveBack, OrderRefunds, type RefundsProps } from './order-refunds.tsx'
import { OrderShipment, type ShipmentValues } from './order-shipment.tsx'

export type OrderNotice = keyof Texts['shop']['orders']['notices']

export interface OrderPageProps {
  readonly frame: FrameProps
  readonly order: PanelOrder
  /** Attempts to pay it, with what went back. */
  readonly payments: RefundsProps['payments']
  /** Null for who may not see them. */
  readonly invoices: InvoicePage | null
  /** Of the form that says how it was sent. */
  readonly shipment: ShipmentValues
  /** Of the form that gives money back. */
  readonly refund: Pick<RefundsProps, 'values' | 'once'>
  readonly refused: RefusedForm | null
  readonly notice: OrderNotice | null
}

/** Those that can be cancelled by staff. */
const OPEN: ReadonlySet<PanelOrder['state']> = new Set(['awaiting_payment', 'authorised', 'paid'])

export function orderPage(props: OrderPageProps): string {
  const { frame, order, refused, notice } = props
  const t = texts(frame.language)
  const faults = refused?.faults ?? new Set<string>()
  const title = t.shop.orders.orderTitle(order.number)
  const canCancel = OPEN.has(order.state) && !order.isCancelAsked && may(frame.viewer, storeApi.cancelOrder)
  return pageDocument({
    frame,
    title,
    children: (
      <>
        {may(frame.viewer, storeApi.listPanelOrders) && (
          <Crumbs to={SHOP_PATHS.orders} t={t}>
            {t.shop.orders.title}
          </Crumbs>
        )}
        <h1>{title}</h1>
        {notice !== null && (
          <Notice kind="success" once>
            {t.shop.orders.notices[notice]}
          </Notice>
        )}
        <RefusedNotice refused={refused} t={t} />
        {order.isCancelAsked && OPEN.has(order.state) && (
          <Notice kind="warning">{t.shop.orders.cancelAsked}</Notice>
        )}
        <Facts order={order} t={t} />
        <OrderLines order={order} isLinked={may(frame.viewer, storeApi.getPanelProduct)} t={t} />
        <SentAndPaid {...props} faults={faults} t={t} />
        <OrderHistory order={order} t={t} />
        <GiveBack {...props} {...props.refund} faults={faults} t={t} />
        {canCancel && <Cancellation frame={frame} order={order} t={t} />}
      </>
    ),
  })
}

function SentAndPaid(props: OrderPageProps & Pick<RefundsProps, 'faults' | 't'>) {
  const { frame, order, payments, invoices, shipment, faults, t } = props
  return (
    <>
      <OrderShipment frame={frame} order={order} values={shipment} faults={faults} t={t} />
      <OrderPayments order={order} t={t} />
      <OrderRefunds order={order} payments={payments} t={t} />
      {invoices !== null && (
        <InvoicesOfPart of={{ order: order.number }} list={invoices} viewer={frame.viewer} t={t} />
      )}
    </>
  )
}

interface PartProps {
  readonly order: PanelOrder
  readonly t: Texts
}

function Facts({ order, t }: PartProps) {
  const { state, states, pharmacy, placed, total, heldUntil, address } = t.shop.orders
  const { expiresAt } = order
  return (
    <dl class="user-facts facts">
      <div>
        <dt>{state}</dt>
        <dd class={`order-${order.state}`}>{states[order.state]}</dd>
      </div>
      <div>
        <dt>{pharmacy}</dt>
        <dd>
          <bdi>
            <a href={customerPath(order.storeId)}>{order.customerName}</a>
          </bdi>{' '}
          <span class="store-id">{order.storeId}</span>
        </dd>
      </div>
      <div>
        <dt>{placed}</dt>
        <dd>
          <Exact at={order.placedAt} locale={t.locale} />
        </dd>
      </div>
      <div>
        <dt>{total}</dt>
        <dd>{moneyText(order.totalMinor, order.currency, t.locale)}</dd>
      </div>
      {expiresAt !== null && (
        <div>
          <dt>{heldUntil}</dt>
          <dd>
            <Exact at={expiresAt} locale={t.locale} />
          </dd>
        </div>
      )}
      <div>
        <dt>{address}</dt>
        <dd>
          <AddressText address={order.address} />
        </dd>
      </div>
    </dl>
  )
}

function Cancellation({ frame, order, t }: PartProps & Pick<OrderPageProps, 'frame'>) {
  const { cancel, cancelPoints } = t.shop.orders
  return (
    <ConfirmedForm
      name="cancel"
      action={cancelOrderPath(order.number)}
      csrfToken={frame.csrfToken}
      summary={`${cancel}…`}
      points={cancelPoints}
      confirm={cancel}
    >
      <input type="hidden" name="version" value={order.version} />
    </ConfirmedForm>
  )
}
