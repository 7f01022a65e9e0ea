// What the store API does for customers: their sign-in, and whether one of them has a phone number.
import { z } from 'zod'
import { Email, Phone, lineOfText } from '../ids.ts'
import { endpoint } from './endpoint.ts'
import type { EndpointTable } from './endpoint.ts'
import { Credentials, SignInReply } from './identity-user.ts'
import { GivenPassword } from './passwords.ts'

/** Who registers in the shop; that the phone is his was proved by a code (store-sms), which the storefront has redeemed. */
export const CustomerRegistration = z.strictObject({
  phone: Phone,
  email: Email,
  name: lineOfText(120),
  password: GivenPassword,
})
export type CustomerRegistration = z.infer<typeof CustomerRegistration>

export const storeCustomersApi = {
  signInCustomer: endpoint({
    method: 'POST',
    path: '/api/v1/store/sign-in',
    summary:
      'Somebody of a pharmacy signs in, a Customer or a Pharmacist; for anybody else the password is wrong. A pending sign-in is finished at the identity API',
    access: 'public',
    body: Credentials,
    reply: { status: 200, schema: SignInReply },
    refusals: ['token_invalid', 'rate_limited'],
  }),
  registerCustomer: endpoint({
    method: 'POST',
    path: '/api/v1/store/registrations',
    summary:
      'Make an account for the pharmacy that has this phone, of which there may be several; invalid for a password that is not taken, state_conflict for an e-mail that somebody has',
    access: ['Service'],
    services: ['storefront'],
    body: CustomerRegistration,
    reply: { status: 204, schema: null },
    refusals: ['not_found', 'state_conflict'],
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
