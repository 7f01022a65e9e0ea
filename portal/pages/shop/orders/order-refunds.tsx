// Money that went back, with reason and state; the form that gives a part or all of what is left.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { PanelOrder } from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import type { PanelPayment, Refund } from '@pharmacy-relay/shared/api/shop/payments.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field } from '../../../views/forms.tsx'
import type { FrameProps } from '../../../views/frame-props.ts'
import { moneyText } from '../../../views/money.ts'
import { refundOrderPath } from '../../../views/shop-paths.ts'
import { Exact } from '../../../views/times/time.tsx'
import { ConfirmedForm } from '../../staff/confirmed-form.tsx'
import { leftToRefund, type RefundValues } from './refund-values.ts'

export interface RefundsProps {
  readonly frame: FrameProps
  readonly order: PanelOrder
  readonly payments: readonly PanelPayment[]
  readonly values: RefundValues
  /** The key of this form: sent twice it gives the money back once. */
  readonly once: string
  readonly faults: ReadonlySet<string>
  readonly t: Texts
}

/** Nothing where nothing went back. */
export function OrderRefunds({ order, payments, t }: Pick<RefundsProps, 'order' | 'payments' | 't'>) {
  const refunds = payments.flatMap((payment) => payment.refunds)
  return refunds.length === 0 ? null : <Refunds refunds={refunds} currency={order.currency} t={t} />
}

interface TableProps {
  readonly refunds: readonly Refund[]
  readonly currency: string
  readonly t: Texts
}

function Refunds({ refunds, currency, t }: TableProps) {
  const { when, amount } = t.shop.orders
  const { title, reason, states, causes } = t.shop.orders.refunds
  return (
    <section class="card-plain table-card shop-part" aria-labelledby="refunds-title">
      <h2 id="refunds-title">{title}</h2>
      <table class="staff-table shop-table">
        <caption class="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{when}</th>
            <th scope="col">{reason}</th>
            <th scope="col" class="of-amounts">
              {amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {refunds.map((refund) => (
            <tr key={refund.id}>
              <td>
                <Exact at={refund.at} locale={t.locale} />
              </td>
              <td>
                <bdi>{refund.reason === '' ? causes[refund.cause] : refund.reason}</bdi>
                <span class="sub">{states[refund.state]}</span>
              </td>
              <td class="of-amounts">{moneyText(refund.amountMinor, currency, t.locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Nothing where no money is left, or where it is not for who looks. */
export function GiveBack(props: RefundsProps) {
  const { frame, payments } = props
  const canRefund = leftToRefund(payments) > 0 && may(frame.viewer, storeApi.refundOrder)
  return canRefund ? <RefundForm {...props} /> : null
}

function RefundForm({ frame, order, payments, values, once, faults, t }: RefundsProps) {
  const words = t.shop.orders.refunds
  const most = words.most(moneyText(leftToRefund(payments), order.currency, t.locale))
  const said = (isFaulty: boolean, hint: string, fault: string) =>
    isFaulty ? { hint: null, fault } : { hint, fault: null }
  return (
    <ConfirmedForm
      name="refund"
      action={refundOrderPath(order.number)}
      csrfToken={frame.csrfToken}
      summary={`${words.submit}…`}
      points={words.points}
      confirm={words.submit}
      isOpen={faults.size > 0}
    >
      <input type="hidden" name="version" value={order.version} />
      <input type="hidden" name="once" value={once} />
      <Field
        name="amountMinor"
        label={words.amount}
        value={values.amountMinor}
        {...said(faults.has('amountMinor'), most, `${words.amountFault} ${most}`)}
        input={{ type: 'text', inputmode: 'decimal', required: true, maxlength: 15, autocomplete: 'off' }}
      />
      <Field
        name="reason"
        label={words.reason}
        value={values.reason}
        {...said(faults.has('reason'), words.reasonHint, words.reasonFault)}
        input={{ type: 'text', required: true, maxlength: 200, autocomplete: 'off' }}
      />
    </ConfirmedForm>
  )
}
