// The form of a patient: saved by the version that was seen; a phone that another one has is found out before and at saving.
import type { Patient } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import { useRef, useState } from 'preact/hooks'
import { useAgent } from '../../../agent-context.ts'
import type { Answer, Refusal } from '../../../bridge.ts'
import { useAsk } from '../../../use-ask.ts'
import type { Fact } from '../../../views/facts.tsx'
import { refusedFields, useTyped, type Typed } from '../forms/use-typed.ts'
import {
  draftOfPatient,
  faultyPatientFields,
  newPatientDraft,
  patientToSend,
  type PatientDraft,
} from './patient-draft.ts'

export interface PatientForm {
  readonly fields: Typed<PatientDraft>
  readonly busy: boolean
  readonly isMarked: boolean
  readonly refusal: Refusal | null
  /** What is saved now and differs, after somebody else's change. */
  readonly saved: readonly Fact[] | null
  /** Who has the phone already. */
  readonly other: Patient | null
  readonly checkPhone: () => void
  readonly save: () => void
}

interface PatientFormParts {
  readonly given: Patient | null
  readonly phone: string
  readonly onSaved: (patient: Patient) => void
}

export function usePatientForm({ given, phone, onSaved }: PatientFormParts): PatientForm {
  const fields = useTyped(given === null ? newPatientDraft(phone) : draftOfPatient(given))
  const { typed } = fields
  const asking = usePatientAsking()
  const { other, findOther } = useOtherPatient(given, phone)
  const [isMarked, setMarked] = useState(false)
  const [saved, setSaved] = useState<Patient | null>(null)
  const taken = async (answer: Answer<'enterPatient'>): Promise<void> => {
    if (answer.ok) return onSaved(answer.data)
    const wrong = refusedFields(answer)
    fields.refuse(wrong)
    setMarked(wrong.length > 0)
    if (answer.reason?.code === 'patient_exists') await findOther(typed.phone)
    if (answer.code === 'version_stale' && given !== null) setSaved(await asking.now(given.id))
  }
  const save = async (): Promise<void> => {
    const faulty = faultyPatientFields(typed)
    fields.refuse(faulty)
    setMarked(faulty.length > 0)
    if (faulty.length > 0) return
    setSaved(null)
    const version = saved?.version ?? given?.version ?? 0
    const answer = await asking.save(given?.id ?? null, { ...patientToSend(typed), version })
    if (answer !== null) await taken(answer)
  }
  return {
    fields,
    busy: asking.busy,
    isMarked,
    refusal: asking.refusal,
    saved: useDifferences(saved, typed),
    other: other?.phone === typed.phone ? other.patient : null,
    checkPhone: () => void findOther(typed.phone),
    save: () => void save(),
  }
}

type Sent = ReturnType<typeof patientToSend> & { readonly version: number }

function usePatientAsking() {
  const enter = useAsk('enterPatient')
  const change = useAsk('changePatient')
  const read = useAsk('patient')
  const last = change.answer ?? enter.answer
  return {
    busy: enter.busy || change.busy,
    refusal: last?.ok === false ? last : null,
    save: async (patient: string | null, { version, ...typed }: Sent) =>
      patient === null ? enter.ask(typed) : change.ask({ patient, version, ...typed }),
    now: async (patient: string): Promise<Patient | null> => {
      const answer = await read.ask({ patient })
      return answer?.ok === true ? answer.data : null
    },
  }
}

/** Looked for once for each phone, and not for the one that was looked for before or is the patient's own. */
function useOtherPatient(given: Patient | null, phone: string) {
  const { ask } = useAsk('findPatient')
  const asked = useRef(given?.phone ?? phone)
  const [other, setOther] = useState<{ readonly phone: string; readonly patient: Patient } | null>(null)
  const findOther = async (wanted: string): Promise<void> => {
    if (wanted.trim() === '' || wanted === asked.current) return
    const found = await ask({ phone: wanted })
    if (found?.ok !== true) return
    asked.current = wanted
    const { patient } = found.data
    setOther(patient === null || patient.id === given?.id ? null : { phone: wanted, patient })
  }
  return { other, findOther }
}

function useDifferences(saved: Patient | null, typed: PatientDraft): readonly Fact[] | null {
  const { windowCounter, windowDispensing, crossSale } = useAgent().t
  if (saved === null) return null
  const now = draftOfPatient(saved)
  const wordOf = (flag: string): string =>
    (crossSale.flags as Readonly<Record<string, string>>)[flag] ?? windowCounter.patient.otherFlag(flag)
  const facts: readonly (readonly [keyof PatientDraft, string, string])[] = [
    ['name', windowCounter.patient.name, now.name],
    ['phone', windowDispensing.patient.phone, now.phone],
    ['birthYear', windowCounter.patient.birthYear, now.birthYear],
    ['flags', windowCounter.patient.flags, now.flags.map(wordOf).join(', ')],
    ['smsConsent', windowCounter.patient.sms, now.smsConsent ? '✓' : ''],
  ]
  return facts
    .filter(([field]) => JSON.stringify(now[field]) !== JSON.stringify(typed[field]))
    .map(([, name, value]) => [name, value])
}
