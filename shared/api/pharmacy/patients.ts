// Patients of one pharmacy and the log of who looked at them: for its Pharmacists alone. Staff have no way here.
import { z } from 'zod'
import { Id, Instant, Uuid } from '../../ids.ts'
import { growing } from '../../wire.ts'
import { endpoint, pageOf, paging, type EndpointTable } from '../endpoint.ts'
import { labelWords } from './labels.ts'

/**
 * As people write it, 1 to 40 characters of one line; without a country code it is of the pharmacy's country. `invalid` at
 * `body.phone` where it is no number there.
 */
const WrittenPhone = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'must be one line of visible characters')

const contentFields = {
  /** As it stands on the label: NFC, one line, without characters that hide or reorder text. */
  name: labelWords(120),
  birthYear: z.int().min(1880).max(2200).nullable(),
  /** What must be known before something is suggested or given: `pregnant`, `takes_warfarin`. */
  flags: z.array(z.string().regex(/^[a-z][a-z0-9_]{1,39}$/)).max(20),
  smsConsent: z.boolean(),
}

export const PatientFields = z
  .strictObject({ ...contentFields, phone: WrittenPhone })
  .meta({ id: 'PatientFields' })
export type PatientFields = z.infer<typeof PatientFields>

export const Patient = z
  .strictObject({
    id: Uuid,
    ...contentFields,
    /** E.164. */
    phone: z.string().max(16),
    version: z.int().min(1),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Patient' })
export type Patient = z.infer<typeof Patient>

/** `not_found`: somebody asked for what is not there, or is another pharmacy's. `list`: a patient of a list of prescriptions. `sms`: a message was asked for, or sent. */
export const AccessAct = growing(
  z.enum([
    ...(['search', 'read', 'create', 'change', 'erase', 'not_found'] as const),
    ...(['list', 'prescription_read', 'prescription_write', 'label', 'sms', 'other'] as const),
  ]),
  'other',
)
export type AccessAct = z.infer<typeof AccessAct>

/** One line of the log. It is written in the transaction of what it tells of, and never changed. */
export const AccessEntry = z
  .strictObject({
    /** Counts the entries of the pharmacy from 1. */
    n: Id,
    at: Instant,
    userGuid: z.string().max(64),
    /** Of the computer; null where the token named none. */
    deviceKey: z.string().max(128).nullable(),
    /** Null for a search that found nobody. */
    patientId: Uuid.nullable(),
    act: AccessAct,
    traceId: z.string().max(32),
    /** Its hash fits it and the entry before: neither was changed since, none between them is gone. */
    isIntact: z.boolean(),
  })
  .meta({ id: 'AccessEntry' })
export type AccessEntry = z.infer<typeof AccessEntry>

const PATIENTS = '/api/v1/patients'
const PATIENT = `${PATIENTS}/{patientId}`
const patientParams = z.strictObject({ patientId: Uuid })

/**
 * Part of `pharmacyApi`. `state_conflict` with reason `profile_missing` as long as the pharmacy named no country; `unavailable`
 * for what cannot be logged or opened.
 */
export const pharmacyPatientsApi = {
  searchPatients: endpoint({
    method: 'POST',
    path: `${PATIENTS}/search`,
    summary:
      'The patient with this phone, or null. The phone stands in the body, because addresses are logged',
    access: ['Pharmacist'],
    body: z.strictObject({ phone: WrittenPhone }),
    maxBodyBytes: 1_024,
    reply: { status: 200, schema: z.strictObject({ patient: Patient.nullable() }) },
    refusals: ['state_conflict'],
  }),
  createPatient: endpoint({
    method: 'POST',
    path: PATIENTS,
    summary: 'Enter a patient; state_conflict where one of the pharmacy has this phone',
    access: ['Pharmacist'],
    body: PatientFields,
    reply: { status: 201, schema: Patient },
    refusals: ['state_conflict'],
  }),
  getPatient: endpoint({
    method: 'GET',
    path: PATIENT,
    summary: 'One patient of the own pharmacy',
    access: ['Pharmacist'],
    params: patientParams,
    reply: { status: 200, schema: Patient },
  }),
  putPatient: endpoint({
    method: 'PUT',
    path: PATIENT,
    summary: 'Change a patient; state_conflict where another one has this phone',
    access: ['Pharmacist'],
    params: patientParams,
    body: PatientFields,
    versioned: true,
    reply: { status: 200, schema: Patient },
    refusals: ['state_conflict'],
  }),
  erasePatient: endpoint({
    method: 'DELETE',
    path: PATIENT,
    summary:
      'Erase a patient with all prescriptions, for good: also out of databases that are restored. Backups keep it for as long as they are kept',
    access: ['Pharmacist'],
    params: patientParams,
    versioned: true,
    reply: { status: 204, schema: null },
    refusals: ['state_conflict'],
  }),
  listAccessLog: endpoint({
    method: 'GET',
    path: '/api/v1/access-log',
    summary: 'Who looked at whom in the own pharmacy, newest first',
    access: ['Pharmacist'],
    query: z.strictObject({ page: paging.page, pageSize: paging.pageSize, patientId: Uuid.optional() }),
    reply: { status: 200, schema: pageOf(AccessEntry) },
  }),
} as const satisfies EndpointTable
