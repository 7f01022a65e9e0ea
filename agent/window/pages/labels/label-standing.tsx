// How a label stands, in words; spoken when it changes.
import { isAnswerWaiting, isPrintedAgain } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import { isSeen } from '@pharmacy-relay/shared/labels/seen-label.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { ComponentChildren } from 'preact'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { LabelState } from '../../views/label-state.tsx'
import { Reason } from '../../views/reason.tsx'

interface LabelStandingProps {
  readonly job: PrintJob
  /** Under it. */
  readonly children?: ComponentChildren
}

export function LabelStanding({ job, children }: LabelStandingProps) {
  const { t } = useAgent()
  return (
    <section class="card" aria-live="polite">
      <div class="row">
        <h2>{t.labels.name(labelNumber(job))}</h2>
        <LabelState state={job.state} reasons={job.reasons} isOver={isPrintedAgain(job)} />
      </div>
      {!isAnswerWaiting(job) && (
        <p class="large">{isSeen(job) ? t.labels.seen : t.labels.meanings[job.state]}</p>
      )}
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
      {children}
    </section>
  )
}
