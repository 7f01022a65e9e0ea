// The endpoints of FHIR: a patient with prescriptions as a Bundle, and drafts out of one.
import type { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { FhirBundle } from '@pharmacy-relay/shared/api/pharmacy/fhir-resources.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import { noSuchPatient } from '../patients/lookups.ts'
import { openedPatient } from '../patients/patient.ts'
import type { PatientDesk } from '../patients/patient-desk.ts'
import { findPatient, type PatientRow } from '../patients/patients.queries.ts'
import { insertDraft } from '../prescriptions/prescribing.ts'
import { prescriptionsSeen } from '../prescriptions/prescription.ts'
import { listPrescriptionRows } from '../prescriptions/prescriptions.queries.ts'
import { inTenant, type TenantDb } from '../tenants/tenant-transaction.queries.ts'
import { tenantOf, type Tenant } from '../tenants/tenant.ts'
import { bundleOf } from './bundle.ts'
import { readBundle, type ReadBundle } from './read-bundle.ts'

export function fhirHandlers(desk: PatientDesk) {
  return {
    getPatientFhir: async (request) => {
      const { params, query } = request
      return ofPatient(
        desk,
        { tenant: tenantOf(request), id: params.patientId, act: 'list' },
        async (trx, row) => {
          const { rows, total } = await listPrescriptionRows(trx, { ...query, patientId: row.id })
          return bundleOf({
            patient: openedPatient(desk.sealer, row),
            prescriptions: await prescriptionsSeen(trx, desk.sealer, rows),
            at: new Date(desk.clock.wallMs()).toISOString(),
            links: linksOf(row.id, { ...query, total }),
          })
        },
      )
    },
    postPatientFhir: async (request) => {
      const tenant = tenantOf(request)
      const asked = { tenant, id: request.params.patientId, act: 'prescription_write' } as const
      const done = await ofPatient(desk, asked, async (trx, row) => {
        const read = readOrRefused(request.body, openedPatient(desk.sealer, row))
        if (read instanceof ProblemError) return read
        const rows = []
        for (const { requestId, fields } of read.drafts)
          rows.push(await insertDraft(trx, { desk, tenant }, { ...fields, requestId, patientId: row.id }))
        return { prescriptions: await prescriptionsSeen(trx, desk.sealer, rows), ignored: read.ignored }
      })
      if (done instanceof ProblemError) throw done
      return done
    },
  } satisfies Partial<EndpointHandlers<typeof pharmacyApi>>
}

/** Returned, not thrown: a refusal tells something of the patient, so what is logged of it must stay. */
function readOrRefused(...given: Parameters<typeof readBundle>): ReadBundle | ProblemError {
  try {
    return readBundle(...given)
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}

interface Asked {
  readonly tenant: Tenant
  readonly id: string
  readonly act: 'list' | 'prescription_write'
}

/** Logged in the transaction, also where there is none: ProblemError `not_found` then. */
async function ofPatient<T>(
  { db, log }: PatientDesk,
  { tenant, id, act }: Asked,
  work: (trx: TenantDb, row: PatientRow) => Promise<T>,
): Promise<T> {
  const done = await inTenant(db, tenant.pharmacyId, async (trx) => {
    const row = await findPatient(trx, id)
    await log.write(
      trx,
      tenant,
      row === null
        ? [{ act: 'not_found', patientId: id }]
        : [
            { act: 'read', patientId: id },
            { act, patientId: id },
          ],
    )
    return row === null ? null : { result: await work(trx, row) }
  })
  if (done === null) throw noSuchPatient()
  return done.result
}

function linksOf(
  patientId: string,
  { page, pageSize, total }: { readonly page: number; readonly pageSize: number; readonly total: number },
): FhirBundle['link'] {
  const url = (at: number): string => `/api/v1/patients/${patientId}/fhir?page=${at}&pageSize=${pageSize}`
  const self = { relation: 'self', url: url(page) } as const
  return page * pageSize < total ? [self, { relation: 'next', url: url(page + 1) }] : [self]
}
