// The own password: the one of now, and a new one.
import { PostForm } from '../../views/forms.tsx'
import { CurrentPassword } from '../../views/credentials/current-password.tsx'
import { NewPassword, NO_PASSWORD_FAULTS } from '../../views/credentials/new-password.tsx'
import { PATHS } from '../../views/paths.ts'
import type { SectionProps } from './account-props.ts'

/** The form posts `oldPassword`, `newPassword`, `repeat` and `csrf` to PATHS.accountPassword. */
export function PasswordSection({ page, t }: SectionProps) {
  const { frame, faults, user } = page
  return (
    <>
      <p class="muted">{t.account.password.intro}</p>
      <PostForm action={PATHS.accountPassword} csrfToken={frame.csrfToken}>
        {/* Password managers know by it whose password it is. */}
        <input type="hidden" name="username" value={user.email} autocomplete="username" />
        <CurrentPassword
          name="oldPassword"
          label={t.account.password.oldPassword}
          fault={faults.password?.oldPassword ?? null}
          autofocus={false}
        />
        <NewPassword faults={faults.password ?? NO_PASSWORD_FAULTS} t={t} />
        <button type="submit" class="btn btn-primary">
          {t.account.password.save}
        </button>
      </PostForm>
    </>
  )
}
