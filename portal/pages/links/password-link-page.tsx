// Where a link for a password leads to, an invitation's as well: the new password, or that the link is not good any more.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { NewPassword, type PasswordFaults } from '../../views/credentials/new-password.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import type { FollowedLink } from '../../session/short-cookies.ts'

export interface PasswordLinkPageProps {
  readonly frame: FrameProps
  readonly faults: PasswordFaults
  /** What went wrong beside the password itself, in words; null for nothing. */
  readonly fault: string | null
}

/** The form posts `newPassword`, `repeat` and `csrf` to PATHS.passwordLink. */
export function passwordLinkPage({ frame, faults, fault }: PasswordLinkPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.account.links.passwordTitle,
    children: (
      <div class="narrow card-plain">
        <h1>{t.account.links.passwordTitle}</h1>
        {fault !== null && <Notice kind="fault">{fault}</Notice>}
        <PostForm action={PATHS.passwordLink} csrfToken={frame.csrfToken}>
          <NewPassword faults={faults} t={t} />
          <button type="submit" class="btn btn-primary w-100">
            {t.account.password.save}
          </button>
        </PostForm>
      </div>
    ),
  })
}

/** For every link that is used, replaced, too old or none at all. */
export function linkOverPage({
  frame,
  kind,
}: {
  readonly frame: FrameProps
  readonly kind: Exclude<FollowedLink['kind'], 'no-sms'>
}) {
  const t = texts(frame.language)
  const a = t.account.links
  return pageDocument({
    frame,
    title: a.overTitle,
    children: (
      <div class="narrow card-plain">
        <h1>{a.overTitle}</h1>
        <p>{{ password: a.passwordOver, email: a.emailOver, reset: a.resetOver }[kind]}</p>
        <p class="actions">
          {kind === 'password' && (
            <a class="btn btn-primary" href={PATHS.forgotPassword}>
              {a.askNew}
            </a>
          )}
          <a class="btn" href={PATHS.signIn}>
            {t.signIn.title}
          </a>
        </p>
      </div>
    ),
  })
}
