// The endpoint by which staff set when a pharmacy is open.
import { OpeningHoursChange } from './opening-hours.ts'
import { endpoint, type EndpointTable } from '../api/endpoint.ts'
import { CUSTOMER, customerParams } from '../api/panel-paths.ts'
import { CustomerDetail } from '../api/relay-panel.ts'

export const openingHoursApi = {
  setOpeningHours: endpoint({
    method: 'PUT',
    path: `${CUSTOMER}/opening-hours`,
    summary: 'Set when a pharmacy is open, or have it learnt; identical hours change nothing',
    access: ['Admin'],
    params: customerParams,
    body: OpeningHoursChange,
    reply: { status: 200, schema: CustomerDetail },
  }),
} as const satisfies EndpointTable
