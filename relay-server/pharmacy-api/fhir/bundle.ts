// A patient and prescriptions as a FHIR R4 Bundle. Pure.
import { v5 as uuidOfName } from 'uuid'
import type { FhirBundle, FhirResource } from '@pharmacy-relay/shared/api/pharmacy/fhir-resources.ts'
import { FHIR_NAMES } from '@pharmacy-relay/shared/api/pharmacy/fhir-resources.ts'
import type { Patient } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import type { Prescription, PrescriptionState } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'

type Of<T extends FhirResource['resourceType']> = Extract<FhirResource, { resourceType: T }>
type Request = Of<'MedicationRequest'>
type Dispense = Of<'MedicationDispense'>

/** Of hand-overs, each of which is one of a prescription; made once, of random bits. */
const DISPENSES = '0c8f4b1d-52e9-4a7f-b3a6-d07e91c25f48'

const STATUS: Record<PrescriptionState, Request['status']> = {
  draft: 'draft',
  checked: 'active',
  labelled: 'active',
  dispensed: 'completed',
  cancelled: 'cancelled',
}

export interface BundleParts {
  readonly patient: Patient
  readonly prescriptions: readonly Prescription[]
  /** When it was read, ISO 8601. */
  readonly at: string
  /** Of this page and, where there is one, of the next. */
  readonly links: FhirBundle['link']
}

export function bundleOf({ patient, prescriptions, at, links }: BundleParts): FhirBundle {
  const resources: FhirResource[] = [
    patientResource(patient),
    ...prescriptions.flatMap((prescription) => [
      requestResource(prescription),
      ...(prescription.state === 'dispensed' ? [dispenseResource(prescription)] : []),
    ]),
  ]
  const entry = resources.map((resource) => ({ fullUrl: urn(resource.id), resource }))
  return { resourceType: 'Bundle', type: 'collection', timestamp: at, link: links, entry }
}

const urn = (id: string): string => `urn:uuid:${id}`

function patientResource({ id, name, phone, birthYear, flags, version, updatedAt }: Patient): Of<'Patient'> {
  return {
    resourceType: 'Patient',
    id,
    meta: { versionId: String(version), lastUpdated: updatedAt },
    name: [{ text: name }],
    telecom: [{ system: 'phone', value: phone }],
    ...(birthYear === null ? {} : { birthDate: String(birthYear) }),
    ...(flags.length === 0
      ? {}
      : { extension: flags.map((flag) => ({ url: FHIR_NAMES.flag, valueCode: flag })) }),
  }
}

function requestResource(prescription: Prescription): Request {
  const { id, patientId, state, prescriber, version, createdAt, updatedAt, dispenseCode } = prescription
  return {
    resourceType: 'MedicationRequest',
    id,
    meta: { versionId: String(version), lastUpdated: updatedAt },
    identifier: [{ system: FHIR_NAMES.dispenseCode, value: dispenseCode }],
    status: STATUS[state],
    intent: 'order',
    medicationCodeableConcept: medication(prescription),
    subject: { reference: urn(patientId) },
    authoredOn: createdAt,
    ...(prescriber === null ? {} : { requester: { display: prescriber } }),
    dosageInstruction: dosages(prescription),
    dispenseRequest: { quantity: quantityOf(prescription.quantity) },
  }
}

/** A dispensed prescription changes no more, so that its last change is the hand-over. */
function dispenseResource(prescription: Prescription): Dispense {
  const { id, patientId, updatedAt, quantity } = prescription
  return {
    resourceType: 'MedicationDispense',
    id: uuidOfName(id, DISPENSES),
    ...packOf(prescription),
    status: 'completed',
    subject: { reference: urn(patientId) },
    authorizingPrescription: [{ reference: urn(id) }],
    quantity: quantityOf(quantity),
    whenHandedOver: updatedAt,
    dosageInstruction: dosages(prescription),
  }
}

function packOf(prescription: Prescription) {
  const { check, listedDrug, brand, drug } = prescription
  const { lot: lotNumber, expiry: expirationDate } = check ?? { lot: null, expiry: null }
  if (lotNumber === null && expirationDate === null)
    return { medicationCodeableConcept: medication(prescription) }
  const batch = {
    ...(lotNumber === null ? {} : { lotNumber }),
    ...(expirationDate === null ? {} : { expirationDate }),
  }
  const code = { text: listedDrug?.name ?? brand ?? drug }
  return {
    contained: [{ resourceType: 'Medication' as const, id: 'pack' as const, code, batch }],
    medicationReference: { reference: '#pack' as const },
  }
}

function medication({ drug: text, brand }: Prescription): Request['medicationCodeableConcept'] {
  return brand === null ? { text } : { text, coding: [{ system: FHIR_NAMES.brand, display: brand }] }
}

/** Warnings stand with the first line: FHIR knows them as what is said beside a dose. */
function dosages({ directions, warnings }: Prescription): Request['dosageInstruction'] {
  return directions.map((text, at) => ({
    sequence: at + 1,
    text,
    ...(at === 0 && warnings.length > 0
      ? { additionalInstruction: warnings.map((warning) => ({ text: warning })) }
      : {}),
  }))
}

/** `20 tablets`; words without a number stand as the unit. */
function quantityOf(quantity: string): Dispense['quantity'] {
  const [, value, unit] = /^(\d{1,6}(?:\.\d{1,3})?) (\S.*)$/.exec(quantity) ?? []
  return value === undefined || unit === undefined ? { unit: quantity } : { value: Number(value), unit }
}
