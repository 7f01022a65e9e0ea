// The page for a form that is no longer accepted: its token is of another session, or missing.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../views/frame.tsx'
import { PATHS } from '../views/paths.ts'

export interface FormExpiredPageProps {
  readonly frame: FrameProps
  /** The page that the form stands on. */
  readonly formPath: string
}

export function formExpiredPage({ frame, formPath }: FormExpiredPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.formExpired.title,
    children: (
      <div class="narrow card-plain">
        <p class="problem-status">403</p>
        <h1>{t.formExpired.title}</h1>
        <p>{t.formExpired.advice}</p>
        <p class="actions">
          <a class="btn btn-primary" href={formPath}>
            {t.formExpired.reload}
          </a>
          {frame.viewer !== null && (
            <a class="btn" href={PATHS.relay}>
              {t.common.back}
            </a>
          )}
        </p>
      </div>
    ),
  })
}
