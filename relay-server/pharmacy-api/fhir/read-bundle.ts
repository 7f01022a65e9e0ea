// What another program's FHIR Bundle asks for: the drafts of one patient, or everything that is wrong with it. Pure.
import { v5 as uuidOfName } from 'uuid'
import type { z } from 'zod'
import {
  FHIR_NAMES,
  ReceivedRequest,
  type ReceivedBundle,
} from '@pharmacy-relay/shared/api/pharmacy/fhir-resources.ts'
import { PrescriptionFields } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

interface FieldError {
  readonly path: string
  readonly message: string
}
interface Draft {
  readonly requestId: string
  readonly fields: z.output<typeof PrescriptionFields>
}

/** Of requests that came so, which are told apart by what their own program calls them; made once, of random bits. */
const RECEIVED = '9e1a63c0-4d7b-48d2-856f-20c7b94e1d3a'
const MAX_REQUESTS = 50

export interface ReadBundle {
  readonly drafts: readonly Draft[]
  readonly ignored: number
}

/**
 * `patient` is whom the drafts are for. Throws ProblemError `invalid` with every field that is wrong; the values are not
 * repeated, as they are patient data.
 */
export function readBundle(
  { entry }: ReceivedBundle,
  patient: { readonly id: string; readonly birthYear: number | null },
): ReadBundle {
  const errors: FieldError[] = []
  const drafts: Draft[] = []
  let patients = 0
  for (const [at, { resource }] of entry.entries()) {
    const path = `body.entry.${at}.resource`
    errors.push(...mustUnderstand(resource, path))
    if (resource.resourceType === 'Patient') {
      patients += 1
      errors.push(...otherPatient(resource, { path, patients, birthYear: patient.birthYear }))
    }
    if (resource.resourceType === 'MedicationRequest') {
      const read = readRequest(resource, { path, patientId: patient.id })
      if ('errors' in read) errors.push(...read.errors)
      else drafts.push(read)
    }
  }
  if (drafts.length > MAX_REQUESTS)
    errors.push({ path: 'body.entry', message: `has more than ${MAX_REQUESTS} MedicationRequests` })
  if (drafts.length === 0 && errors.length === 0)
    errors.push({ path: 'body.entry', message: 'has no MedicationRequest' })
  if (errors.length > 0) throw new ProblemError('invalid', 'Some fields are not valid', { errors })
  return { drafts, ignored: entry.length - drafts.length - patients }
}

/** FHIR: who does not know what these say may not use the resource. */
function mustUnderstand(resource: Readonly<Record<string, unknown>>, path: string): FieldError[] {
  return ['modifierExtension', 'implicitRules']
    .filter((name) => resource[name] !== undefined)
    .map((name) => ({
      path: `${path}.${name}`,
      message: 'is not known here, and changes what the rest means',
    }))
}

/** A bundle of two people, or of somebody born in another year, is not this patient's. */
function otherPatient(
  resource: Readonly<Record<string, unknown>>,
  { path, patients, birthYear }: { path: string; patients: number; birthYear: number | null },
): FieldError[] {
  if (patients > 1) return [{ path, message: 'is a second Patient' }]
  const year = typeof resource['birthDate'] === 'string' ? Number(resource['birthDate'].slice(0, 4)) : null
  if (year === null || birthYear === null || year === birthYear) return []
  return [{ path: `${path}.birthDate`, message: 'is another year than this patient was born in' }]
}

function readRequest(
  resource: unknown,
  { path, patientId }: { readonly path: string; readonly patientId: string },
): Draft | { readonly errors: FieldError[] } {
  const read = ReceivedRequest.safeParse(resource)
  if (!read.success) return { errors: fieldErrors(read.error.issues, path) }
  const key = keyOf(read.data)
  if (key === null)
    return { errors: [{ path: `${path}.identifier`, message: 'is missing, and so is an id' }] }
  const fields = PrescriptionFields.safeParse(fieldsOf(read.data))
  if (!fields.success) return { errors: fieldErrors(fields.error.issues, path, SOURCES) }
  return { requestId: uuidOfName(`${patientId} ${key}`, RECEIVED), fields: fields.data }
}

/** Where in the resource a field of a prescription stands. */
const SOURCES: Readonly<Record<string, string>> = {
  drug: 'medicationCodeableConcept',
  brand: 'medicationCodeableConcept',
  directions: 'dosageInstruction',
  warnings: 'dosageInstruction',
  quantity: 'dispenseRequest.quantity',
  prescriber: 'requester.display',
}

function fieldErrors(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
  path: string,
  sources: Readonly<Record<string, string>> = {},
): FieldError[] {
  return issues.map((issue) => {
    const [first, ...rest] = issue.path.map(String)
    const source = first === undefined ? undefined : sources[first]
    const within = source === undefined ? [first, ...rest] : [source]
    return { path: [path, ...within.filter((part) => part !== undefined)].join('.'), message: issue.message }
  })
}

/** What its own program calls the request. */
function keyOf({ id, identifier = [] }: ReceivedRequest): string | null {
  const named = identifier.find(({ value }) => value !== undefined)
  return named === undefined ? (id ?? null) : `${named.system ?? ''}|${named.value ?? ''}`
}

function fieldsOf({
  medicationCodeableConcept,
  dosageInstruction,
  dispenseRequest,
  requester,
}: ReceivedRequest) {
  const { text, coding = [] } = medicationCodeableConcept
  const said = dosageInstruction.flatMap(({ additionalInstruction = [] }) => additionalInstruction)
  const { value, unit } = dispenseRequest.quantity
  return {
    drugId: null,
    drug: text ?? coding.find(({ display }) => display !== undefined)?.display ?? '',
    brand: coding.find(({ system }) => system === FHIR_NAMES.brand)?.display ?? null,
    directions: dosageInstruction.map((line) => line.text ?? ''),
    warnings: said.flatMap((one) => (one.text === undefined ? [] : [one.text])),
    quantity: [value, unit].filter((part) => part !== undefined).join(' '),
    prescriber: requester?.display ?? null,
  }
}
