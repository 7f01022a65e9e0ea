// Every naming of a user's role: in tokens and APIs (SuperSupport), and on the portal's pages (super_support).
import { z } from 'zod'

export const UserRole = z
  .enum(['Admin', 'Support', 'SuperSupport', 'Pharmacist', 'Customer', 'Service'])
  .meta({ id: 'UserRole' })
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

/** Staff who may see the relay pages and lists. */
export const STAFF_ROLES = ['Admin', 'Support', 'SuperSupport'] as const satisfies readonly UserRole[]

export function pageRole(role: UserRole): PageRole {
  return PAGE_ROLE[role]
}

export function isStaff(role: UserRole): boolean {
  return STAFF_ROLES.some((staff) => staff === role)
}
