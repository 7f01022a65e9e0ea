// The page for support: the search for a computer, and computers of all pharmacies by problem.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { ComputerSearchForm } from './computer-search-form.tsx'
import { ProblemRegion, type ProblemRegionProps } from './problem-region.tsx'

export type SupportPageProps = Omit<ProblemRegionProps, 'language'> & { readonly frame: FrameProps }

export function supportPage({ frame, query, list }: SupportPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: `${t.support.problems[query.problem]} · ${t.support.title}`,
    live: true,
    children: (
      <>
        <h1>{t.support.title}</h1>
        <p class="muted">{t.support.intro}</p>
        <ComputerSearchForm q="" t={t} />
        <ProblemRegion language={frame.language} query={query} list={list} />
      </>
    ),
  })
}
