// Where pharmacies are: addresses from which their computers are connected, as a second condition of a Pharmacist's sign-in.
import { z } from 'zod'
import { DeviceKey, IpAddress } from '../device.ts'
import { Fingerprint } from '../endorsement.ts'
import { Email, Id } from '../ids.ts'
import { endpoint } from './endpoint.ts'
import type { EndpointTable } from './endpoint.ts'
import { AddressTicket } from './identity-user.ts'

/** An approved computer of a pharmacy; `isAtAddress`: it vouches at this moment that the address is its pharmacy's alone. */
const KnownDevice = z.strictObject({
  deviceKey: DeviceKey,
  computerId: Id,
  pharmacyId: Id,
  isAtAddress: z.boolean(),
})

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
  checkDevice: endpoint({
    method: 'POST',
    path: '/api/v1/store/device-checks',
    summary: 'Whose computer has this certificate or device key, and whether it vouches for the address',
    access: 'internal-key',
    body: z.strictObject({
      /** `value` is the SHA-256 of its certificate, or its device key. */
      by: z.enum(['certificate', 'device-key']),
      value: Fingerprint,
      address: IpAddress.nullable(),
    }),
    /** Null: no approved computer. */
    reply: { status: 200, schema: z.strictObject({ device: KnownDevice.nullable() }) },
  }),
} as const satisfies EndpointTable
