// Another e-mail address: asked for here, confirmed at the old and at the new one.
import { Field, PostForm } from '../../views/forms.tsx'
import { PATHS } from '../../views/paths.ts'
import type { SectionProps } from './account-props.ts'

/** The form posts `email` and `csrf` to PATHS.accountEmail. */
export function EmailSection({ page, t }: SectionProps) {
  const { email } = page.faults
  return (
    <>
      <p class="muted">{t.account.email.intro}</p>
      <PostForm action={PATHS.accountEmail} csrfToken={page.frame.csrfToken}>
        <Field
          name="email"
          label={t.account.email.newEmail}
          value={email?.typed ?? ''}
          hint={null}
          fault={email?.fault ?? null}
          input={{ type: 'email', autocomplete: 'email', required: true, maxlength: 254 }}
        />
        <button type="submit" class="btn">
          {t.account.email.submit}
        </button>
      </PostForm>
    </>
  )
}
