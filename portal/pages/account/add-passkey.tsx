// The way to a new passkey, for the page of the account and for who has no second factor yet.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../views/forms.tsx'
import { PATHS } from '../../views/paths.ts'

interface AddPasskeyProps {
  readonly csrfToken: string
  /** The browser came by an address of numbers, where it makes none. */
  readonly isHostOfNumbers: boolean
  readonly t: Texts
}

/** The form posts `name` and `csrf` to PATHS.passkeys; the browser is asked on the page that answers it. */
export function AddPasskey({ csrfToken, isHostOfNumbers, t }: AddPasskeyProps) {
  const p = t.account.passkeys
  if (isHostOfNumbers) return <p class="warn">{p.hostOfNumbers}</p>
  return (
    <>
      <p class="no-passkeys muted">{p.notHere}</p>
      <div class="passkey">
        <PostForm action={PATHS.passkeys} csrfToken={csrfToken}>
          <Field
            name="name"
            label={p.newName}
            value=""
            hint={p.nameHint}
            fault={null}
            input={{ required: true, maxlength: 60, autocomplete: 'off' }}
          />
          <button type="submit" class="btn">
            {p.add}
          </button>
        </PostForm>
      </div>
    </>
  )
}
