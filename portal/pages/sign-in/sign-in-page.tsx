// The sign-in page.
import type { ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { SignInNotice } from '../../http/posted-form.ts'
import { CurrentPassword } from '../../views/credentials/current-password.tsx'
import { PasskeyButton } from '../../views/credentials/passkey-button.tsx'
import { Field, PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'

export interface SignInPageProps {
  readonly frame: FrameProps
  /** What was typed before; empty the first time. */
  readonly email: string
  readonly problem: ProblemCode | SignInNotice | null
  /** Seconds until another try makes sense. */
  readonly retryAfterS: number | null
  /** Path to go to afterwards; null means the list. */
  readonly returnTo: string | null
  /** The browser came by an address of numbers, where it has no passkeys. */
  readonly isHostOfNumbers: boolean
}

/** The forms post `email` and `password`, or `credential`, with `returnTo` and `csrf`, to PATHS.signIn or PATHS.signInPasskey. */
export function signInPage(props: SignInPageProps): string {
  const { frame, email, problem, retryAfterS, returnTo, isHostOfNumbers } = props
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.signIn.title,
    children: (
      <div class="narrow card-plain">
        <h1>{t.signIn.title}</h1>
        <p class="muted">{t.signIn.intro}</p>
        <Problem problem={problem} retryAfterS={retryAfterS} t={t} />
        <SignInForm csrfToken={frame.csrfToken} email={email} returnTo={returnTo} t={t} />
        {!isHostOfNumbers && (
          <PasskeyButton
            action={PATHS.signInPasskey}
            csrfToken={frame.csrfToken}
            label={t.account.passkeys.signIn}
            ask={{ get: PATHS.signInPasskeyOptions }}
            t={t}
          >
            <input type="hidden" name="returnTo" value={returnTo ?? PATHS.relay} />
          </PasskeyButton>
        )}
        <p class="actions">
          <a href={PATHS.forgotPassword}>{t.account.links.forgotTitle}</a>
        </p>
      </div>
    ),
  })
}

interface SignInFormProps extends Pick<SignInPageProps, 'email' | 'returnTo'> {
  readonly csrfToken: string
  readonly t: Texts
}

function SignInForm({ csrfToken, email, returnTo, t }: SignInFormProps) {
  return (
    <PostForm action={PATHS.signIn} csrfToken={csrfToken}>
      <input type="hidden" name="returnTo" value={returnTo ?? PATHS.relay} />
      <Field
        name="email"
        label={t.signIn.email}
        value={email}
        hint={null}
        fault={null}
        input={{
          type: 'email',
          autocomplete: 'username',
          required: true,
          maxlength: 254,
          autofocus: email === '',
        }}
      />
      <CurrentPassword name="password" label={t.signIn.password} fault={null} autofocus={email !== ''} />
      <button type="submit" class="btn btn-primary w-100">
        {t.signIn.submit}
      </button>
    </PostForm>
  )
}

interface ProblemProps extends Pick<SignInPageProps, 'problem' | 'retryAfterS'> {
  readonly t: Texts
}

function Problem({ problem, retryAfterS, t }: ProblemProps) {
  if (problem === null) return null
  if (problem === 'signed_out')
    return (
      <Notice kind="success" once>
        {t.signIn.signedOut}
      </Notice>
    )
  if (problem === 'password_set') return <Notice kind="success">{t.account.links.passwordSet}</Notice>
  if (problem === 'not_sent') return <Notice kind="warning">{t.signIn.notSent}</Notice>
  if (problem === 'ended') return <Notice kind="warning">{t.signIn.ended}</Notice>
  if (problem === 'passkey_refused') return <Notice kind="fault">{t.account.passkeys.refused}</Notice>
  if (problem === 'code_over') return <Notice kind="fault">{t.account.code.over}</Notice>
  if (problem === 'token_invalid') return <Notice kind="fault">{t.signIn.wrong}</Notice>
  if (problem === 'role_not_allowed' || problem === 'not_staff')
    return <Notice kind="fault">{t.signIn.notStaff}</Notice>
  return (
    <Notice kind="fault">
      <strong>{problem === 'rate_limited' ? t.signIn.tooOften : `${t.problems[problem].title}.`}</strong>{' '}
      {retryAfterS === null ? t.problems[problem].advice : t.problemPage.retryAfter(retryAfterS)}
    </Notice>
  )
}
