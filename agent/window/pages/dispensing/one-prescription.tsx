// One prescription: what was prescribed, the check of its pack, its label as it will come out, and what became of it.
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { useEscape } from '../../use-escape.ts'
import type { SeenScan } from '../../use-scans.ts'
import { Button } from '../../views/button.tsx'
import { Notice } from '../../views/notice.tsx'
import { FirstFocus } from './first-focus.tsx'
import { LabelToPrint } from './label-to-print.tsx'
import { LabelsMade } from './labels-made.tsx'
import { PackStep } from './pack-step.tsx'
import { PrescriptionActs } from './prescription-acts.tsx'
import { PrescriptionFacts } from './prescription-facts.tsx'
import { PrintedLabel } from './printed-label.tsx'
import type { LabelRequests } from './use-label-requests.ts'
import { usePackCheck } from './use-pack-check.ts'

interface OnePrescriptionProps {
  readonly given: Prescription
  /** Somebody else changed it while something was to be done with it. */
  readonly isOther: boolean
  readonly scan: SeenScan | null
  readonly requests: LabelRequests
  readonly onEdit: (prescription: Prescription) => void
  readonly onChanged: (prescription: Prescription, isOther: boolean) => void
  /** To his other prescriptions. */
  readonly onLeave: () => void
  /** To another patient. */
  readonly onOther: () => void
}

export function OnePrescription(props: OnePrescriptionProps) {
  const { given, isOther, scan, requests, onLeave, onOther, onEdit, onChanged } = props
  const { prescription: texts } = useAgent().t.windowDispensing
  const [printed, setPrinted] = useState<PrintJob | null>(null)
  const [insteadOf, setInsteadOf] = useState<string>()
  const checking = usePackCheck({ given, scan, isOver: printed !== null })
  const { prescription } = checking
  useEscape(true, onLeave)
  const isBefore = prescription.state === 'draft' || prescription.state === 'checked'
  const isWanted = prescription.state === 'checked' || requests.isOpen(prescription)
  const mayPrint = checking.isGood && (isWanted || insteadOf !== undefined)
  const isOver = printed === null && !isBefore && !mayPrint
  const others = <Button onPress={onLeave}>{texts.others}</Button>
  return (
    <>
      {isOther && <ChangedElsewhere />}
      <PrescriptionFacts
        prescription={printed === null ? prescription : { ...prescription, state: 'labelled' }}
      />
      {printed !== null && <PrintedLabel printed={printed} onOther={onOther} />}
      {printed === null && isBefore && <PackStep checking={checking} scan={scan} />}
      {printed === null && mayPrint && (
        <LabelToPrint
          key={prescription.check?.at}
          prescription={prescription}
          requests={requests}
          insteadOf={insteadOf}
          onPrinted={setPrinted}
        />
      )}
      {isOver && <LabelsMade prescription={prescription} onAgain={setInsteadOf} />}
      <PrescriptionActs
        prescription={prescription}
        isLabelled={printed !== null || prescription.state === 'labelled'}
        onEdit={onEdit}
        onChanged={onChanged}
      />
      <div class="row">{isOver ? <FirstFocus>{others}</FirstFocus> : others}</div>
    </>
  )
}

function ChangedElsewhere() {
  const { acts: texts } = useAgent().t.windowCounter
  return (
    <Notice level="caution" title={texts.changed}>
      <p>{texts.changedAdvice}</p>
    </Notice>
  )
}
