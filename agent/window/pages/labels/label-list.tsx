// The labels of this computer: first those that need an answer, then all, the newest first.
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { useLabelNews } from '../../use-label-news.ts'
import { Icon } from '../../views/icons.tsx'
import { LabelState } from '../../views/label-state.tsx'
import { Refused } from '../../views/notice.tsx'
import { Time } from '../../views/time.tsx'
import { isForPerson } from './acts-of.ts'

const PAGE = 25

export function LabelList() {
  const { t } = useAgent()
  const { data: jobs, refusal } = useLabelNews('jobs', null)
  if (refusal !== null) return <Refused refusal={refusal} />
  if (jobs === null) return <output data-loading>{t.window.loading}</output>
  if (jobs.length === 0)
    return (
      <section class="card">
        <h2>{t.labels.none}</h2>
        <p>{t.labels.noneAdvice}</p>
        <p>
          <a class="button" href={hrefOf('')}>
            {t.window.toOverview}
          </a>
        </p>
      </section>
    )
  const asking = jobs.filter(({ state }) => isForPerson(state))
  return (
    <>
      {asking.length > 0 && <Rows title={t.labels.asking} jobs={asking} />}
      <Rows title={t.labels.all} jobs={jobs} />
    </>
  )
}

function Rows({ title, jobs }: { readonly title: string; readonly jobs: readonly PrintJob[] }) {
  const { t } = useAgent()
  const [count, setCount] = useState(PAGE)
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="labels">
        {jobs.slice(0, count).map((job) => (
          <Row key={job.id} job={job} />
        ))}
      </ul>
      {jobs.length > count && (
        <div class="row">
          <button type="button" onClick={() => setCount(count + PAGE)}>
            {t.labels.more}
          </button>
          <span class="quiet">{t.labels.shown(count, jobs.length)}</span>
        </div>
      )}
    </section>
  )
}

function Row({ job }: { readonly job: PrintJob }) {
  const { t } = useAgent()
  return (
    <li>
      <a class="label-row" href={hrefOf('labels', job.id)}>
        <strong class="number">{t.labels.name(labelNumber(job))}</strong>
        <LabelState state={job.state} />
        <span class="label-when">
          <Time at={job.acceptedAt} />
          <Icon name="next" />
        </span>
      </a>
    </li>
  )
}
