// A patient as he is typed, and as he is sent: one line each, a year of four digits or none.
import type { Patient } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'

export interface PatientDraft {
  readonly name: string
  readonly phone: string
  readonly birthYear: string
  readonly flags: readonly string[]
  readonly smsConsent: boolean
}

export function newPatientDraft(phone: string): PatientDraft {
  return { name: '', phone, birthYear: '', flags: [], smsConsent: false }
}

export function draftOfPatient({ name, phone, birthYear, flags, smsConsent }: Patient): PatientDraft {
  return { name, phone, birthYear: birthYear === null ? '' : String(birthYear), flags, smsConsent }
}

/** Fields that cannot be sent as they are; the pharmacy API judges the others. */
export function faultyPatientFields({ name, phone, birthYear }: PatientDraft): (keyof PatientDraft)[] {
  return [
    ...(name.trim() === '' ? (['name'] as const) : []),
    ...(phone.trim() === '' ? (['phone'] as const) : []),
    ...(/^(\d{4})?$/.test(birthYear.trim()) ? [] : (['birthYear'] as const)),
  ]
}

export function patientToSend(draft: PatientDraft) {
  const year = draft.birthYear.trim()
  return { ...draft, birthYear: year === '' ? null : Number(year), flags: [...draft.flags] }
}
