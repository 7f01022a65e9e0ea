// What the window asks to find, enter and change a patient for the pharmacist who is signed in. All of it is patient data.
import { z } from 'zod'
import { Patient } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { endpoint } from './endpoint.ts'

/** As a person typed it: the pharmacy API says what is wrong with which field. */
const Typed = z.string().max(400)

const typedFields = {
  name: Typed,
  phone: Typed,
  birthYear: z.int().nullable(),
  flags: z.array(z.string().max(100)).max(40),
  smsConsent: z.boolean(),
}

const OnePatient = z.strictObject({ patient: Uuid })
const ofTray = { door: 'tray' } as const

/**
 * Each refuses with state_conflict (`not_signed_in`), and as the pharmacy API refuses or is away: `invalid` names the faulty fields
 * (`body.phone`), state_conflict with `patient_exists` means that another one has the phone.
 */
export const patients = {
  /** By the phone, as people write it. Null: the pharmacy has none with this one. */
  findPatient: endpoint({
    ...ofTray,
    method: 'POST',
    path: '/v1/patients/search',
    summary: 'the patient with a phone',
    params: z.strictObject({ phone: z.string().trim().min(1).max(40) }),
    reply: z.strictObject({ patient: Patient.nullable() }),
  }),
  enterPatient: endpoint({
    ...ofTray,
    method: 'POST',
    path: '/v1/patients',
    summary: 'enter a patient',
    params: z.strictObject(typedFields),
    reply: Patient,
  }),
  patient: endpoint({
    ...ofTray,
    method: 'GET',
    path: '/v1/patients/{patient}',
    summary: 'one patient as he is now',
    params: OnePatient,
    reply: Patient,
  }),
  /** version_stale: somebody changed him after `version`. */
  changePatient: endpoint({
    ...ofTray,
    method: 'PUT',
    path: '/v1/patients/{patient}',
    summary: 'change a patient whose version was seen',
    params: OnePatient.extend({ ...typedFields, version: z.int().min(1) }),
    reply: Patient,
  }),
}
