// The overview at `/`: what a support lead looks at in the morning.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Dashboard } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { DESK_PATHS } from '../../views/support/desk-paths.ts'
import { Changes, type ChangesProps } from './changes-part.tsx'
import { OverviewRegion } from './overview-region.tsx'

interface OverviewPageProps {
  readonly frame: FrameProps
  readonly dashboard: Dashboard
  /** Null at somebody's first visit. */
  readonly changes: Pick<ChangesProps, 'changes' | 'isAsked'> | null
}

export function overviewPage({ frame, dashboard, changes }: OverviewPageProps): string {
  const t = texts(frame.language)
  const { language, zone, viewer } = frame
  const links = [
    { to: DESK_PATHS.times, title: t.supportDesk.toTimes, purpose: storeApi.listSupportTimes },
    { to: DESK_PATHS.settings, title: t.supportDesk.toSettings, purpose: storeApi.listProblemRules },
  ]
  return pageDocument({
    frame,
    title: t.supportDesk.title,
    live: true,
    children: (
      <>
        <h1>{t.supportDesk.title}</h1>
        <p class="muted">{t.supportDesk.intro}</p>
        {changes !== null && <Changes viewer={viewer} {...changes} t={t} />}
        <OverviewRegion language={language} zone={zone} viewer={viewer} dashboard={dashboard} />
        <p class="overview-links">
          {links
            .filter(({ purpose }) => may(viewer, purpose))
            .map(({ to, title }) => (
              <a key={to} href={to}>
                {title}
              </a>
            ))}
        </p>
      </>
    ),
  })
}
