// One prescription: what was prescribed, the check of its pack, its label as it will come out, and what became of it.
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { useEscape } from '../../use-escape.ts'
import type { SeenScan } from '../../use-scans.ts'
import { Button } from '../../views/button.tsx'
import { LabelToPrint } from './label-to-print.tsx'
import { LabelsMade } from './labels-made.tsx'
import { PackStep } from './pack-step.tsx'
import { PrescriptionFacts } from './prescription-facts.tsx'
import { PrintedLabel } from './printed-label.tsx'
import type { LabelRequests } from './use-label-requests.ts'
import { usePackCheck } from './use-pack-check.ts'

interface OnePrescriptionProps {
  readonly given: Prescription
  readonly scan: SeenScan | null
  readonly requests: LabelRequests
  /** To his other prescriptions. */
  readonly onLeave: () => void
  /** To another patient. */
  readonly onOther: () => void
}

export function OnePrescription({ given, scan, requests, onLeave, onOther }: OnePrescriptionProps) {
  const { prescription: texts } = useAgent().t.windowDispensing
  const [printed, setPrinted] = useState<PrintJob | null>(null)
  const [insteadOf, setInsteadOf] = useState<string>()
  const checking = usePackCheck({ given, scan, isOver: printed !== null })
  const { prescription } = checking
  useEscape(true, onLeave)
  const isBefore = prescription.state === 'draft' || prescription.state === 'checked'
  const isWanted = prescription.state === 'checked' || requests.isOpen(prescription)
  const mayPrint = checking.isGood && (isWanted || insteadOf !== undefined)
  return (
    <>
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
      {printed === null && !isBefore && !mayPrint && (
        <LabelsMade prescription={prescription} onAgain={setInsteadOf} />
      )}
      <div class="row">
        <Button onPress={onLeave}>{texts.others}</Button>
      </div>
    </>
  )
}
