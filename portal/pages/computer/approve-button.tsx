// Letting a computer in: the button at it, and the one form behind all of them.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { PostForm } from '../../views/forms.tsx'
import { approvePath } from '../../views/paths.ts'
import { RowButton } from '../../views/row-button.tsx'

const APPROVE_FORM_ID = 'approve-computer'

interface ApproveFormProps {
  readonly customer: Pick<CustomerDetail, 'storeId'>
  readonly csrfToken: string
}

/** Stands outside the live regions, where computers come and go. */
export function ApproveForm({ customer, csrfToken }: ApproveFormProps) {
  return <PostForm id={APPROVE_FORM_ID} action={approvePath(customer.storeId)} csrfToken={csrfToken} />
}

interface ApproveButtonProps {
  readonly computer: RelayComputer
  readonly t: Texts
}

export function ApproveButton({ computer, t }: ApproveButtonProps) {
  return (
    <RowButton
      form={APPROVE_FORM_ID}
      name="computer"
      value={String(computer.id)}
      of={computerName(computer)}
      class="btn btn-primary"
    >
      {t.computers.approve}
    </RowButton>
  )
}
