// What can be done with a prescription beside its label: changed, cancelled for good, and said to be handed over.
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import type { Refusal } from '../../bridge.ts'
import { useAsk } from '../../use-ask.ts'
import { Button } from '../../views/button.tsx'
import { Refused } from '../../views/notice.tsx'
import { SecondPress } from '../labels/second-press.tsx'

interface PrescriptionActsProps {
  /** As it is shown. */
  readonly prescription: Prescription
  /** A label left for the printer. */
  readonly isLabelled: boolean
  /** As it is now. */
  readonly onEdit: (prescription: Prescription) => void
  /** `isOther`: somebody else did it, and what was wanted was not done. */
  readonly onChanged: (prescription: Prescription, isOther: boolean) => void
}

export function PrescriptionActs({ prescription, isLabelled, onEdit, onChanged }: PrescriptionActsProps) {
  const { acts: texts } = useAgent().t.windowCounter
  const { refusal, busy, act } = usePrescriptionActs({ prescription, onEdit, onChanged })
  const { state } = prescription
  if (state === 'dispensed' || state === 'cancelled') return null
  return (
    <section class="card" aria-label={texts.title}>
      <div class="row">
        {isLabelled && (
          <Button whyNot={busy ? '' : null} wantsNewPress onPress={() => act('dispensePrescription')}>
            {texts.handOver}
          </Button>
        )}
        <Button whyNot={busy ? '' : null} onPress={() => act('edit')}>
          {texts.change}
        </Button>
        <SecondPress
          first={texts.cancel}
          question={texts.cancelQuestion}
          yes={texts.cancelYes}
          no={texts.cancelNo}
          isDrastic
          onYes={() => act('cancelPrescription')}
        />
      </div>
      {refusal !== null && <Refused refusal={refusal} />}
    </section>
  )
}

type Act = 'edit' | 'cancelPrescription' | 'dispensePrescription'

/** Its label made another version of it: that one is read, and acted on if it says what the person sees. */
function usePrescriptionActs({
  prescription: seen,
  onEdit,
  onChanged,
}: Omit<PrescriptionActsProps, 'isLabelled'>) {
  const read = useAsk('prescription')
  const cancel = useAsk('cancelPrescription')
  const dispense = useAsk('dispensePrescription')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const run = async (act: Act): Promise<void> => {
    setRefusal(null)
    const now = await read.ask({ prescription: seen.id })
    if (now === null) return
    if (!now.ok) return setRefusal(now)
    if (contentOf(now.data) !== contentOf(seen)) return onChanged(now.data, true)
    if (act === 'edit') return onEdit(now.data)
    const { ask } = act === 'cancelPrescription' ? cancel : dispense
    const done = await ask({ prescription: seen.id, version: now.data.version })
    if (done?.ok === true) onChanged(done.data, false)
    else if (done !== null) setRefusal(done)
  }
  const busy = read.busy || cancel.busy || dispense.busy
  return { refusal, busy, act: (act: Act) => void run(act) }
}

function contentOf(prescription: Prescription): string {
  const { drugId, drug, brand, directions, warnings, quantity, prescriber, language } = prescription
  return JSON.stringify([drugId, drug, brand, directions, warnings, quantity, prescriber, language])
}
