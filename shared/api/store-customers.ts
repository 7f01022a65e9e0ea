// What the store API does for customers: their sign-in, and whether one of them has a phone number.
import { z } from 'zod'
import { Phone } from '../ids.ts'
import { endpoint } from './endpoint.ts'
import type { EndpointTable } from './endpoint.ts'
import { Credentials, SignInReply } from './identity-user.ts'

export const storeCustomersApi = {
  signInCustomer: endpoint({
    method: 'POST',
    path: '/api/v1/store/sign-in',
    summary:
      'A customer signs in; for anybody else the password is wrong. A pending sign-in is finished at the identity API',
    access: 'public',
    body: Credentials,
    reply: { status: 200, schema: SignInReply },
    refusals: ['token_invalid', 'rate_limited'],
  }),
  findCustomerByPhone: endpoint({
    method: 'GET',
    path: '/api/v1/store/customer/find-by-phone',
    summary: 'Whether a customer has this phone number, before an SMS is sent to it; nothing else is told',
    access: ['Service'],
    query: z.strictObject({ phone: Phone }),
    reply: { status: 200, schema: z.strictObject({ exists: z.boolean() }) },
  }),
} as const satisfies EndpointTable
