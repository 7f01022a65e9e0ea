// The page of one pharmacy: the way back to the list, what was just done, and everything else as a live region.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { LabelHour } from '@pharmacy-relay/shared/labels/job-counters.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../views/crumbs.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import { ApproveForm } from '../computer/approve-button.tsx'
import { PharmacyLabelCharts } from '../jobs/label-charts.tsx'
import { FirstAgainForm } from '../printing/standby-card.tsx'
import { RestoreForm } from '../computer/restore-button.tsx'
import { RoleEditor, type RoleEditorProps } from '../printing/role-editor.tsx'
import { TestLabelForm, TestLabelNotice, type LabelAnswer } from '../printing/test-label.tsx'
import { RequestForms } from '../requests/request-buttons.tsx'
import { NewIdentityForm } from './clone-banner.tsx'
import { noticeKind, noticeText, type PageNotice } from '../../views/page-notices.ts'
import { ComputersRegion, customerTitle } from './relay-detail-computers.tsx'

export interface RelayDetailPageProps {
  readonly frame: FrameProps
  readonly customer: CustomerDetail
  /** The server's clock, for ages. */
  readonly now: Date
  /** What was just done. */
  readonly notice?: PageNotice | null
  /** The editor for the role of one of its computers; null when none is edited. */
  readonly editor?: Omit<RoleEditorProps, 'frame' | 'customer' | 'now'> | null
  /** Its labels over time; null where they are not told. */
  readonly hours?: readonly LabelHour[] | null
  /** What became of a test label that was just asked for. */
  readonly label?: { readonly computer: RelayComputer; readonly answer: LabelAnswer } | null
}

export function relayDetailPage(props: RelayDetailPageProps): string {
  const { frame, customer, now, notice = null, editor = null, label = null, hours = null } = props
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: customerTitle(customer),
    live: true,
    children: (
      <>
        <Crumbs to={PATHS.relay} t={t}>
          {t.pharmacies.title}
        </Crumbs>
        {notice !== null && (
          <Notice kind={noticeKind(notice)} once>
            {noticeText(notice, t)}
          </Notice>
        )}
        {label !== null && <TestLabelNotice {...label} t={t} />}
        <RowForms frame={frame} customer={customer} now={now} t={t} />
        <ComputersRegion
          customer={customer}
          now={now}
          language={frame.language}
          viewer={frame.viewer}
          editor={editor !== null && <RoleEditor frame={frame} customer={customer} now={now} {...editor} />}
        />
        {hours !== null && customer.computers.length > 0 && (
          <PharmacyLabelCharts hours={hours} now={now} zone={frame.zone} t={t} />
        )}
      </>
    ),
  })
}

type RowFormsProps = Pick<RelayDetailPageProps, 'frame' | 'customer' | 'now'> & { readonly t: Texts }

/** Behind the buttons of computers, which stand in the live region. */
function RowForms({ frame, customer, now, t }: RowFormsProps) {
  const { viewer, csrfToken } = frame
  return (
    <>
      {may(viewer, storeApi.PrintTestLabelAsync) && (
        <TestLabelForm customer={customer} now={now} t={t} csrfToken={csrfToken} />
      )}
      <RequestForms customer={customer} viewer={viewer} t={t} csrfToken={csrfToken} />
      {may(viewer, storeApi.approveComputer) && <ApproveForm customer={customer} csrfToken={csrfToken} />}
      {may(viewer, storeApi.useFirstPrinter) && <FirstAgainForm customer={customer} csrfToken={csrfToken} />}
      {may(viewer, storeApi.restoreComputer) && <RestoreForm customer={customer} csrfToken={csrfToken} />}
      {may(viewer, storeApi.newIdentity) && <NewIdentityForm customer={customer} csrfToken={csrfToken} />}
    </>
  )
}
