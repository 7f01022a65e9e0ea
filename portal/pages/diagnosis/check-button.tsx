// The check of a computer's connection: the button in its row, and the one form behind all of them.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { canBeAsked, computerName } from '../../views/computer-name.ts'
import { PostForm } from '../../views/forms.tsx'
import { checkPath } from '../../views/paths.ts'
import { RowButton } from '../../views/row-button.tsx'

const FORM_ID = 'check-connection'

interface CheckFormProps {
  readonly customer: CustomerDetail
  readonly csrfToken: string
  readonly t: Texts
}

/** Stands outside the live region, where rows come and go. */
export function CheckForm({ customer, csrfToken, t }: CheckFormProps) {
  const text = t.diagnosis.underWay
  return (
    <PostForm
      id={FORM_ID}
      class="check-connection"
      action={checkPath(customer.storeId)}
      csrfToken={csrfToken}
      underWay={text}
    />
  )
}

/** The place for "under way" belongs to the browser script: `data-kept` saves it from live refreshes, which find it by id. */
export function CheckButton({ computer, t }: { readonly computer: RelayComputer; readonly t: Texts }) {
  return (
    <span class="check-row">
      <RowButton
        form={FORM_ID}
        name="computer"
        value={String(computer.id)}
        of={computerName(computer)}
        class="btn btn-sm"
        obstacle={canBeAsked(computer) ? null : t.diagnosis.checkOffline}
      >
        {t.diagnosis.check}
      </RowButton>
      <output class="check-said" id={`check-said-${computer.id}`} data-kept></output>
    </span>
  )
}
