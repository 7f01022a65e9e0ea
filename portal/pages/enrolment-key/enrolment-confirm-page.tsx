// Adding a computer: the page that asks before a new enrolment key replaces the old one.
import type { CustomerSummary } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { customerPath, enrolmentKeyPath } from '../../views/paths.ts'

export interface EnrolmentConfirmPageProps {
  readonly frame: FrameProps
  readonly customer: Pick<CustomerSummary, 'storeId' | 'name'>
  /** The one-time value of the form. */
  readonly once: string
  /** The form was sent already, but was too old: nothing was made. */
  readonly isOutdated: boolean
}

/** Posts `once` and `csrf` to enrolmentKeyPath(storeId). */
export function enrolmentConfirmPage({
  frame,
  customer,
  once,
  isOutdated,
}: EnrolmentConfirmPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.enrolment.confirmTitle,
    live: false,
    htmx: false,
    children: (
      <div class="narrow card-plain">
        <h1>{t.enrolment.confirmTitle}</h1>
        {isOutdated && <Notice kind="warning">{t.enrolment.outdated}</Notice>}
        <p>{t.enrolment.confirmIntro(customer.name)}</p>
        <ul class="points">
          {t.enrolment.confirmPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <PostForm action={enrolmentKeyPath(customer.storeId)} csrfToken={frame.csrfToken} class="actions">
          <input type="hidden" name="once" value={once} />
          <button type="submit" class="btn btn-primary">
            {t.enrolment.confirm}
          </button>
          <a class="btn" href={customerPath(customer.storeId)}>
            {t.common.cancel}
          </a>
        </PostForm>
      </div>
    ),
  })
}
