// The page of one pharmacy: the way back to the list, what was just done, and everything else as a live region.
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Icon } from '../../views/icons.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import { ComputersRegion, customerTitle } from './relay-detail-computers.tsx'

export interface RelayDetailPageProps {
  readonly frame: FrameProps
  readonly customer: CustomerDetail
  /** The server's clock, for ages. */
  readonly now: Date
  readonly notice?: 'created' | 'saved' | null
}

export function relayDetailPage({ frame, customer, now, notice = null }: RelayDetailPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: customerTitle(customer),
    live: true,
    htmx: false,
    children: (
      <>
        <nav class="crumbs" aria-label={t.common.breadcrumb}>
          <a href={PATHS.relay} data-list-link>
            <Icon name="chevronLeft" />
            {t.pharmacies.title}
          </a>
        </nav>
        {notice !== null && <Notice kind="success">{t.pharmacy[notice]}</Notice>}
        <ComputersRegion language={frame.language} viewer={frame.viewer} customer={customer} now={now} />
      </>
    ),
  })
}
