// A prescription as it is typed, and as it is sent: a line for each dose and warning, empty ones left out.
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'

export interface ListedDrug {
  readonly id: number
  readonly name: string
}

export interface PrescriptionDraft {
  /** Of the list; null: of none. */
  readonly listed: ListedDrug | null
  /** What is searched for. */
  readonly search: string
  readonly drug: string
  readonly brand: string
  readonly directions: string
  readonly warnings: string
  readonly quantity: string
  readonly prescriber: string
  /** Empty: the pharmacy's. */
  readonly language: NonNullable<Prescription['language']> | ''
}

const EMPTY: PrescriptionDraft = {
  listed: null,
  search: '',
  drug: '',
  brand: '',
  directions: '',
  warnings: '',
  quantity: '',
  prescriber: '',
  language: '',
}
/** Longer names of a list do not fit on a label. */
const MAX_DRUG = 200

export function draftOfPrescription(given: Prescription | null): PrescriptionDraft {
  if (given === null) return EMPTY
  const { drugId, listedDrug, drug, brand, directions, warnings, quantity, prescriber, language } = given
  return {
    listed: drugId === null ? null : { id: drugId, name: listedDrug?.name ?? drug },
    search: '',
    drug,
    brand: brand ?? '',
    directions: directions.join('\n'),
    warnings: warnings.join('\n'),
    quantity,
    prescriber: prescriber ?? '',
    language: language ?? '',
  }
}

/** The label names what was chosen, whatever stood there: the name of one medicine with the pack of another is the worst that could be. */
export function withDrug(draft: PrescriptionDraft, listed: ListedDrug): PrescriptionDraft {
  return { ...draft, listed, search: '', drug: listed.name.slice(0, MAX_DRUG) }
}

const TEXTS = ['search', 'drug', 'brand', 'directions', 'warnings', 'quantity', 'prescriber'] as const

/** A scanner that types has typed into the field with the focus as well. */
export function withoutScan(draft: PrescriptionDraft, scan: string): PrescriptionDraft {
  const keys = scan.replaceAll(/[^\x20-\x7e]/g, '')
  const field = TEXTS.find((one) => draft[one].includes(keys))
  if (keys === '' || field === undefined) return draft
  const at = draft[field].lastIndexOf(keys)
  return { ...draft, [field]: draft[field].slice(0, at) + draft[field].slice(at + keys.length) }
}

/** Fields without which nothing is sent; the pharmacy API judges the others. */
export function faultyPrescriptionFields(draft: PrescriptionDraft): string[] {
  return (['drug', 'directions', 'quantity'] as const).filter((field) => draft[field].trim() === '')
}

export function prescriptionToSend(draft: PrescriptionDraft) {
  const { listed, drug, brand, directions, warnings, quantity, prescriber, language } = draft
  return {
    drugId: listed?.id ?? null,
    drug,
    brand: orNull(brand),
    directions: linesOf(directions),
    warnings: linesOf(warnings),
    quantity,
    prescriber: orNull(prescriber),
    language: language === '' ? null : language,
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
