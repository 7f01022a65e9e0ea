// What can be done with one computer of a pharmacy, behind one button of its row.
import { may, mayAny } from '@pharmacy-relay/shared/api/access.ts'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { Icon } from '../../views/icons.tsx'
import { computerPath, editorPath, rolePath } from '../../views/paths.ts'
import { CHANGE_ROLE } from '../../views/purposes.ts'
import { hasLabels } from '../computer/computer-tabs.tsx'
import { HistoryLink } from '../history/history-link.tsx'
import { JobsLink } from '../jobs/jobs-waiting.tsx'
import { TestLabelButton } from '../printing/test-label.tsx'
import { RequestButtons } from '../requests/request-buttons.tsx'

interface RowMenuProps {
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly viewer: Viewer | null
  readonly t: Texts
}

/** Opens in place and stays open over live refreshes, so that an answer is seen where it was asked for. */
export function RowMenu({ customer, computer, viewer, t }: RowMenuProps) {
  const { storeId } = customer
  return (
    <details class="row-menu" id={`menu-${computer.id}`}>
      <summary class="btn btn-sm">
        {t.computers.actions}
        <span class="visually-hidden">: {computerName(computer)}</span> <Icon name="chevronDown" />
      </summary>
      <div class="row-menu-items">
        {computer.role !== 0 && may(viewer, storeApi.PrintTestLabelAsync) && (
          <TestLabelButton customer={customer} computer={computer} t={t} />
        )}
        <RequestButtons computer={computer} viewer={viewer} t={t} />
        {mayAny(viewer, CHANGE_ROLE) && <ChangeRole computer={computer} storeId={storeId} t={t} />}
        {hasLabels(computer) && may(viewer, storeApi.ListJobsAsync) && (
          <JobsLink computer={computer} storeId={storeId} t={t} />
        )}
        {may(viewer, storeApi.computerHistory) && <HistoryLink computer={computer} storeId={storeId} t={t} />}
        <Details computer={computer} storeId={storeId} t={t} />
      </div>
    </details>
  )
}

type LinkProps = Pick<RowMenuProps, 'computer' | 't'> & { readonly storeId: string }

/** With the script the editor opens in place, from `data-editor`; without it the link is a page. */
function ChangeRole({ computer, storeId, t }: LinkProps) {
  return (
    <a
      class="row-link change-role"
      id={`change-role-${computer.id}`}
      href={`${editorPath(storeId, computer.id)}#role-editor`}
      data-editor={rolePath(storeId, computer.id)}
    >
      {t.printing.changeRole}
      <span class="visually-hidden">: {computerName(computer)}</span>
    </a>
  )
}

/** The page with what the computer says of itself; for who may, also its name, pharmacy and access. */
function Details({ computer, storeId, t }: LinkProps) {
  return (
    <a class="row-link" href={computerPath(storeId, computer.id)}>
      {t.computers.details}
      <span class="visually-hidden">: {computerName(computer)}</span>
    </a>
  )
}
