// The page of one pharmacy: the way back to the list, what was just done, and everything else as a live region.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../views/crumbs.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import { ApproveForm } from '../computer/approve-button.tsx'
import { CheckForm } from '../diagnosis/check-button.tsx'
import { RoleEditor, type RoleEditorProps } from '../printing/role-editor.tsx'
import { TestLabelForm, TestLabelNotice, type LabelAnswer } from '../printing/test-label.tsx'
import { NewIdentityForm } from './clone-banner.tsx'
import { noticeKind, noticeText, type PageNotice } from './page-notices.ts'
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
  /** What became of a test label that was just asked for. */
  readonly label?: { readonly computer: RelayComputer; readonly answer: LabelAnswer } | null
}

export function relayDetailPage(props: RelayDetailPageProps): string {
  const { frame, customer, now, notice = null, editor = null, label = null } = props
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
        {notice !== null && <Notice kind={noticeKind(notice)}>{noticeText(notice, t)}</Notice>}
        {label !== null && <TestLabelNotice {...label} t={t} />}
        <TestLabelForm {...{ customer, now, t }} csrfToken={frame.csrfToken} />
        <CheckForm {...{ customer, t }} csrfToken={frame.csrfToken} />
        {frame.viewer?.role === 'Admin' && <AdminForms frame={frame} storeId={customer.storeId} />}
        <ComputersRegion
          {...{ customer, now }}
          language={frame.language}
          viewer={frame.viewer}
          editor={editor !== null && <RoleEditor {...{ frame, customer, now }} {...editor} />}
        />
      </>
    ),
  })
}

/** Behind the buttons of computers that wait for approval, and of two with one identity. */
function AdminForms({ frame, storeId }: { readonly frame: FrameProps; readonly storeId: string }) {
  const { csrfToken } = frame
  return (
    <>
      <ApproveForm customer={{ storeId }} csrfToken={csrfToken} />
      <NewIdentityForm storeId={storeId} csrfToken={csrfToken} />
    </>
  )
}
