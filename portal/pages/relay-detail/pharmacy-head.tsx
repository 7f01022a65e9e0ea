// The head of a pharmacy's page: who it is, how to reach it, and what the viewer may do with it.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Viewer } from '../../views/frame-props.ts'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { weekText } from '@pharmacy-relay/shared/texts/opening-hours-text.ts'
import { HealthMark } from '../../views/health/health-mark.tsx'
import { Icon } from '../../views/icons.tsx'
import { editPath, hoursPath, pairingPath } from '../../views/paths.ts'
import { pharmacyOrdersPath } from '../../views/shop-paths.ts'
import { phoneText } from '../customer-form/phone-text.ts'
import { Day } from '../../views/times/time.tsx'

interface PharmacyHeadProps {
  readonly viewer: Viewer | null
  readonly customer: CustomerDetail
  /** The server's clock, for ages. */
  readonly now: Date
  readonly t: Texts
}

export function PharmacyHead({ viewer, customer, now, t }: PharmacyHeadProps) {
  return (
    <div class="page-head">
      <div class="pharmacy-head">
        <h1>
          <bdi>{customer.name}</bdi> <span class="store-id">{customer.storeId}</span>
        </h1>
        <HealthMark health={customer.health} computerId={null} now={now} t={t} />
        <Contact viewer={viewer} customer={customer} t={t} />
      </div>
      <Actions viewer={viewer} customer={customer} t={t} />
    </div>
  )
}

/** Nothing for who may do nothing. */
function Actions({ viewer, customer, t }: Omit<PharmacyHeadProps, 'now'>) {
  const mayEdit = may(viewer, storeApi.updateCustomer)
  const mayPair = may(viewer, storeApi.makePairingCode)
  const mayListOrders = may(viewer, storeApi.listPanelOrders)
  if (!mayEdit && !mayPair && !mayListOrders) return null
  return (
    <div class="actions">
      {mayListOrders && (
        <a class="btn" href={pharmacyOrdersPath(customer.storeId)}>
          <Icon name="inbox" />
          {t.shop.orders.ofPharmacy.title}
        </a>
      )}
      {mayEdit && (
        <a class="btn" href={editPath(customer.storeId)}>
          <Icon name="edit" />
          {t.pharmacy.edit}
        </a>
      )}
      {mayPair && (
        <a class="btn btn-primary" href={pairingPath(customer.storeId)}>
          <Icon name="plus" />
          {t.pharmacy.addComputer}
        </a>
      )}
    </div>
  )
}

function Contact({ viewer, customer, t }: Omit<PharmacyHeadProps, 'now'>) {
  return (
    <ul class="contact" aria-label={t.pharmacy.contact}>
      <li>
        <Icon name="mail" />
        <a href={`mailto:${encodeURIComponent(customer.email).replace('%40', '@')}`}>{customer.email}</a>
      </li>
      <li>
        <Icon name="phone" />
        {customer.phone === null ? (
          <span class="muted">{t.pharmacy.noPhone}</span>
        ) : (
          <a href={`tel:${customer.phone}`}>{phoneText(customer.phone)}</a>
        )}
      </li>
      <Hours viewer={viewer} customer={customer} t={t} />
      <li class="muted">
        {t.pharmacy.since} <Day at={customer.createdAt} locale={t.locale} />
      </li>
    </ul>
  )
}

/** When it is open, where that comes from, and the way to change it. */
function Hours({ viewer, customer, t }: Omit<PharmacyHeadProps, 'now'>) {
  const { openingHours, storeId } = customer
  if (openingHours === undefined) return null
  const { source, week, isOpen } = openingHours
  const words = t.openingHours
  return (
    <li>
      <Icon name="clock" />
      <span>
        {week === null ? (
          <span class="muted">
            {words.title}: {words.from[source]}
          </span>
        ) : (
          <>
            {weekText(week, t.locale, words)} <span class="muted">({words.from[source]})</span>
          </>
        )}
        {!isOpen && <strong> · {words.closedNow}</strong>}
      </span>
      {may(viewer, storeApi.setOpeningHours) && (
        <a class="hours-change" href={hoursPath(storeId)} aria-label={`${words.title}: ${words.change}`}>
          {words.change}
        </a>
      )}
    </li>
  )
}
