// The second factor as the page of the account shows it: whether there is one, and what can be done about it.
import { CodeField } from '../../views/credentials/code-field.tsx'
import { PostForm } from '../../views/forms.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import { Day } from '../../views/time.tsx'
import type { SectionProps } from './account-props.ts'

/** So few are left that new ones are due. */
const FEW_CODES = 3

export function FactorSection({ page, t }: SectionProps) {
  const { activeSince, recoveryCodesLeft } = page.factor
  const hasPasskeys = page.passkeys.passkeys.length > 0
  const a = t.account.factor
  if (activeSince === null)
    return (
      <>
        <p>{hasPasskeys ? a.noApp : a.none}</p>
        {recoveryCodesLeft > 0 && <p>{a.codesLeft(recoveryCodesLeft)}</p>}
        <p class="actions">
          <a class="btn btn-primary" href={PATHS.secondFactor}>
            {hasPasskeys ? a.setUpApp : a.setUp}
          </a>
        </p>
      </>
    )
  return (
    <>
      <p>
        {a.active} <Day at={activeSince} locale={t.locale} />.
      </p>
      <p class={recoveryCodesLeft <= FEW_CODES ? 'warn' : undefined}>{a.codesLeft(recoveryCodesLeft)}</p>
      <NewCodes page={page} t={t} />
      <p class="actions">
        <a href={PATHS.secondFactor}>{a.otherApp}</a>
      </p>
    </>
  )
}

/** The form posts `code` and `csrf` to PATHS.recoveryCodes. */
function NewCodes({ page, t }: SectionProps) {
  const { frame, faults } = page
  return (
    <details open={faults.code !== null}>
      <summary>{t.account.factor.newCodes}</summary>
      {faults.code !== null && <Notice kind="fault">{faults.code}</Notice>}
      <PostForm action={PATHS.recoveryCodes} csrfToken={frame.csrfToken}>
        <CodeField autofocus={faults.code !== null} hint={t.account.factor.newCodesHint} t={t} />
        <button type="submit" class="btn">
          {t.account.factor.makeCodes}
        </button>
      </PostForm>
    </details>
  )
}
