// What the window asks to enter, change and end a prescription for the pharmacist who is signed in. All of it is patient data.
import { z } from 'zod'
import { Scan, ScannedPack, FoundDrug } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { LabelLanguage } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import { Id, Uuid } from '@pharmacy-relay/shared/ids.ts'
import { endpoint } from './endpoint.ts'

/** Drugs in one answer of the search. */
export const MAX_FOUND_DRUGS = 8

/** As a person typed it: the pharmacy API says what is wrong with which field. */
const Typed = z.string().max(1_000)

const typedFields = {
  drugId: Id.nullable(),
  drug: Typed,
  brand: Typed.nullable(),
  directions: z.array(Typed).max(40),
  warnings: z.array(Typed).max(40),
  quantity: Typed,
  prescriber: Typed.nullable(),
  language: LabelLanguage.nullable(),
}

const OnePrescription = z.strictObject({ prescription: Uuid })
const Seen = OnePrescription.extend({ version: z.int().min(1) })
const ofTray = { door: 'tray' } as const
/** As at the pharmacy API. */
const MAX_BYTES = 32_768

/**
 * Each refuses with state_conflict (`not_signed_in`, and the reasons of the pharmacy API), version_stale where somebody changed it after
 * `version`, `invalid` with the faulty fields, and as that API is away.
 */
export const prescribing = {
  /** As one types; a body, because addresses are for what nobody typed. */
  searchDrugs: endpoint({
    ...ofTray,
    method: 'POST',
    path: '/v1/drugs/search',
    summary: 'drugs by what was typed so far',
    params: z.strictObject({ text: z.string().max(200) }),
    reply: z.array(FoundDrug).max(MAX_FOUND_DRUGS),
  }),
  /** not_found, state_conflict when packs of several drugs have the code. */
  findPack: endpoint({
    ...ofTray,
    method: 'POST',
    path: '/v1/drugs/by-scan',
    summary: 'the drug of a scanned pack',
    params: Scan,
    reply: ScannedPack,
  }),
  prescription: endpoint({
    ...ofTray,
    method: 'GET',
    path: '/v1/prescriptions/{prescription}',
    summary: 'one prescription as it is now',
    params: OnePrescription,
    reply: Prescription,
  }),
  /** The same `requestId` once more makes no second one. */
  enterPrescription: endpoint({
    ...ofTray,
    method: 'POST',
    path: '/v1/patients/{patient}/prescriptions',
    summary: 'enter a prescription as a draft',
    params: z.strictObject({ patient: Uuid, requestId: Uuid, ...typedFields }),
    maxBodyBytes: MAX_BYTES,
    reply: Prescription,
  }),
  /** It is a draft again, and its labels are withdrawn. */
  changePrescription: endpoint({
    ...ofTray,
    method: 'PUT',
    path: '/v1/prescriptions/{prescription}',
    summary: 'change a prescription that was seen',
    params: Seen.extend(typedFields),
    maxBodyBytes: MAX_BYTES,
    reply: Prescription,
  }),
  /** For good. Asked again, it changes nothing. */
  cancelPrescription: endpoint({
    ...ofTray,
    method: 'POST',
    path: '/v1/prescriptions/{prescription}/cancel',
    summary: 'cancel a prescription for good',
    params: Seen,
    reply: Prescription,
  }),
  /** state_conflict (`label_not_on_paper`) unless a label of it left for the printer. Asked again, it changes nothing. */
  dispensePrescription: endpoint({
    ...ofTray,
    method: 'POST',
    path: '/v1/prescriptions/{prescription}/dispense',
    summary: 'it was handed over to the patient',
    params: Seen,
    reply: Prescription,
  }),
}
