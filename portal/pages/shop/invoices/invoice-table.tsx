// Invoices and credit notes as a table: of all pharmacies, of one, or of one order; each leads to its PDF.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { StaffInvoice } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Viewer } from '../../../views/frame-props.ts'
import { moneyText } from '../../../views/money.ts'
import { customerPath } from '../../../views/paths.ts'
import { invoicePath } from '../../../views/shop-paths.ts'
import { dateFormat } from '../../../views/times/formats.ts'

export interface InvoiceTableProps {
  readonly items: readonly StaffInvoice[]
  readonly viewer: Viewer | null
  readonly t: Texts
}

export function InvoiceTable({ items, viewer, t }: InvoiceTableProps) {
  const { title, number, issuedOn, pharmacy, order, amount } = t.shop.invoices
  return (
    <div class="card-plain table-card">
      <table class="staff-table shop-table">
        <caption class="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {[number, issuedOn, pharmacy, order].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col" class="of-amounts">
              {amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((invoice) => (
            <InvoiceRow key={invoice.number} invoice={invoice} viewer={viewer} t={t} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly invoice: StaffInvoice
  readonly viewer: Viewer | null
  readonly t: Texts
}

function InvoiceRow({ invoice, viewer, t }: RowProps) {
  const { number, kind, corrects, issuedOn, storeId, customerName, orderNumber, totalMinor, currency } =
    invoice
  const i = t.shop.invoices
  return (
    <tr>
      <th scope="row">
        {may(viewer, storeApi.getInvoice) ? (
          <a href={invoicePath(number)} title={i.asPdf(number)}>
            {number}
          </a>
        ) : (
          number
        )}
        <span class="sub">
          {i.kinds[kind]}
          {corrects !== null && ` ${i.corrects(corrects)}`}
        </span>
      </th>
      <td>{dayText(issuedOn, t)}</td>
      <td>
        <bdi>
          <a href={customerPath(storeId)}>{customerName}</a>
        </bdi>
        <span class="sub">{storeId}</span>
      </td>
      <td>
        <span class="narrow-head">{i.order}</span>
        {orderNumber}
      </td>
      <td class="of-amounts">
        <span class="narrow-head">{i.amount}</span>
        {moneyText(kind === 'credit_note' ? -totalMinor : totalMinor, currency, t.locale)}
      </td>
    </tr>
  )
}

/** As it stands on the paper: a day of the seller's, not of the reader's zone. */
function dayText(day: string, { locale }: Texts): string {
  const form = { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' } as const
  return dateFormat(locale, form).format(new Date(`${day}T00:00:00.000Z`))
}
