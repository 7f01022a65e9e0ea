// The endpoints of prescriptions and labels.
import type { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { PatientDesk } from '../patients/patient-desk.ts'
import { tenantOf } from '../tenants/tenant.ts'
import { recordOutcome, requestLabel } from './labelling.ts'
import { checkPack } from './pack-check.ts'
import {
  cancelPrescription,
  dispensePrescription,
  enterPrescription,
  listPrescriptions,
  readPrescription,
  rewritePrescription,
} from './prescribing.ts'

export function prescriptionHandlers(desk: PatientDesk) {
  return {
    createPrescription: async (request) => enterPrescription(desk, tenantOf(request), request.body),
    listPrescriptions: async (request) => listPrescriptions(desk, tenantOf(request), request.query),
    getPrescription: async (request) =>
      readPrescription(desk, tenantOf(request), request.params.prescriptionId),
    putPrescription: async (request) => {
      const { params, version, body: fields } = request
      return rewritePrescription(desk, tenantOf(request), { id: params.prescriptionId, version, fields })
    },
    cancelPrescription: async (request) => {
      const { params, version } = request
      return cancelPrescription(desk, tenantOf(request), { id: params.prescriptionId, version })
    },
    dispensePrescription: async (request) => {
      const { params, version } = request
      return dispensePrescription(desk, tenantOf(request), { id: params.prescriptionId, version })
    },
    checkPack: async (request) => {
      const { params, body: input } = request
      return checkPack(desk, tenantOf(request), { id: params.prescriptionId, input })
    },
    requestLabel: async (request) => {
      const { params, body } = request
      return requestLabel(desk, tenantOf(request), { id: params.prescriptionId, request: body })
    },
    putLabelOutcome: async (request) => {
      const { params, body: outcome } = request
      return recordOutcome(desk, tenantOf(request), { id: params.labelId, outcome })
    },
  } satisfies Partial<EndpointHandlers<typeof pharmacyApi>>
}
