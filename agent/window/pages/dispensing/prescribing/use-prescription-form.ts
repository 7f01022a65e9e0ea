// The form of a prescription: its drug by search, code or scan, saved once for its request or by the version that was seen.
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useAgent } from '../../../agent-context.ts'
import type { Refusal } from '../../../bridge.ts'
import { useAsk } from '../../../use-ask.ts'
import type { SeenScan } from '../../../use-scans.ts'
import type { Fact } from '../../../views/facts.tsx'
import { refusedFields, useTyped, type Typed } from '../forms/use-typed.ts'
import {
  draftOfPrescription,
  faultyPrescriptionFields,
  prescriptionToSend,
  withDrug,
  withoutScan,
  type ListedDrug,
  type PrescriptionDraft,
} from './prescription-draft.ts'

export interface PrescriptionForm {
  readonly fields: Typed<PrescriptionDraft>
  readonly busy: boolean
  readonly isMarked: boolean
  readonly refusal: Refusal | null
  /** What is saved now and differs, after somebody else's change. */
  readonly saved: readonly Fact[] | null
  /** Why no drug was found for the last code. */
  readonly packRefusal: Refusal | null
  readonly choose: (drug: ListedDrug) => void
  readonly findByCode: (code: string) => void
  readonly save: () => void
}

interface PrescriptionFormParts {
  readonly patient: string
  readonly given: Prescription | null
  readonly scan: SeenScan | null
  readonly onSaved: (prescription: Prescription) => void
}

export function usePrescriptionForm({ patient, given, scan, onSaved }: PrescriptionFormParts) {
  const fields = useTyped(draftOfPrescription(given))
  const pack = usePackOfForm(fields, scan)
  const asking = usePrescriptionAsking(patient)
  const [isMarked, setMarked] = useState(false)
  const [saved, setSaved] = useState<Prescription | null>(null)
  const mark = (wrong: readonly string[]): boolean => {
    fields.refuse(wrong)
    setMarked(wrong.length > 0)
    return wrong.length > 0
  }
  const save = async (): Promise<void> => {
    if (mark(faultyPrescriptionFields(fields.typed))) return
    setSaved(null)
    const answer = await asking.save(saved ?? given, fields.typed)
    if (answer === null) return
    if (answer.ok) return onSaved(answer.data)
    mark(refusedFields(answer).map((field) => (field === 'drugId' ? 'drug' : field)))
    if (answer.code === 'version_stale' && given !== null) setSaved(await asking.now(given.id))
  }
  const form: PrescriptionForm = {
    fields,
    ...pack,
    busy: asking.busy,
    isMarked,
    refusal: asking.refusal,
    saved: useDifferences(saved, fields.typed),
    save: () => void save(),
  }
  return form
}

function usePrescriptionAsking(patient: string) {
  const [requestId] = useState(() => crypto.randomUUID())
  const enter = useAsk('enterPrescription')
  const change = useAsk('changePrescription')
  const read = useAsk('prescription')
  const last = change.answer ?? enter.answer
  return {
    busy: enter.busy || change.busy,
    refusal: last?.ok === false ? last : null,
    save: async (seen: Prescription | null, draft: PrescriptionDraft) => {
      const typed = prescriptionToSend(draft)
      if (seen === null) return enter.ask({ patient, requestId, ...typed })
      return change.ask({ prescription: seen.id, version: seen.version, ...typed })
    },
    now: async (prescription: string): Promise<Prescription | null> => {
      const answer = await read.ask({ prescription })
      return answer?.ok === true ? answer.data : null
    },
  }
}

/** A scan chooses the drug of its pack, wherever the focus is. */
function usePackOfForm({ update }: Typed<PrescriptionDraft>, scan: SeenScan | null) {
  const { answer, ask } = useAsk('findPack')
  const choose = ({ id, name }: ListedDrug): void => {
    update((draft) => withDrug(draft, { id, name }))
  }
  const findByCode = async (code: string): Promise<void> => {
    const found = await ask({ scan: code })
    if (found?.ok === true) choose(found.data.drug)
  }
  const taken = useRef(scan)
  useEffect(() => {
    if (scan === null || scan === taken.current) return
    taken.current = scan
    if (scan.scanner === null) update((draft) => withoutScan(draft, scan.text))
    if (!scan.isEarlier) void findByCode(scan.text)
  }, [scan])
  return {
    packRefusal: answer?.ok === false ? answer : null,
    choose,
    findByCode: (code: string) => void findByCode(code),
  }
}

function useDifferences(saved: Prescription | null, typed: PrescriptionDraft): readonly Fact[] | null {
  const { windowCounter, windowDispensing } = useAgent().t
  if (saved === null) return null
  const now = draftOfPrescription(saved)
  const { prescription: names } = windowDispensing
  const facts: readonly (readonly [Exclude<keyof PrescriptionDraft, 'listed'>, string])[] = [
    ['drug', windowCounter.prescription.drug],
    ['brand', names.brand],
    ['directions', names.directions],
    ['warnings', names.warnings],
    ['quantity', names.quantity],
    ['prescriber', names.prescriber],
    ['language', windowCounter.prescription.language],
  ]
  return facts
    .filter(([field]) => now[field] !== typed[field])
    .map(([field, name]) => [name, now[field].replaceAll('\n', '; ')])
}
