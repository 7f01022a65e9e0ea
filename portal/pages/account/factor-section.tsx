// The second factor as the page of the account shows it: whether there is one, and what can be done about it.
import { CodeField } from '../../views/credentials/code-field.tsx'
import { PasskeyButton } from '../../views/credentials/passkey-button.tsx'
import { PostForm } from '../../views/forms.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import { Day } from '../../views/times/time.tsx'
import type { SectionProps } from './account-props.ts'

/** So few are left that new ones are due. */
const FEW_CODES = 3

export function FactorSection({ page, t }: SectionProps) {
  const { activeSince } = page.factor
  const hasPasskeys = page.passkeys.passkeys.length > 0
  const a = t.account.factor
  if (activeSince === null)
    return (
      <>
        <p>{hasPasskeys ? a.noApp : a.none}</p>
        {hasPasskeys && <RecoveryCodes page={page} t={t} />}
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
      <RecoveryCodes page={page} t={t} />
      <p class="actions">
        <a href={PATHS.secondFactor}>{a.otherApp}</a>
      </p>
    </>
  )
}

/** How many are left, and new ones by whichever the account has. */
function RecoveryCodes({ page, t }: SectionProps) {
  const { factor, passkeys, faults } = page
  const left = factor.recoveryCodesLeft
  const a = t.account.factor
  return (
    <>
      <p class={left <= FEW_CODES ? 'warn' : undefined}>{a.codesLeft(left)}</p>
      <details open={faults.code !== null}>
        <summary>{a.newCodes}</summary>
        {faults.code !== null && <Notice kind="fault">{faults.code}</Notice>}
        {passkeys.passkeys.length > 0 && <CodesByPasskey page={page} t={t} />}
        {factor.activeSince !== null && <CodesByCode page={page} t={t} />}
      </details>
    </>
  )
}

/** The form posts `code` and `csrf` to PATHS.recoveryCodes. */
function CodesByCode({ page, t }: SectionProps) {
  const { frame, faults } = page
  return (
    <PostForm action={PATHS.recoveryCodes} csrfToken={frame.csrfToken}>
      <CodeField autofocus={faults.code !== null} hint={t.account.factor.newCodesHint} t={t} />
      <button type="submit" class="btn">
        {t.account.factor.makeCodes}
      </button>
    </PostForm>
  )
}

/** The form posts `credential` and `csrf` to PATHS.recoveryCodesPasskey. */
function CodesByPasskey({ page, t }: SectionProps) {
  const p = t.account.passkeys
  if (page.passkeys.isHostOfNumbers) return <p class="warn">{p.hostOfNumbers}</p>
  return (
    <>
      <p class="no-passkeys muted">{p.notHere}</p>
      <PasskeyButton
        action={PATHS.recoveryCodesPasskey}
        csrfToken={page.frame.csrfToken}
        label={p.makeCodes}
        ask={{ get: PATHS.confirmPasskeyOptions }}
        t={t}
      >
        <p>{p.makeCodesMeans}</p>
      </PasskeyButton>
    </>
  )
}
