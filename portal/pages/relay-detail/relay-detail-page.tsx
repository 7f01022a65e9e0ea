// The page of one pharmacy: who it is, what Admin may do with it, and its computers as a live region.
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Icon } from '../../views/icons.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS, editPath, enrolmentKeyPath } from '../../views/paths.ts'
import { Day } from '../../views/time.tsx'
import { ComputersRegion } from './relay-detail-computers.tsx'

export interface RelayDetailPageProps {
  readonly frame: FrameProps
  readonly customer: CustomerDetail
  /** The server's clock, for ages. */
  readonly now: Date
  readonly notice?: 'created' | 'saved' | null
}

export function relayDetailPage({ frame, customer, now, notice = null }: RelayDetailPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: `${customer.name} · ${customer.storeId}`,
    live: true,
    htmx: false,
    children: (
      <>
        <nav class="crumbs" aria-label={t.common.breadcrumb}>
          <a href={PATHS.relay}>
            <Icon name="chevronLeft" />
            {t.pharmacies.title}
          </a>
        </nav>
        {notice !== null && <Notice kind="success">{t.pharmacy[notice]}</Notice>}
        <PharmacyHead frame={frame} customer={customer} t={t} />
        <ComputersRegion language={frame.language} viewer={frame.viewer} customer={customer} now={now} />
      </>
    ),
  })
}

interface PharmacyHeadProps {
  readonly frame: FrameProps
  readonly customer: CustomerDetail
  readonly t: Texts
}

function PharmacyHead({ frame, customer, t }: PharmacyHeadProps) {
  return (
    <div class="page-head">
      <div class="pharmacy-head">
        <h1>
          <bdi>{customer.name}</bdi> <span class="store-id">{customer.storeId}</span>
        </h1>
        <Contact customer={customer} t={t} />
      </div>
      {frame.viewer?.role === 'Admin' && (
        <div class="actions">
          <a class="btn" href={editPath(customer.storeId)}>
            <Icon name="edit" />
            {t.pharmacy.edit}
          </a>
          <a class="btn btn-primary" href={enrolmentKeyPath(customer.storeId)}>
            <Icon name="plus" />
            {t.pharmacy.addComputer}
          </a>
        </div>
      )}
    </div>
  )
}

function Contact({ customer, t }: { readonly customer: CustomerDetail; readonly t: Texts }) {
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
          <a href={`tel:${customer.phone}`}>{customer.phone}</a>
        )}
      </li>
      <li class="muted">
        {t.pharmacy.since} <Day at={customer.createdAt} locale={t.locale} />
      </li>
    </ul>
  )
}
