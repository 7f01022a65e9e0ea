// The page of one pharmacy: who it is, what Admin may do with it, and its computers as a live region.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Icon } from '../../views/icons.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS, editPath, enrolmentKeyPath } from '../../views/paths.ts'
import { Day } from '../../views/time.tsx'
import { RoleEditor, type RoleEditorProps } from '../printing/role-editor.tsx'
import { TestLabelForm, TestLabelNotice, type LabelAnswer } from '../printing/test-label.tsx'
import { ComputersRegion } from './relay-detail-computers.tsx'

export interface RelayDetailPageProps {
  readonly frame: FrameProps
  readonly customer: CustomerDetail
  /** The server's clock, for ages. */
  readonly now: Date
  readonly notice?: PageNotice | null
  /** The editor for the role of one of its computers; null when none is edited. */
  readonly editor?: Omit<RoleEditorProps, 'frame' | 'customer' | 'now'> | null
  /** What became of a test label that was just asked for. */
  readonly label?: { readonly computer: RelayComputer; readonly answer: LabelAnswer } | null
}

/** What was just done. */
export type PageNotice = 'created' | 'saved' | 'printing-saved' | 'printing-unchanged'

export function relayDetailPage(props: RelayDetailPageProps): string {
  const { frame, customer, now, notice = null, editor = null, label = null } = props
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
        {notice !== null && <Notice kind="success">{noticeText(notice, t)}</Notice>}
        {label !== null && <TestLabelNotice {...label} t={t} />}
        <PharmacyHead frame={frame} customer={customer} t={t} />
        {/* Outside the live region: what is being chosen is never refreshed away. */}
        <div id="role-editor-place">
          {editor !== null && <RoleEditor {...{ frame, customer, now }} {...editor} />}
        </div>
        <TestLabelForm {...{ customer, now, t }} csrfToken={frame.csrfToken} />
        <ComputersRegion language={frame.language} viewer={frame.viewer} customer={customer} now={now} />
      </>
    ),
  })
}

function noticeText(notice: PageNotice, t: Texts): string {
  if (notice === 'printing-saved') return t.printing.saved
  return notice === 'printing-unchanged' ? t.printing.unchanged : t.pharmacy[notice]
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
