// Where the links of a change of the e-mail address lead to: one is followed at each address.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'

export interface EmailLinkPageProps {
  readonly frame: FrameProps
  /** `half`: the other address has still to confirm. */
  readonly state: 'asked' | 'half' | 'done'
  /** Why it was not confirmed, in words; null for nothing. */
  readonly fault: string | null
}

/** The form posts `csrf` to PATHS.emailLink: looking at the page confirms nothing. */
export function emailLinkPage({ frame, state, fault }: EmailLinkPageProps): string {
  const t = texts(frame.language)
  const a = t.account.links
  return pageDocument({
    frame,
    title: a.emailTitle,
    children: (
      <div class="narrow card-plain">
        <h1>{a.emailTitle}</h1>
        {fault !== null && <Notice kind="fault">{fault}</Notice>}
        {state === 'half' && <Notice kind="success">{a.emailHalf}</Notice>}
        {state === 'done' && <Notice kind="success">{a.emailDone}</Notice>}
        {state === 'asked' && <p>{a.emailIntro}</p>}
        {state === 'asked' && (
          <PostForm action={PATHS.emailLink} csrfToken={frame.csrfToken}>
            <button type="submit" class="btn btn-primary w-100">
              {a.emailSubmit}
            </button>
          </PostForm>
        )}
      </div>
    ),
  })
}
