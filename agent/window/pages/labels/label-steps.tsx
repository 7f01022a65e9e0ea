// Each step of a label's way with its time, the first at the top.
import type { JobTrace } from '@pharmacy-relay/shared/print-job.ts'
import { useAgent } from '../../agent-context.ts'
import { LabelState } from '../../views/label-state.tsx'

export function LabelSteps({ steps }: Pick<JobTrace, 'steps'>) {
  const { t } = useAgent()
  return (
    <section class="card">
      <h2>{t.labels.steps}</h2>
      <ol class="steps">
        {steps.map(({ at, state, words, tookMs }, index) => (
          <li key={index}>
            <div class="row">
              <time class="number" dateTime={at}>
                {secondWords(at, t.locale)}
              </time>
              <LabelState state={state} />
              {tookMs !== null && index > 0 && (
                <span class="quiet">{t.labels.took(tookWords(tookMs, t.locale))}</span>
              )}
            </div>
            {words !== '' && (
              <p class="quiet" lang="en">
                {words}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function secondWords(instant: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(instant),
  )
}

/** `4 ms`, `2.1 s`, `3 min`. */
function tookWords(ms: number, locale: string): string {
  const [value, unit] =
    ms < 1_000 ? [Math.round(ms), 'ms'] : ms < 120_000 ? [ms / 1_000, 's'] : [ms / 60_000, 'min']
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)} ${unit}`
}
