// Asks for a link for a new password. Whether somebody has the address stays unsaid.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'

export interface ForgotPageProps {
  readonly frame: FrameProps
  /** What was typed before; empty the first time. */
  readonly email: string
  readonly isSent: boolean
  /** Why nothing was sent, in words; null for nothing. */
  readonly fault: string | null
}

/** The form posts `email` and `csrf` to PATHS.forgotPassword. */
export function forgotPage({ frame, email, isSent, fault }: ForgotPageProps): string {
  const t = texts(frame.language)
  const a = t.account.links
  return pageDocument({
    frame,
    title: a.forgotTitle,
    children: (
      <div class="narrow card-plain">
        <h1>{a.forgotTitle}</h1>
        {fault !== null && <Notice kind="fault">{fault}</Notice>}
        {isSent ? <Notice kind="success">{a.forgotSent}</Notice> : <p class="muted">{a.forgotIntro}</p>}
        <PostForm action={PATHS.forgotPassword} csrfToken={frame.csrfToken}>
          <Field
            name="email"
            label={t.signIn.email}
            value={email}
            hint={null}
            fault={null}
            input={{ type: 'email', autocomplete: 'username', required: true, maxlength: 254 }}
          />
          <p class="actions">
            <button type="submit" class="btn btn-primary">
              {a.forgotSubmit}
            </button>
            <a class="btn" href={PATHS.signIn}>
              {t.signIn.title}
            </a>
          </p>
        </PostForm>
      </div>
    ),
  })
}
