// Letting a computer in again whose access was withdrawn: the button at it, and the one form behind all of them.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { PostForm } from '../../views/forms.tsx'
import { restorePath } from '../../views/paths.ts'
import { RowButton } from '../../views/row-button.tsx'

const RESTORE_FORM_ID = 'restore-computer'

interface RestoreFormProps {
  readonly customer: Pick<CustomerDetail, 'storeId'>
  readonly csrfToken: string
}

/** Stands outside the live regions, where computers come and go. */
export function RestoreForm({ customer, csrfToken }: RestoreFormProps) {
  return <PostForm id={RESTORE_FORM_ID} action={restorePath(customer.storeId)} csrfToken={csrfToken} />
}

interface RestoreButtonProps {
  readonly computer: RelayComputer
  readonly class: string
  readonly t: Texts
}

export function RestoreButton({ computer, class: className, t }: RestoreButtonProps) {
  return (
    <RowButton
      form={RESTORE_FORM_ID}
      name="computer"
      value={String(computer.id)}
      of={computerName(computer)}
      class={className}
    >
      {t.computers.restore}
    </RowButton>
  )
}
