// The same form sent a second time (a reload, a second press): the key was made, and is not shown again.
import type { CustomerSummary } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { customerPath, enrolmentKeyPath } from '../../views/paths.ts'

export interface EnrolmentMadePageProps {
  readonly frame: FrameProps
  readonly customer: Pick<CustomerSummary, 'storeId' | 'name'>
}

export function enrolmentMadePage({ frame, customer }: EnrolmentMadePageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.enrolment.madeTitle,
    live: false,
    htmx: false,
    children: (
      <div class="narrow card-plain">
        <h1>{t.enrolment.madeTitle}</h1>
        <p>
          <bdi>{customer.name}</bdi> <span class="muted">{customer.storeId}</span>
        </p>
        <Notice kind="warning">{t.enrolment.madeOnce}</Notice>
        <p>{t.enrolment.madeAdvice}</p>
        <p class="actions">
          <a class="btn" href={customerPath(customer.storeId)}>
            {t.enrolment.done}
          </a>
          <a class="btn" href={enrolmentKeyPath(customer.storeId)}>
            {t.enrolment.confirm}
          </a>
        </p>
      </div>
    ),
  })
}
