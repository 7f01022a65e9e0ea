// A pharmacy as it sees itself in the shop, and its addresses.
import { z } from 'zod'
import { Email, Id, IdText, Phone, StoreId, lineOfText } from '../../ids.ts'
import { endpoint, type EndpointTable } from '../endpoint.ts'
import { SHOP_ROLES } from '../access.ts'

/** Addresses of one pharmacy. */
export const MAX_ADDRESSES = 50

export const ShopCustomerFields = z
  .strictObject({ name: lineOfText(120), email: Email, phone: Phone.nullable() })
  .meta({ id: 'ShopCustomerFields' })
export type ShopCustomerFields = z.infer<typeof ShopCustomerFields>

const ShopCustomer = z
  .strictObject({
    ...ShopCustomerFields.shape,
    email: z.string().max(254),
    storeId: StoreId,
    version: z.int().min(1),
  })
  .meta({ id: 'ShopCustomer' })

export const AddressFields = z
  .strictObject({
    /** Whom it is for. */
    name: lineOfText(120),
    line1: lineOfText(120),
    line2: z.union([z.literal(''), lineOfText(120)]),
    postcode: lineOfText(16),
    city: lineOfText(120),
    /** ISO 3166-1, two letters. */
    country: z.string().regex(/^[A-Z]{2}$/, 'must look like DE'),
  })
  .meta({ id: 'AddressFields' })
export type AddressFields = z.infer<typeof AddressFields>

export const Address = z
  .strictObject({ id: Id, ...AddressFields.shape, version: z.int().min(1) })
  .meta({ id: 'Address' })
export type Address = z.infer<typeof Address>

const CUSTOMER = '/api/v1/store/customer'
const ADDRESSES = `${CUSTOMER}/addresses`
const ADDRESS = `${ADDRESSES}/{addressId}`
const addressParams = z.strictObject({ addressId: IdText })

export const shopCustomerApi = {
  getShopCustomer: endpoint({
    method: 'GET',
    path: CUSTOMER,
    summary: 'The own pharmacy',
    access: SHOP_ROLES,
    reply: { status: 200, schema: ShopCustomer },
  }),
  updateShopCustomer: endpoint({
    method: 'PUT',
    path: CUSTOMER,
    summary: 'Change name, e-mail and phone of the own pharmacy; identical content changes nothing',
    access: SHOP_ROLES,
    body: ShopCustomerFields,
    versioned: true,
    reply: { status: 200, schema: ShopCustomer },
  }),
  listAddresses: endpoint({
    method: 'GET',
    path: ADDRESSES,
    summary: 'The addresses of the own pharmacy',
    access: SHOP_ROLES,
    reply: { status: 200, schema: z.strictObject({ addresses: z.array(Address).max(MAX_ADDRESSES) }) },
  }),
  createAddress: endpoint({
    method: 'POST',
    path: ADDRESSES,
    summary: 'Enter an address; state_conflict beyond 50',
    access: SHOP_ROLES,
    body: AddressFields,
    reply: { status: 201, schema: Address },
    refusals: ['state_conflict'],
  }),
  updateAddress: endpoint({
    method: 'PUT',
    path: ADDRESS,
    summary: 'Change an address; orders keep the one that they were placed with',
    access: SHOP_ROLES,
    params: addressParams,
    body: AddressFields,
    versioned: true,
    reply: { status: 200, schema: Address },
  }),
  removeAddress: endpoint({
    method: 'DELETE',
    path: ADDRESS,
    summary: 'Remove an address; orders keep it',
    access: SHOP_ROLES,
    params: addressParams,
    versioned: true,
    reply: { status: 204, schema: null },
  }),
} as const satisfies EndpointTable
