// The endpoints of patients. Each runs in one transaction of its pharmacy and ends by logging who was looked at.
import type { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import { inTenant } from '../tenants/tenant-transaction.queries.ts'
import { tenantOf } from '../tenants/tenant.ts'
import { readAccessLog } from './access-log.queries.ts'
import { changePatient, erasePatient } from './changes.ts'
import { enterPatient, readPatient, searchPatient } from './lookups.ts'
import { openedPatient } from './patient.ts'
import type { PatientDesk } from './patient-desk.ts'

export function patientHandlers(desk: PatientDesk) {
  return {
    searchPatients: async (request) => {
      const row = await searchPatient(desk, tenantOf(request), request.body.phone)
      return { patient: row === null ? null : openedPatient(desk.sealer, row) }
    },
    createPatient: async (request) =>
      openedPatient(desk.sealer, await enterPatient(desk, tenantOf(request), request.body)),
    getPatient: async (request) =>
      openedPatient(desk.sealer, await readPatient(desk, tenantOf(request), request.params.patientId)),
    putPatient: async (request) => {
      const { params, version, body } = request
      const seen = { id: params.patientId, version }
      return openedPatient(desk.sealer, await changePatient(desk, tenantOf(request), { seen, fields: body }))
    },
    erasePatient: async (request) => {
      const { params, version } = request
      await erasePatient(desk, tenantOf(request), { id: params.patientId, version })
      return null
    },
    listAccessLog: async (request) =>
      inTenant(desk.db, tenantOf(request).pharmacyId, async (trx) => readAccessLog(trx, request.query)),
  } satisfies Partial<EndpointHandlers<typeof pharmacyApi>>
}
