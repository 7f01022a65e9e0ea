// The labels of this computer, newest first: all of them or one list, a page at a time.
import { isCounted, isInList, isPrintedAgain, type JobPage } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { ComponentChildren } from 'preact'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { useLabelNews } from '../../use-label-news.ts'
import { Icon } from '../../views/icons.tsx'
import { LabelState } from '../../views/label-state.tsx'
import { Refused } from '../../views/notice.tsx'
import { Time } from '../../views/time.tsx'
import { FindLabel } from './find-label.tsx'
import { LabelLists } from './label-lists.tsx'

const PAGE = 50

export function LabelList({ page }: { readonly page: JobPage }) {
  const { t } = useAgent()
  const { data: jobs, refusal } = useLabelNews('jobs', { ...page, count: PAGE })
  const { data: counts } = useLabelNews('jobLists', null)
  if (refusal !== null) return <Refused refusal={refusal} />
  return (
    <>
      <LabelLists shown={page.only} counts={counts} />
      {jobs === null ? (
        <output data-loading>{t.window.loading}</output>
      ) : jobs.length === 0 ? (
        <Nothing page={page} />
      ) : (
        <Jobs jobs={jobs} page={page} />
      )}
      {counts !== null && <FindLabel />}
    </>
  )
}

function Nothing({ page: { only, before } }: { readonly page: JobPage }) {
  const { t } = useAgent()
  const isFirstLabel = only === null && before === null
  return (
    <section class="card">
      <h2>{isFirstLabel ? t.labels.none : before === null ? t.labels.lists.none : t.labels.noOlder}</h2>
      {isFirstLabel && <p>{t.labels.noneAdvice}</p>}
      <p>
        <a class="button" href={isFirstLabel ? hrefOf('') : hrefOf('labels')}>
          {isFirstLabel ? t.window.toOverview : t.labels.toLabels}
        </a>
      </p>
    </section>
  )
}

interface JobsProps {
  readonly jobs: readonly PrintJob[]
  readonly page: JobPage
}

/** Before all labels stand those that go on only when somebody decides; before those that did not come out the counted ones. */
function Jobs({ jobs, page: { only, before } }: JobsProps) {
  const { t } = useAgent()
  const { lists } = t.labels
  const asking = only === null && before === null ? jobs.filter((job) => isInList(job, 'asks')) : []
  const counted = only === 'not-out' ? jobs.filter((job) => isCounted(job, Date.now())) : []
  const isSplit = counted.length > 0 && counted.length < jobs.length
  const title = only === null ? t.labels.all : isSplit ? lists.earlier : lists.titles[only]
  const rest = isSplit ? jobs.filter((job) => !counted.includes(job)) : jobs
  const last = jobs.at(-1)
  return (
    <>
      {asking.length > 0 && <Rows title={t.labels.asking} jobs={asking} />}
      {isSplit && <Rows title={lists.lastDay} jobs={counted} />}
      <Rows title={title} jobs={rest}>
        {(before !== null || jobs.length === PAGE) && (
          <div class="row">
            {jobs.length === PAGE && last !== undefined && (
              <a class="button" href={hrefOf('labels', only ?? 'all', last.n)}>
                {t.labels.older}
              </a>
            )}
            {before !== null && (
              <a class="button" href={only === null ? hrefOf('labels') : hrefOf('labels', only)}>
                {t.labels.newest}
              </a>
            )}
          </div>
        )}
      </Rows>
    </>
  )
}

interface RowsProps {
  readonly title: string
  readonly jobs: readonly PrintJob[]
  /** Under the rows. */
  readonly children?: ComponentChildren
}

function Rows({ title, jobs, children }: RowsProps) {
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="labels">
        {jobs.map((job) => (
          <Row key={job.id} job={job} />
        ))}
      </ul>
      {children}
    </section>
  )
}

function Row({ job }: { readonly job: PrintJob }) {
  const { t } = useAgent()
  return (
    <li>
      <a class="label-row" href={hrefOf('labels', job.id)}>
        <strong class="number">{t.labels.name(labelNumber(job))}</strong>
        <LabelState state={job.state} reasons={job.reasons} isOver={isPrintedAgain(job)} />
        {isPrintedAgain(job) && <span class="quiet">{t.labels.again(job.reprintedAs ?? null)}</span>}
        <span class="label-when">
          <Time at={job.acceptedAt} />
          <Icon name="next" />
        </span>
      </a>
    </li>
  )
}
