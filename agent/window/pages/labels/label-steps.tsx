// Each step of a label's way with its time, the first at the top.
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import { useAgent } from '../../agent-context.ts'
import { LabelState } from '../../views/label-state.tsx'
import { Reason } from '../../views/reason.tsx'

type Step = JobTrace['steps'][number]

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

function OneStep({ step, isFirst }: { readonly step: Step; readonly isFirst: boolean }) {
  const { t } = useAgent()
  const { at, state, reasons, tookMs } = step
  return (
    <li>
      <div class="row">
        <time class="number" dateTime={at}>
          {secondText(at, t.locale)}
        </time>
        <LabelState state={state} reasons={reasons} />
        {tookMs !== null && !isFirst && (
          <span class="quiet">{t.labels.took(tookText(tookMs, t.locale))}</span>
        )}
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

/** `4 ms`, `2.1 s`, `3 min`. */
function tookText(ms: number, locale: string): string {
  const [value, unit] =
    ms < 1_000 ? [Math.round(ms), 'ms'] : ms < 120_000 ? [ms / 1_000, 's'] : [ms / 60_000, 'min']
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)} ${unit}`
}
