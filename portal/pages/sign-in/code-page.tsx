// The second step of a sign-in: the code of an authenticator app, or a recovery code.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { CodeField } from '../../views/credentials/code-field.tsx'
import { PasskeyButton } from '../../views/credentials/passkey-button.tsx'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'

export interface CodePageProps {
  readonly frame: FrameProps
  /** A passkey is as good as a code, and the browser may have one here. */
  readonly hasPasskey: boolean
  /** Why the last code was not taken, in words; null the first time. */
  readonly fault: string | null
}

/** The form posts `code` and `csrf` to PATHS.signInCode, the button `credential` to PATHS.codePasskey. */
export function codePage({ frame, hasPasskey, fault }: CodePageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.account.code.title,
    children: (
      <div class="narrow card-plain">
        <h1>{t.account.code.title}</h1>
        <p class="muted">{t.account.code.intro}</p>
        {fault !== null && <Notice kind="fault">{fault}</Notice>}
        <PostForm action={PATHS.signInCode} csrfToken={frame.csrfToken}>
          <CodeField autofocus hint={t.account.code.hint} t={t} />
          <button type="submit" class="btn btn-primary w-100">
            {t.signIn.submit}
          </button>
        </PostForm>
        {hasPasskey && (
          <PasskeyButton
            action={PATHS.codePasskey}
            csrfToken={frame.csrfToken}
            label={t.account.passkeys.inPlaceOfCode}
            ask={{ get: PATHS.codePasskeyOptions }}
            t={t}
          />
        )}
        <p class="actions">
          <a href={PATHS.signIn}>{t.account.code.again}</a>
        </p>
      </div>
    ),
  })
}
