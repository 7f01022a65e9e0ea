// One label: how it stands, what a person can do, what proves it, and each step of its way.
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { useLabelNews } from '../../use-label-news.ts'
import { Icon } from '../../views/icons.tsx'
import { LabelActs } from './label-acts.tsx'
import { LabelFacts } from './label-facts.tsx'
import { LabelForSupport } from './label-for-support.tsx'
import { LabelPicture } from './label-picture.tsx'
import { LabelRefused } from './label-refused.tsx'
import { LabelStanding } from './label-standing.tsx'
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
          <LabelStanding job={trace.job} />
          <LabelActs trace={trace} onDone={again} />
          <LabelPicture trace={trace} />
          <LabelForSupport trace={trace} />
          <LabelFacts trace={trace} />
          <LabelSteps steps={trace.steps} />
        </>
      )}
    </>
  )
}
