// Prescriptions of one pharmacy, from the draft to the box: check of the pack, label, what the printer made of it. Patient data.
import { z } from 'zod'
import { Id, Instant, Uuid } from '../../ids.ts'
import { jobStates } from '../../job-state.ts'
import { Evidence } from '../../print-job.ts'
import { growing } from '../../wire.ts'
import { endpoint, pageOf, paging, type EndpointTable } from '../endpoint.ts'
import { Scan, ScannedPack } from './drugs.ts'
import { DispenseCode, LabelDocument, LabelLanguage, LabelMedia, labelWords } from './labels.ts'
import { Reason, Reasons } from '../../reasons/reason.ts'

/**
 * draft → checked (a pack was scanned and fits, or somebody said why none was) → labelled (a label was handed out) → dispensed.
 * Cancelled from any of the first three. A change leads back to the draft and withdraws the labels.
 */
export const PrescriptionState = growing(
  z.enum(['draft', 'checked', 'labelled', 'dispensed', 'cancelled']),
  'draft',
)
export type PrescriptionState = z.infer<typeof PrescriptionState>

/** Why no pack was scanned. */
export const ScanSkip = growing(
  z.enum(['no_code', 'code_unreadable', 'scanner_broken', 'not_listed', 'own_preparation', 'other']),
  'other',
)
export type ScanSkip = z.infer<typeof ScanSkip>

const contentFields = {
  /** Of the drug list, which packs are compared with; null for what no list has. */
  drugId: Id.nullable(),
  /** Substance and strength first, as the label names it: `Ibuprofen 400 mg`. */
  drug: labelWords(200),
  /** The name on the pack, where it is another. */
  brand: labelWords(200).nullable(),
  /** One dose line each. */
  directions: z.array(labelWords(200)).min(1).max(12),
  warnings: z.array(labelWords(200)).max(6),
  /** `20 tablets`. */
  quantity: labelWords(60),
  prescriber: labelWords(120).nullable(),
  /** Of the phrases on the label, where the patient reads another one than the pharmacy's; null: the pharmacy's. */
  language: LabelLanguage.nullable().default(null),
}

export const PrescriptionFields = z.strictObject(contentFields).meta({ id: 'PrescriptionFields' })
/** As it is sent. */
export type PrescriptionFields = z.input<typeof PrescriptionFields>

/** The same `requestId` once more is answered with the prescription that it made, and makes none. */
export const NewPrescription = z
  .strictObject({ ...contentFields, requestId: Uuid, patientId: Uuid })
  .meta({ id: 'NewPrescription' })
export type NewPrescription = z.infer<typeof NewPrescription>

/** What a print job reports; `requested` before it did. An agent's words for the states of a job. */
export const LabelState = growing(z.enum(['requested', ...jobStates]), 'other')
export type LabelState = z.infer<typeof LabelState>

/** One label of a prescription, without what is on it. */
export const PrescriptionLabel = z
  .strictObject({
    id: Uuid,
    prescriptionId: Uuid,
    /** Counts the labels of the prescription from 1. */
    n: z.int().min(1),
    state: LabelState,
    /** Of the printer; null while nothing is known. */
    evidence: Evidence.nullable(),
    /** Why it stands so, as its job says: that it waits for paper, that somebody cancelled it. */
    reasons: Reasons.default([]),
    /** The job that prints it; null until one reported. */
    jobId: Uuid.nullable(),
    /** The prescription was changed or cancelled since: a job that waits is to be cancelled, and a person told. */
    isWithdrawn: z.boolean(),
    requestedAt: Instant,
    /** When the state was reached, by the computer that printed. */
    changedAt: Instant,
  })
  .meta({ id: 'PrescriptionLabel' })
export type PrescriptionLabel = z.infer<typeof PrescriptionLabel>

/** What was found out about the pack; one of `packId` and `skippedBecause` is null. */
export const PackCheck = z
  .strictObject({
    at: Instant,
    packId: Id.nullable(),
    lot: z.string().max(20).nullable(),
    /** The last day on which the pack may be used. */
    expiry: z.iso.date().nullable(),
    serial: z.string().max(20).nullable(),
    skippedBecause: ScanSkip.nullable(),
  })
  .meta({ id: 'PackCheck' })
export type PackCheck = z.infer<typeof PackCheck>

export const Prescription = z
  .strictObject({
    id: Uuid,
    patientId: Uuid,
    patientName: z.string().max(120),
    state: PrescriptionState,
    ...contentFields,
    /** The drug of the list as it is today; null where none is named. It stays when its list no longer has it. */
    listedDrug: z
      .strictObject({ id: Id, name: z.string().max(500), withdrawnAt: Instant.nullable() })
      .nullable(),
    dispenseCode: DispenseCode,
    /** Null in a draft. */
    check: PackCheck.nullable(),
    /** Newest first. */
    labels: z.array(PrescriptionLabel).max(20),
    version: z.int().min(1),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Prescription' })
export type Prescription = z.infer<typeof Prescription>

const PackCheckRequest = z.union([Scan, z.strictObject({ skippedBecause: ScanSkip })])

/** `reason` says why a pack does not fit; with it the prescription is a draft, unless it has its label already. */
const PackCheckReply = z
  .strictObject({
    fits: z.boolean(),
    reason: Reason.nullable(),
    /** Null where none was scanned. */
    scanned: ScannedPack.nullable(),
    prescription: Prescription,
  })
  .meta({ id: 'PackCheckReply' })

/** `insteadOf`: the label of the prescription that a person knows not to be there (isMissing); it is withdrawn then. */
export const LabelRequest = z
  .strictObject({ requestId: Uuid, media: LabelMedia, insteadOf: Uuid.optional() })
  .meta({ id: 'LabelRequest' })
export type LabelRequest = z.infer<typeof LabelRequest>

/** What a PC draws. A label that `isWithdrawn` is not printed. */
const RequestedLabel = z
  .strictObject({ label: PrescriptionLabel, document: LabelDocument })
  .meta({ id: 'RequestedLabel' })

/** `at`: when the job reached the state, by its computer. */
export const LabelOutcome = z
  .strictObject({
    jobId: Uuid,
    state: z.enum(jobStates).exclude(['other']),
    evidence: Evidence.nullable(),
    /** Left out by agents of earlier versions. */
    reasons: Reasons.optional(),
    at: Instant,
  })
  .meta({ id: 'LabelOutcome' })
export type LabelOutcome = z.infer<typeof LabelOutcome>

const PRESCRIPTIONS = '/api/v1/prescriptions'
const PRESCRIPTION = `${PRESCRIPTIONS}/{prescriptionId}`
const params = z.strictObject({ prescriptionId: Uuid })
const access = ['Pharmacist'] as const
/** Up to 12 directions and 6 warnings of 200 characters, which may have three bytes each. */
const MAX_BYTES = 32_768

/** Part of `pharmacyApi`. `unavailable` for what cannot be logged or opened; a `state_conflict` names its reason. */
export const pharmacyPrescriptionsApi = {
  createPrescription: endpoint({
    method: 'POST',
    path: PRESCRIPTIONS,
    summary: 'Enter a prescription as a draft; the same requestId makes no second one',
    access,
    body: NewPrescription,
    maxBodyBytes: MAX_BYTES,
    reply: { status: 201, schema: Prescription },
    refusals: ['not_found'],
  }),
  listPrescriptions: endpoint({
    method: 'GET',
    path: PRESCRIPTIONS,
    summary: 'Prescriptions of the own pharmacy, newest first; by state, patient or the code of a label',
    access,
    query: z.strictObject({
      page: paging.page,
      pageSize: paging.pageSize,
      state: z.enum(PrescriptionState.options).optional(),
      patientId: Uuid.optional(),
      dispenseCode: DispenseCode.optional(),
    }),
    reply: { status: 200, schema: pageOf(Prescription) },
  }),
  getPrescription: endpoint({
    method: 'GET',
    path: PRESCRIPTION,
    summary: 'One prescription with its check and labels',
    access,
    params,
    reply: { status: 200, schema: Prescription },
  }),
  putPrescription: endpoint({
    method: 'PUT',
    path: PRESCRIPTION,
    summary:
      'Change a prescription: it is a draft again, its labels are withdrawn. state_conflict once it is dispensed or cancelled',
    access,
    params,
    body: PrescriptionFields,
    maxBodyBytes: MAX_BYTES,
    versioned: true,
    reply: { status: 200, schema: Prescription },
    refusals: ['state_conflict'],
  }),
  cancelPrescription: endpoint({
    method: 'POST',
    path: `${PRESCRIPTION}/cancel`,
    summary: 'Cancel a prescription and withdraw its labels',
    access,
    params,
    versioned: true,
    reply: { status: 200, schema: Prescription },
    refusals: ['state_conflict'],
  }),
  dispensePrescription: endpoint({
    method: 'POST',
    path: `${PRESCRIPTION}/dispense`,
    summary: 'Say that it was handed over; state_conflict unless a label of it left for the printer',
    access,
    params,
    versioned: true,
    reply: { status: 200, schema: Prescription },
    refusals: ['state_conflict'],
  }),
  checkPack: endpoint({
    method: 'POST',
    path: `${PRESCRIPTION}/pack-checks`,
    summary: 'Compare a scanned pack with the prescription, or say why none is scanned',
    access,
    params,
    body: PackCheckRequest,
    maxBodyBytes: 2_048,
    reply: { status: 200, schema: PackCheckReply },
    refusals: ['state_conflict'],
  }),
  requestLabel: endpoint({
    method: 'POST',
    path: `${PRESCRIPTION}/labels`,
    summary:
      'What is to be drawn; the same requestId, the same answer. state_conflict unless the pack was checked, or the label it is made in place of is not there',
    access,
    params,
    body: LabelRequest,
    reply: { status: 200, schema: RequestedLabel },
    refusals: ['state_conflict'],
  }),
  putLabelOutcome: endpoint({
    method: 'PUT',
    path: '/api/v1/labels/{labelId}/outcome',
    summary: 'What became of a label, by its job; state_conflict for what was known before',
    access,
    params: z.strictObject({ labelId: Uuid }),
    body: LabelOutcome,
    reply: { status: 200, schema: PrescriptionLabel },
    refusals: ['state_conflict'],
  }),
} as const satisfies EndpointTable
