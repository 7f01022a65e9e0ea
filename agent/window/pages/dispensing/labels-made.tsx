// A prescription of which nothing more is printed here: why, and the labels that were made of it.
import type { Prescription, PrescriptionLabel } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { isMissing } from '@pharmacy-relay/shared/labels/missing-label.ts'
import { useAgent } from '../../agent-context.ts'
import { hrefOf } from '../../route.ts'
import { LabelState } from '../../views/label-state.tsx'
import { Button } from '../../views/button.tsx'
import { FirstFocus } from './first-focus.tsx'
import { Notice } from '../../views/notice.tsx'
import { Reason } from '../../views/reason.tsx'
import { Time } from '../../views/time.tsx'

/** A computer says what became of its label within this time, unless it cannot. */
const WORD_MS = 60_000

function isNotThere(label: PrescriptionLabel): boolean {
  return (
    isMissing(label) && (label.state !== 'requested' || Date.parse(label.requestedAt) + WORD_MS < Date.now())
  )
}

interface LabelsMadeProps {
  readonly prescription: Prescription
  /** Another is to be made in place of that label, which is not there. */
  readonly onAgain: (insteadOf: string) => void
}

export function LabelsMade({ prescription: { state, labels }, onAgain }: LabelsMadeProps) {
  const { prescription: texts } = useAgent().t.windowDispensing
  const missing = state === 'labelled' ? labels.find(isNotThere) : undefined
  return (
    <section class="card">
      {missing !== undefined ? (
        <NotThere label={missing} onAgain={() => onAgain(missing.id)} />
      ) : state === 'labelled' ? (
        <Notice level="caution" title={texts.labelled}>
          <p>{texts.labelledAdvice}</p>
        </Notice>
      ) : (
        <p>{state === 'dispensed' ? texts.dispensed : texts.cancelled}</p>
      )}
      {labels.length > 0 && (
        <ul class="labels">
          {labels.map((label) => (
            <li key={label.id} class="label-row">
              <Made label={label} />
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <a class="button" href={hrefOf('labels')}>
          {texts.toLabels}
        </a>
      </div>
    </section>
  )
}

interface NotThereProps {
  readonly label: PrescriptionLabel
  readonly onAgain: () => void
}

function NotThere({ label: { state }, onAgain }: NotThereProps) {
  const { prescription: texts } = useAgent().t.windowDispensing
  return (
    <Notice level="bad" title={state === 'requested' ? texts.notHeard : texts.notPrinted}>
      <p>{state === 'requested' ? texts.notHeardAdvice : texts.notPrintedAdvice}</p>
      <FirstFocus>
        <div class="row">
          <Button look="main" wantsNewPress onPress={onAgain}>
            {texts.another}
          </Button>
        </div>
      </FirstFocus>
    </Notice>
  )
}

function Made({
  label: { n, state, reasons, isWithdrawn, changedAt },
}: {
  readonly label: PrescriptionLabel
}) {
  const { prescription: texts } = useAgent().t.windowDispensing
  return (
    <>
      <strong class="number">{n}</strong>
      {state === 'requested' ? <span>{texts.requested}</span> : <LabelState state={state} />}
      {isWithdrawn && <span>{texts.withdrawnLabel}</span>}
      {reasons.length > 0 && (
        <span>
          <Reason reasons={reasons} />
        </span>
      )}
      <span class="label-when">
        <Time at={changedAt} />
      </span>
    </>
  )
}
