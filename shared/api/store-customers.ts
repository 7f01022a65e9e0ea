// The documented endpoint by which the pharmacy API asks whether a customer has a phone number.
import { z } from 'zod'
import { Phone } from '../ids.ts'
import { endpoint } from './endpoint.ts'
import type { EndpointTable } from './endpoint.ts'

export const storeCustomersApi = {
  findCustomerByPhone: endpoint({
    method: 'GET',
    path: '/api/v1/store/customer/find-by-phone',
    summary: 'Whether a customer has this phone number, before an SMS is sent to it; nothing else is told',
    access: ['Service'],
    query: z.strictObject({ phone: Phone }),
    reply: { status: 200, schema: z.strictObject({ exists: z.boolean() }) },
  }),
} as const satisfies EndpointTable
