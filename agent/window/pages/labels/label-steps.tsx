// Each step of a label's way with its time, the first at the top.
import type { JobStep, JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import { factsOnPage } from '@pharmacy-relay/shared/labels/step-facts.ts'
import { useAgent } from '../../agent-context.ts'
import { LabelState } from '../../views/label-state.tsx'
import { Reason } from '../../views/reason.tsx'

export function LabelSteps({ steps }: Pick<JobTrace, 'steps'>) {
  const { t } = useAgent()
  return (
    <section class="card">
      <h2>{t.labels.steps}</h2>
      <ol class="steps">
        {steps.map((step, index) => (
          <OneStep key={index} step={step} isFirst={index === 0} />
        ))}
      </ol>
    </section>
  )
}

function OneStep({ step, isFirst }: { readonly step: JobStep; readonly isFirst: boolean }) {
  const { t } = useAgent()
  const { at, state, reasons } = step
  return (
    <li>
      <div class="row">
        <time class="number" dateTime={at}>
          {secondText(at, t.locale)}
        </time>
        <LabelState state={state} reasons={reasons} />
        {factsOnPage(step, t, isFirst).map((fact) => (
          <span key={fact} class="quiet">
            {fact}
          </span>
        ))}
      </div>
      {reasons.length > 0 && (
        <p class="quiet">
          <Reason reasons={reasons} />
        </p>
      )}
    </li>
  )
}

function secondText(instant: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(instant),
  )
}
