// The overview at `/`: what a support lead looks at in the morning.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Dashboard } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { DESK_PATHS } from '../../views/support/desk-paths.ts'
import { OverviewRegion } from './overview-region.tsx'

export function overviewPage({
  frame,
  dashboard,
}: {
  readonly frame: FrameProps
  readonly dashboard: Dashboard
}): string {
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
