// The buttons of a computer's row for what it can be asked, and the one form behind each in all rows.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { lacking } from '@pharmacy-relay/shared/hub/device-request.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { reasonSentence } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { canBeAsked, computerName } from '../../views/computer-name.ts'
import { PostForm } from '../../views/forms.tsx'
import type { Viewer } from '../../views/frame-props.ts'
import { requestPath } from '../../views/paths.ts'
import { RowButton } from '../../views/row-button.tsx'
import type { RowRequest } from './row-request.ts'
import { ROW_REQUESTS } from './row-requests.tsx'

interface RequestFormsProps {
  readonly customer: CustomerDetail
  readonly viewer: Viewer | null
  readonly csrfToken: string
  readonly t: Texts
}

/** They stand outside the live region, where rows come and go. */
export function RequestForms({ customer, viewer, csrfToken, t }: RequestFormsProps) {
  return (
    <>
      {offeredTo(viewer).map((request) => (
        <PostForm
          id={formId(request)}
          class="row-request"
          action={requestPath(customer.storeId, request.segment)}
          csrfToken={csrfToken}
          underWay={request.text(t).underWay}
        />
      ))}
    </>
  )
}

interface RequestButtonsProps {
  readonly computer: RelayComputer
  readonly viewer: Viewer | null
  readonly t: Texts
}

export function RequestButtons({ computer, viewer, t }: RequestButtonsProps) {
  return (
    <>
      {offeredTo(viewer).map((request) => (
        <RequestButton request={request} computer={computer} t={t} />
      ))}
    </>
  )
}

interface RequestButtonProps {
  readonly request: RowRequest
  readonly computer: RelayComputer
  readonly t: Texts
}

/** The place for "under way" belongs to the browser script: `data-kept` saves it from live refreshes, which find it by id. */
function RequestButton({ request, computer, t }: RequestButtonProps) {
  const { button } = request.text(t)
  return (
    <span class="request-row">
      <RowButton
        form={formId(request)}
        name="computer"
        value={String(computer.id)}
        of={computerName(computer)}
        class="btn btn-sm"
        obstacle={obstacleOf(request, computer, t)}
      >
        {button}
      </RowButton>
      <output class="request-said" id={`said-${request.segment}-${computer.id}`} data-kept></output>
    </span>
  )
}

/** Why this computer is not asked, as the store API would say it. */
function obstacleOf({ request, text }: RowRequest, computer: RelayComputer, t: Texts): string | null {
  if (!canBeAsked(computer)) return t.computers.onlyOnline(text(t).button)
  const lack = lacking(request.needs, computer.role)
  return lack === null ? null : reasonSentence([reason(lack, { computer: computerName(computer) })], t)
}

function offeredTo(viewer: Viewer | null): readonly RowRequest[] {
  return ROW_REQUESTS.filter(({ request }) => may(viewer, request.endpoint))
}

function formId({ segment }: RowRequest): string {
  return `request-${segment}`
}
