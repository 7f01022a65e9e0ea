// The endpoints of the identity API for user administration: who there is, his role, whether he may sign in.
import { z } from 'zod'
import { Email, Id, Instant, Phone, lineOfText } from '../ids.ts'
import { UserRole } from '../user-role.ts'
import { growing } from '../wire.ts'
import { endpoint, pageOf, paging } from './endpoint.ts'
import type { EndpointTable } from './endpoint.ts'
import { userParams } from './identity-account.ts'
import { IdentityUser } from './identity-user.ts'
import { GivenPassword } from './passwords.ts'

/** The roles of people: services are no users. */
export const PersonRole = UserRole.exclude(['Service'])

/** How a link for a password goes to somebody. */
export const LinkWay = growing(z.enum(['mail', 'sms', 'none']), 'none')
export type LinkWay = z.infer<typeof LinkWay>

/** A user as Admins see him. */
export const UserDetail = IdentityUser.extend({
  phone: Phone.nullable(),
  createdAt: Instant,
  /** Null: invited, and has not chosen a password yet. */
  passwordSetAt: Instant.nullable(),
  /** The newest use of a session that is kept; null without one. */
  lastUsedAt: Instant.nullable(),
  /** Of the link for a password that was sent and not used; null without one. */
  linkEndsAt: Instant.nullable(),
  reachedBy: LinkWay,
}).meta({ id: 'UserDetail' })
export type UserDetail = z.infer<typeof UserDetail>

export const UserListQuery = z.strictObject({
  ...paging,
  role: PersonRole.optional(),
  state: z.enum(['active', 'disabled', 'invited']).optional(),
})
export type UserListQuery = z.infer<typeof UserListQuery>

/** A Pharmacist and a Customer belong to a pharmacy, staff to none. */
export const UserRoleChange = z.strictObject({ role: PersonRole, pharmacyId: Id.nullable() })
export type UserRoleChange = z.infer<typeof UserRoleChange>

/** Who registered in the shop. His phone was proved, and is that of the pharmacy. */
export const NewCustomerAccount = z.strictObject({
  email: Email,
  name: lineOfText(120),
  phone: Phone,
  pharmacyId: Id,
  password: GivenPassword,
})
export type NewCustomerAccount = z.infer<typeof NewCustomerAccount>

export const usersApi = {
  listUsers: endpoint({
    method: 'GET',
    path: '/api/v1/Users',
    summary: 'All users by name; q is a part of name or e-mail',
    access: ['Admin'],
    query: UserListQuery,
    reply: {
      status: 200,
      schema: pageOf(UserDetail).extend({
        /** How a link would go to somebody with a phone number; left out by the version before. */
        linksGoBy: LinkWay.optional(),
      }),
    },
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/api/v1/Users/{guid}',
    summary: 'One user',
    access: ['Admin'],
    params: userParams,
    reply: { status: 200, schema: UserDetail },
  }),
  changeUserRole: endpoint({
    method: 'PUT',
    path: '/api/v1/Users/{guid}/Role',
    summary: 'Give a user another role; the last active Admin stays one',
    access: ['Admin'],
    params: userParams,
    body: UserRoleChange,
    recentSignIn: true,
    reply: { status: 200, schema: UserDetail },
    refusals: ['state_conflict'],
  }),
  changeUserState: endpoint({
    method: 'PUT',
    path: '/api/v1/Users/{guid}/State',
    summary: 'Disable a user, which ends his sessions, or enable him; the last active Admin stays active',
    access: ['Admin'],
    params: userParams,
    body: z.strictObject({ isActive: z.boolean() }),
    recentSignIn: true,
    reply: { status: 200, schema: UserDetail },
    refusals: ['state_conflict'],
  }),
  registerCustomer: endpoint({
    method: 'POST',
    path: '/api/v1/Customers',
    summary:
      'Make the account of a Customer with the password that he chose; state_conflict for an e-mail that somebody has',
    access: ['Service'],
    services: ['store'],
    body: NewCustomerAccount,
    reply: { status: 201, schema: IdentityUser },
    refusals: ['state_conflict'],
  }),
} as const satisfies EndpointTable
