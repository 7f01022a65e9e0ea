// Every naming of a user's role: in tokens and APIs (SuperSupport), and on the portal's pages (super_support).
import { z } from 'zod'
import { growing } from './wire.ts'

/** A role that is not known may what the least may. */
export const UserRole = growing(
  z.enum(['Admin', 'Support', 'SuperSupport', 'Pharmacist', 'Customer', 'Service']),
  'Customer',
).meta({ id: 'UserRole' })
export type UserRole = z.infer<typeof UserRole>

/** The role as the portal's page rules name it. */
export type PageRole = 'admin' | 'support' | 'super_support' | 'pharmacist' | 'customer' | 'service'

const PAGE_ROLE = {
  Admin: 'admin',
  Support: 'support',
  SuperSupport: 'super_support',
  Pharmacist: 'pharmacist',
  Customer: 'customer',
  Service: 'service',
} as const satisfies Record<UserRole, PageRole>

/** Staff who may see the relay pages and lists: for endpoint tables, which alone say who may what. */
export const STAFF_ROLES = ['Admin', 'Support', 'SuperSupport'] as const satisfies readonly UserRole[]

/** Everybody who has an account; a service has a client secret. */
export const PEOPLE_ROLES = [...STAFF_ROLES, 'Pharmacist', 'Customer'] as const satisfies readonly UserRole[]

export function pageRole(role: UserRole): PageRole {
  return PAGE_ROLE[role]
}
