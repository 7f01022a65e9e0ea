// A Pharmacist signs in where a computer of his pharmacy is: identity is asked for a ticket, and told again when it is used.
import type { z } from 'zod'
import type { EndpointReply } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { storeAddressesApi } from '@pharmacy-relay/shared/api/store-addresses.ts'
import type { AddressLogin } from '@pharmacy-relay/shared/hub/identity-hub.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import { addressKeys } from '../../http/address-keys.ts'
import { approvedComputer } from './approved-computers.queries.ts'
import type { StoreDb } from '../database.ts'
import { provedComputer, type ProvedComputer } from './proved-computers.queries.ts'

/** LoginWithIpAddress of the identity hub. Throws HubError. */
export type LoginWithIpAddress = (login: z.input<typeof AddressLogin>) => Promise<{ accessToken: string }>

export interface AddressParts {
  readonly db: StoreDb
  readonly loginWithIpAddress: LoginWithIpAddress
  readonly logger: Logger
}

export function addressHandlers(parts: AddressParts): EndpointHandlers<typeof storeAddressesApi> {
  return {
    giveAddressTicket: async ({ body }) => ({ ticket: await ticketFor(parts, body) }),
    checkAddress: async ({ body }) => {
      const computer = await vouchingFor(parts.db, body.address, body.computerId)
      return { isProved: computer?.customerId === body.pharmacyId }
    },
    checkDevice: async ({ body }) => ({ device: await deviceAt(parts.db, body) }),
  }
}

/** Null without a computer that vouches, for who is no Pharmacist of it, and while identity is away: a code is asked for then. */
async function ticketFor(
  { db, loginWithIpAddress, logger }: AddressParts,
  { address, email }: { readonly address: string; readonly email: string },
): Promise<string | null> {
  const computer = await vouchingFor(db, address, null)
  if (computer === null) return null
  const { customerId: pharmacyId, computerId, provedAgoMs } = computer
  try {
    const login = { address, email, pharmacyId, computerId, provedAgoMs }
    return (await loginWithIpAddress(login)).accessToken
  } catch (error) {
    if (!(error instanceof HubError)) throw error
    logger.info('address-ticket.not-given', { computerId, code: error.code })
    return null
  }
}

async function deviceAt(
  db: StoreDb,
  { by, value, address }: z.output<typeof storeAddressesApi.checkDevice.body>,
): Promise<EndpointReply<typeof storeAddressesApi.checkDevice>['device']> {
  const known = await approvedComputer(db, { by, value })
  if (known === null) return null
  const vouching = address === null ? null : await vouchingFor(db, address, known.computerId)
  return { ...known, isAtAddress: vouching?.customerId === known.pharmacyId }
}

async function vouchingFor(
  db: StoreDb,
  text: string,
  computerId: number | null,
): Promise<ProvedComputer | null> {
  const address = addressKeys(text)?.address ?? null
  return address === null ? null : provedComputer(db, { address, computerId })
}
