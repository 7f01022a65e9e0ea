// One label: how it stands, what a person can do, what proves it, and each step of its way.
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { JobTrace } from '@pharmacy-relay/shared/print-job.ts'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { useLabelNews } from '../../use-label-news.ts'
import { Icon } from '../../views/icons.tsx'
import { LabelState } from '../../views/label-state.tsx'
import { Reason } from '../../views/reason.tsx'
import { isSeen } from './acts-of.ts'
import { LabelActs } from './label-acts.tsx'
import { LabelFacts } from './label-facts.tsx'
import { LabelPicture } from './label-picture.tsx'
import { LabelRefused } from './label-refused.tsx'
import { LabelSteps } from './label-steps.tsx'

export function OneLabel({ job }: { readonly job: string }) {
  const { t } = useAgent()
  const { data: trace, refusal, again } = useLabelNews('job', { job })
  return (
    <>
      <p>
        <a class="back" href={hrefOf('labels')}>
          <Icon name="back" />
          {t.labels.toLabels}
        </a>
      </p>
      {refusal !== null && <LabelRefused refusal={refusal} />}
      {trace === null && refusal === null && <output data-loading>{t.window.loading}</output>}
      {trace !== null && (
        <>
          <Standing trace={trace} />
          <LabelActs trace={trace} onDone={again} />
          <LabelPicture trace={trace} />
          <LabelFacts trace={trace} />
          <LabelSteps steps={trace.steps} />
        </>
      )}
    </>
  )
}

function Standing({ trace: { job } }: { readonly trace: JobTrace }) {
  const { t } = useAgent()
  return (
    <section class="card" aria-live="polite">
      <div class="row">
        <h2>{t.labels.name(labelNumber(job))}</h2>
        <LabelState state={job.state} />
      </div>
      <p class="large">{isSeen(job) ? t.labels.seen : t.labels.meanings[job.state]}</p>
      {job.reasons.length > 0 && (
        <p>
          <Reason reasons={job.reasons} />
        </p>
      )}
      {job.reprintedAs !== undefined && (
        <p>
          <a href={hrefOf('labels', job.reprintedAs)}>{t.labels.again(job.reprintedAs)}</a>
        </p>
      )}
    </section>
  )
}
