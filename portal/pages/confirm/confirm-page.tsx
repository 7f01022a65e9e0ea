// Asks a person to prove once more who he is, before a step that matters; and afterwards leads back to that step.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { CodeField } from '../../views/credentials/code-field.tsx'
import { CurrentPassword } from '../../views/credentials/current-password.tsx'
import { PasskeyButton } from '../../views/credentials/passkey-button.tsx'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import { keptName, type KeptForm } from './kept-form.ts'

export interface ConfirmWays {
  /** Of an app, or a recovery code. */
  readonly code: boolean
  /** Which the browser may have here. */
  readonly passkey: boolean
}

export interface ConfirmPageProps {
  readonly frame: FrameProps
  /** What the account can prove beside its password. */
  readonly ways: ConfirmWays
  /** What was being done; null for a page that was only looked at. */
  readonly form: KeptForm | null
  /** The page that it was done on. */
  readonly returnTo: string
  /** Why the last try was not right, in words. */
  readonly fault: string | null
}

/** The forms post `password` and `code`, or `credential`, with `action`, `returnTo`, `kept.*` and `csrf`, to PATHS.confirm or PATHS.confirmPasskey. */
export function confirmPage({ frame, ways, form, returnTo, fault }: ConfirmPageProps): string {
  const t = texts(frame.language)
  const kept = <Kept form={form} returnTo={returnTo} />
  return pageDocument({
    frame,
    title: t.account.confirm.title,
    children: (
      <div class="narrow card-plain">
        <h1>{t.account.confirm.title}</h1>
        <p class="muted">{t.account.confirm.intro}</p>
        {fault !== null && <Notice kind="fault">{fault}</Notice>}
        {ways.passkey && (
          <PasskeyButton
            action={PATHS.confirmPasskey}
            csrfToken={frame.csrfToken}
            label={t.account.passkeys.confirm}
            ask={{ get: PATHS.confirmPasskeyOptions }}
            t={t}
          >
            {kept}
          </PasskeyButton>
        )}
        <PostForm action={PATHS.confirm} csrfToken={frame.csrfToken}>
          {kept}
          <CurrentPassword name="password" label={t.signIn.password} fault={null} autofocus />
          {ways.code && <CodeField autofocus={false} hint={t.account.code.hint} t={t} />}
          <p class="actions">
            <button type="submit" class="btn btn-primary">
              {t.account.confirm.submit}
            </button>
            <a class="btn" href={returnTo}>
              {t.common.cancel}
            </a>
          </p>
        </PostForm>
      </div>
    ),
  })
}

function Kept({ form, returnTo }: Pick<ConfirmPageProps, 'form' | 'returnTo'>) {
  return (
    <>
      <input type="hidden" name="returnTo" value={returnTo} />
      {form !== null && <input type="hidden" name="action" value={form.action} />}
      <KeptFields form={form} nameOf={keptName} />
    </>
  )
}

interface KeptFieldsProps {
  readonly form: KeptForm | null
  readonly nameOf: (name: string) => string
}

function KeptFields({ form, nameOf }: KeptFieldsProps) {
  return (
    <>
      {form?.fields.map(({ name, value }, at) => (
        <input key={`${at} ${name}`} type="hidden" name={nameOf(name)} value={value} />
      ))}
    </>
  )
}

export interface ConfirmedPageProps {
  readonly frame: FrameProps
  readonly form: KeptForm
  readonly returnTo: string
}

/** The form as it was typed, to be sent by a person: nothing is repeated by itself. */
export function confirmedPage({ frame, form, returnTo }: ConfirmedPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.account.confirm.doneTitle,
    children: (
      <div class="narrow card-plain">
        <h1>{t.account.confirm.doneTitle}</h1>
        <p>{t.account.confirm.doneIntro}</p>
        <PostForm action={form.action} csrfToken={frame.csrfToken}>
          <KeptFields form={form} nameOf={(name) => name} />
          <p class="actions">
            <button type="submit" class="btn btn-primary" autofocus>
              {t.account.confirm.goOn}
            </button>
            <a class="btn" href={returnTo}>
              {t.account.confirm.leave}
            </a>
          </p>
        </PostForm>
      </div>
    ),
  })
}
