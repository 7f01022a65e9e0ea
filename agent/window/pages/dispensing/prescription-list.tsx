// The prescriptions of a patient, newest first, each with its state; one is chosen.
import { MAX_PRESCRIPTIONS } from '../../../contract/prescriptions.ts'
import type { Prescription, PrescriptionState } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { useAgent } from '../../agent-context.ts'
import { useEscape } from '../../use-escape.ts'
import { usePolled } from '../../use-polled.ts'
import { Button } from '../../views/button.tsx'
import { Refused } from '../../views/notice.tsx'
import { Time } from '../../views/time.tsx'
import { FirstFocus } from './first-focus.tsx'

interface PrescriptionListProps {
  readonly patient: string
  readonly onChoose: (prescription: Prescription) => void
  readonly onEnter: () => void
  readonly onLeave: () => void
}

export function PrescriptionList({ patient, onChoose, onEnter, onLeave }: PrescriptionListProps) {
  const { bridge, t } = useAgent()
  const texts = t.windowDispensing.patient
  const question = { method: 'prescriptions', params: { patient }, everyMs: null } as const
  const { data: prescriptions, refusal } = usePolled(bridge, question)
  useEscape(true, onLeave)
  if (refusal !== null) return <Refused refusal={refusal} />
  if (prescriptions === null) return <output data-loading>{t.window.loading}</output>
  return (
    <section class="card" aria-label={texts.prescriptions}>
      <h2>{prescriptions.length === 0 ? texts.noPrescriptions : texts.prescriptions}</h2>
      <FirstFocus>
        <ul class="labels">
          {prescriptions.map((prescription) => (
            <li key={prescription.id}>
              <Row prescription={prescription} onChoose={() => onChoose(prescription)} />
            </li>
          ))}
        </ul>
        <div class="row">
          <Button onPress={onEnter}>{t.windowCounter.prescription.enter}</Button>
        </div>
      </FirstFocus>
      {prescriptions.length === MAX_PRESCRIPTIONS && <p class="quiet">{texts.only(MAX_PRESCRIPTIONS)}</p>}
    </section>
  )
}

interface RowProps {
  readonly prescription: Prescription
  readonly onChoose: () => void
}

function Row({ prescription: { drug, quantity, state, createdAt }, onChoose }: RowProps) {
  return (
    <button type="button" class="label-row choice" onClick={onChoose}>
      <strong>{drug}</strong>
      <span>{quantity}</span>
      <span class="label-when">
        <StateOf state={state} />
        <Time at={createdAt} />
      </span>
    </button>
  )
}

const TONES = {
  draft: 'caution',
  checked: 'busy',
  labelled: 'good',
  dispensed: 'over',
  cancelled: 'over',
} as const satisfies Record<PrescriptionState, string>

export function StateOf({ state }: Pick<Prescription, 'state'>) {
  const { states } = useAgent().t.windowDispensing.patient
  return <span class={`state ${TONES[state]}`}>{states[state]}</span>
}
