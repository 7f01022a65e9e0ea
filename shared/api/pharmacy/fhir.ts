// A patient of the own pharmacy as a FHIR R4 Bundle, for programs of others: written whole, read as drafts. Patient data.
// https://hl7.org/fhir/R4/bundle.html, patient.html, medicationrequest.html, medicationdispense.html
import { z } from 'zod'
import { Uuid } from '../../ids.ts'
import { endpoint, paging, type EndpointTable } from '../endpoint.ts'
import { FhirBundle, ReceivedBundle } from './fhir-resources.ts'
import { Prescription } from './prescriptions.ts'

const PATH = '/api/v1/patients/{patientId}/fhir'
const params = z.strictObject({ patientId: Uuid })
const access = ['Pharmacist'] as const
/** 50 requests with up to 12 directions of 200 characters, and what other programs write beside. */
const MAX_BYTES = 524_288

/** Part of `pharmacyApi`. `unavailable` for what cannot be logged or opened. */
export const pharmacyFhirApi = {
  getPatientFhir: endpoint({
    method: 'GET',
    path: PATH,
    summary:
      'One patient as a FHIR R4 Bundle: Patient, MedicationRequest, MedicationDispense; prescriptions newest first, by page, and a link to the next',
    access,
    params,
    query: z.strictObject({ page: paging.page, pageSize: paging.pageSize }),
    reply: { status: 200, schema: FhirBundle },
  }),
  postPatientFhir: endpoint({
    method: 'POST',
    path: PATH,
    summary:
      'Enter the MedicationRequests of a FHIR R4 Bundle as drafts of this patient, all or none; the same ones again make none',
    access,
    params,
    body: ReceivedBundle,
    maxBodyBytes: MAX_BYTES,
    reply: {
      status: 201,
      schema: z.strictObject({
        /** In the order of the bundle. */
        prescriptions: z.array(Prescription).max(50),
        /** Resources of other kinds, which were not read. */
        ignored: z.int().min(0).max(200),
      }),
    },
  }),
} as const satisfies EndpointTable
