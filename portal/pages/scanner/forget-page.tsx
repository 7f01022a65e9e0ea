// Asks before a phone is forgotten.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'

export interface ForgetPageProps {
  readonly frame: FrameProps
  /** Of the phone. */
  readonly name: string
  /** Why it was not forgotten, in words; null for nothing. */
  readonly fault: string | null
}

/** The form posts `csrf` to PATHS.forgetScanner. */
export function forgetPage({ frame, name, fault }: ForgetPageProps): string {
  const t = texts(frame.language)
  const s = t.scanner
  return pageDocument({
    frame,
    title: s.forget,
    children: (
      <div class="narrow card-plain">
        <h1>{s.forget}</h1>
        {fault !== null && <Notice kind="fault">{fault}</Notice>}
        <p>{s.forgetMeans(name)}</p>
        <PostForm action={PATHS.forgetScanner} csrfToken={frame.csrfToken}>
          <p class="actions">
            <button type="submit" class="btn btn-primary">
              {s.forget}
            </button>
            <a class="btn" href={PATHS.scanner}>
              {t.common.cancel}
            </a>
          </p>
        </PostForm>
      </div>
    ),
  })
}
