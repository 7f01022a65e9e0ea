// The page of what was started for many computers, while it goes on and afterwards.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../views/crumbs.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { PATHS } from '../../views/paths.ts'
import { RunRegion } from './bulk-run-region.tsx'
import type { BulkRun } from './bulk-runs.ts'

interface RunPageProps {
  readonly frame: FrameProps
  readonly run: BulkRun
}

export function runPage({ frame, run }: RunPageProps): string {
  const t = texts(frame.language)
  const b = t.support.bulk
  return pageDocument({
    frame,
    title: `${b.actions[run.kind]} · ${b.title}`,
    live: true,
    children: (
      <>
        <Crumbs to={run.back} t={t}>
          {b.back}
        </Crumbs>
        <h1>{b.actions[run.kind]}</h1>
        <p class="muted">{b.logged}</p>
        <RunRegion language={frame.language} run={run} />
      </>
    ),
  })
}

export function bulkGonePage(frame: FrameProps): string {
  const t = texts(frame.language)
  const { goneTitle, goneAdvice } = t.support.bulk
  return pageDocument({
    frame,
    title: goneTitle,
    children: (
      <>
        <Crumbs to={PATHS.support} t={t}>
          {t.support.title}
        </Crumbs>
        <h1>{goneTitle}</h1>
        <p>{goneAdvice}</p>
      </>
    ),
  })
}
