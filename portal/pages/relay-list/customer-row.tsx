// One pharmacy as a row of the list; its name is the link that opens it.
import type { CustomerSummary } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { HealthMark } from '../../views/health/health-mark.tsx'
import { OnlineBar } from '../../views/online-bar.tsx'
import { customerPath } from '../../views/paths.ts'
import { phoneText } from '../customer-form/phone-text.ts'

interface CustomerRowProps {
  readonly customer: CustomerSummary
  /** The server's clock, for ages. */
  readonly now: Date
  readonly t: Texts
}

/** The browser script opens the row's link on a click anywhere in the row. */
export function CustomerRow({ customer, now, t }: CustomerRowProps) {
  return (
    <tr data-key={`customer-${customer.id}`} data-row-link>
      <td class="cell-store">{customer.storeId}</td>
      <th scope="row" class="cell-name">
        <a href={customerPath(customer.storeId)}>
          <bdi>{customer.name}</bdi>
        </a>
      </th>
      <td class="cell-health">
        {customer.computerCount === 0 ? (
          <span class="muted">{t.health.nothing}</span>
        ) : (
          <HealthMark health={customer.health} computerId={null} now={now} t={t} />
        )}
      </td>
      <td class="cell-email">{customer.email}</td>
      <td class="cell-phone">{customer.phone === null ? null : phoneText(customer.phone)}</td>
      <td class="cell-number">{customer.computerCount}</td>
      <td class="cell-online">
        <OnlineBar online={customer.connectedCount} all={customer.computerCount} />
        <span>{t.pharmacies.online(customer.connectedCount, customer.computerCount)}</span>
      </td>
    </tr>
  )
}
