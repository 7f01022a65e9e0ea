// Adding a computer: the page that asks, and the page that shows the new enrolment key once.
import type { CustomerSummary } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { CopyButton } from '../../views/copy-button.tsx'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { customerPath, enrolmentKeyPath } from '../../views/paths.ts'

type NamedCustomer = Pick<CustomerSummary, 'storeId' | 'name'>

export interface EnrolmentConfirmPageProps {
  readonly frame: FrameProps
  readonly customer: NamedCustomer
}

/** Asks before a new key replaces the old one. Posts `csrf` to enrolmentKeyPath(storeId). */
export function enrolmentConfirmPage({ frame, customer }: EnrolmentConfirmPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.enrolment.confirmTitle,
    live: false,
    htmx: false,
    children: (
      <div class="narrow card-plain">
        <h1>{t.enrolment.confirmTitle}</h1>
        <p>{t.enrolment.confirmIntro(customer.name)}</p>
        <ul class="points">
          {t.enrolment.confirmPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <PostForm action={enrolmentKeyPath(customer.storeId)} csrfToken={frame.csrfToken} class="actions">
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

export interface EnrolmentKeyPageProps extends EnrolmentConfirmPageProps {
  readonly enrolmentKey: string
}

/** Shows the key, which the store API gives out only this once, and what to do with it. */
export function enrolmentKeyPage({ frame, customer, enrolmentKey }: EnrolmentKeyPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.enrolment.keyTitle,
    live: false,
    htmx: false,
    children: (
      <div class="narrow card-plain">
        <h1>{t.enrolment.keyTitle}</h1>
        <p>
          <bdi>{customer.name}</bdi> <span class="muted">{customer.storeId}</span>
        </p>
        <Notice kind="warning">{t.enrolment.keyOnce}</Notice>
        <p class="form-label">{t.enrolment.keyLabel}</p>
        <p class="secret">
          <code>{enrolmentKey}</code>
          <CopyButton value={enrolmentKey} thing={t.enrolment.keyLabel} t={t} />
        </p>
        <h2>{t.enrolment.stepsTitle}</h2>
        <ol class="points">
          {t.enrolment.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p class="actions">
          <a class="btn" href={customerPath(customer.storeId)}>
            {t.enrolment.done}
          </a>
        </p>
      </div>
    ),
  })
}
