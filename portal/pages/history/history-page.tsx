// The page of a computer's history: when its connection came and went within 30 days, and why.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { PharmacyCrumbs } from '../../views/crumbs.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { computerRowPath } from '../../views/paths.ts'
import { zoneText } from '../../views/times/relative-time.ts'
import { ComputerTabs } from '../computer/computer-tabs.tsx'
import { HistoryRegion, type HistoryRegionProps } from './history-region.tsx'

export type HistoryPageProps = Omit<HistoryRegionProps, 'language'> & { readonly frame: FrameProps }

export function historyPage({ frame, ...props }: HistoryPageProps): string {
  const t = texts(frame.language)
  const { customer, computer } = props
  const title = t.support.historyTitle(computerName(computer))
  return pageDocument({
    frame,
    title,
    live: true,
    children: (
      <>
        <PharmacyCrumbs to={computerRowPath(customer.storeId, computer.id)} customer={customer} t={t} />
        <h1>{title}</h1>
        <ComputerTabs
          storeId={customer.storeId}
          computer={computer}
          viewer={frame.viewer}
          current="history"
          t={t}
        />
        <p class="muted">
          {t.support.historyIntro(zoneText(t.locale, Date.parse(props.history.to), frame.zone))}
        </p>
        <HistoryRegion language={frame.language} {...props} />
      </>
    ),
  })
}
