// Where pharmacies are: addresses from which their computers are connected, as a second condition of a Pharmacist's sign-in.
import { z } from 'zod'
import { IpAddress } from '../device.ts'
import { Email, Id } from '../ids.ts'
import { endpoint } from './endpoint.ts'
import type { EndpointTable } from './endpoint.ts'
import { AddressTicket } from './identity-user.ts'

export const storeAddressesApi = {
  giveAddressTicket: endpoint({
    method: 'POST',
    path: '/api/v1/store/address-tickets',
    summary:
      'A ticket for SignIn, for a Pharmacist who is where a computer of his pharmacy is connected; null: a code is asked for',
    access: ['Service'],
    // The front ends, which see from where somebody comes.
    services: ['portal', 'storefront'],
    body: z.strictObject({ address: IpAddress, email: Email }),
    reply: { status: 200, schema: z.strictObject({ ticket: AddressTicket.nullable() }) },
  }),
  checkAddress: endpoint({
    method: 'POST',
    path: '/api/v1/store/address-checks',
    summary: 'Whether this computer vouches at this moment that the address is its pharmacy’s alone',
    access: 'internal-key',
    body: z.strictObject({ address: IpAddress, pharmacyId: Id, computerId: Id }),
    reply: { status: 200, schema: z.strictObject({ isProved: z.boolean() }) },
  }),
} as const satisfies EndpointTable
