// What a person can do with a label. What cannot be undone, or could give a patient two labels, is asked a second time.
import { printerConditions } from '../../../contract/printer-conditions.ts'
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import { mayStillCome } from '@pharmacy-relay/shared/labels/may-still-come.ts'
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
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
  const { status } = useAgent()
  const { job, isPayloadKept } = trace
  const mayCome = mayStillCome(job, trace, printerConditions(status?.printing ?? null))
  const number = labelNumber(job)
  const acts = actsOf(job, trace)
  return (
    <>
      {acting.done !== null && <Said done={acting.done} />}
      {acting.refusal !== null && <LabelRefused refusal={acting.refusal} />}
      {acts.length > 0 && (
        <section class="card">
          {acts.includes('came') && (
            <CameQuestion number={number} canReprint={isPayloadKept} mayStillCome={mayCome} acting={acting} />
          )}
          {acts.includes('found') && <Found acting={acting} />}
          {acts.includes('release') && <Release acting={acting} />}
          {acts.includes('cancel') && <Cancel number={number} acting={acting} />}
          {acts.includes('reprint') && <Reprint number={number} mayStillCome={mayCome} acting={acting} />}
        </section>
      )}
    </>
  )
}

interface ActProps {
  readonly number: string
  readonly acting: LabelActing
}

/** No that nobody heard yet can be taken back. */
function Found({ acting }: Pick<ActProps, 'acting'>) {
  const { t } = useAgent()
  return (
    <>
      <p>{t.labels.foundAdvice}</p>
      <div class="row">
        <Button whyNot={acting.isBusy ? '' : null} onPress={acting.came}>
          {t.labels.found}
        </Button>
      </div>
    </>
  )
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

function Cancel({ number, acting }: ActProps) {
  const { t } = useAgent()
  return (
    <SecondPress
      first={t.labels.cancel}
      question={t.labels.cancelAsk(number)}
      yes={t.labels.cancelYes(number)}
      no={t.labels.cancelNo}
      isDrastic
      onYes={acting.cancel}
    />
  )
}

function Reprint({ number, mayStillCome: mayCome, acting }: ActProps & { readonly mayStillCome: boolean }) {
  const { t } = useAgent()
  const warning = mayCome ? `${t.labels.mayStillCome} ` : ''
  return (
    <SecondPress
      first={t.labels.reprint}
      question={`${warning}${t.labels.reprintAsk} ${t.labels.reprintMark}`}
      yes={t.labels.reprintYes(number)}
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
            <a href={hrefOf('labels', done.made.id)}>{t.labels.toNew(labelNumber(done.made))}</a>
          </p>
        )}
      </Notice>
    </div>
  )
}
