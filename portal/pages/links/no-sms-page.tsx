// Where the link in a text message of a pharmacy leads its patient: who sends them, and one button that ends them. It names no person.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'

export interface NoSmsPageProps {
  readonly frame: FrameProps
  /** Null: the link is unknown or too old, or nobody could be asked (`fault`). */
  readonly pharmacy: string | null
  readonly isEnded: boolean
  /** Why nothing is known or was ended, in words; null for nothing. */
  readonly fault: string | null
}

/** The form posts `csrf` to PATHS.noSms: looking at the page, as previews of links do, ends nothing. */
export function noSmsPage({ frame, pharmacy, isEnded, fault }: NoSmsPageProps): string {
  const t = texts(frame.language).optOut
  return pageDocument({
    frame,
    title: t.title,
    children: (
      <div class="narrow card-plain">
        <h1>{t.title}</h1>
        {fault !== null && <Notice kind="fault">{fault}</Notice>}
        {pharmacy === null && fault === null && <Notice kind="fault">{t.over}</Notice>}
        {pharmacy !== null && isEnded && (
          <Notice kind="success">
            <bdi>{t.done(pharmacy)}</bdi>
          </Notice>
        )}
        {pharmacy !== null && isEnded && <p>{t.again}</p>}
        {pharmacy !== null && !isEnded && (
          <>
            <p>
              <bdi>{t.asked(pharmacy)}</bdi>
            </p>
            <p>{t.means}</p>
            <PostForm action={PATHS.noSms} csrfToken={frame.csrfToken}>
              <button type="submit" class="btn btn-primary w-100">
                {t.submit}
              </button>
            </PostForm>
          </>
        )}
      </div>
    ),
  })
}
