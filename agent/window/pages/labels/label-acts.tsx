// What a person can do with a label. What cannot be undone, or could give a patient two labels, is asked a second time.
import type { JobTrace } from '@pharmacy-relay/shared/print-job.ts'
import { hasReason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { useEffect, useRef } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { Button } from '../../views/button.tsx'
import { Notice } from '../../views/notice.tsx'
import { actsOf } from './acts-of.ts'
import { CameQuestion } from './came-question.tsx'
import { LabelRefused } from './label-refused.tsx'
import { SecondPress } from './second-press.tsx'
import { useLabelActs, type Done, type LabelActing } from './use-label-acts.ts'

interface LabelActsProps {
  readonly trace: JobTrace
  readonly onDone: () => void
}

export function LabelActs({ trace, onDone }: LabelActsProps) {
  const acting = useLabelActs(trace, onDone)
  const { job, isPayloadKept } = trace
  const acts = actsOf(job.state, trace)
  return (
    <>
      {acting.done !== null && <Said done={acting.done} />}
      {acting.refusal !== null && <LabelRefused refusal={acting.refusal} />}
      {acts.length > 0 && (
        <section class="card">
          {acts.includes('came') && (
            <CameQuestion
              n={job.n}
              canReprint={isPayloadKept}
              mayStillCome={hasReason(job.reasons, 'may_still_come')}
              acting={acting}
            />
          )}
          {acts.includes('release') && <Release acting={acting} />}
          {acts.includes('cancel') && <Cancel n={job.n} acting={acting} />}
          {acts.includes('reprint') && <Reprint n={job.n} acting={acting} />}
        </section>
      )}
    </>
  )
}

interface ActProps {
  readonly n: number
  readonly acting: LabelActing
}

function Release({ acting }: Pick<ActProps, 'acting'>) {
  const { t } = useAgent()
  return (
    <div class="row">
      <Button look="main" whyNot={acting.isBusy ? '' : null} onPress={acting.release}>
        {t.labels.release}
      </Button>
    </div>
  )
}

function Cancel({ n, acting }: ActProps) {
  const { t } = useAgent()
  return (
    <SecondPress
      first={t.labels.cancel}
      question={t.labels.cancelAsk(n)}
      yes={t.labels.cancelYes(n)}
      no={t.labels.cancelNo}
      isDrastic
      onYes={acting.cancel}
    />
  )
}

function Reprint({ n, acting }: ActProps) {
  const { t } = useAgent()
  return (
    <SecondPress
      first={t.labels.reprint}
      question={`${t.labels.reprintAsk} ${t.labels.reprintMark}`}
      yes={t.labels.reprintYes(n)}
      no={t.labels.reprintNo}
      onYes={acting.reprint}
    />
  )
}

/** Takes the focus: the button that was pressed goes with the question. */
function Said({ done }: { readonly done: Done }) {
  const { t } = useAgent()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [done])
  return (
    <div ref={box} tabIndex={-1}>
      <Notice level="good" title={done.text}>
        {done.made !== null && (
          <p>
            <a href={hrefOf('labels', done.made)}>{t.labels.toNew(done.made)}</a>
          </p>
        )}
      </Notice>
    </div>
  )
}
