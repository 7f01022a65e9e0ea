// The contract of the identity hub, hosted by the identity API at /hubs: the three documented methods and UserChangedAsync.
import { z } from 'zod'
import { IpAddress } from '../device.ts'
import { Email, Phone, Uuid, lineOfText } from '../ids.ts'
import { UserRole } from '../user-role.ts'
import type { Contract } from './request-reply.ts'

/** A customer account to create; the password is set by the person through a link. */
export const NewCustomerAccount = z.strictObject({
  name: lineOfText(120),
  email: Email,
  phone: Phone.nullable(),
})

export const IIdentityHub = {
  CreateCustomerAsync: { args: z.tuple([NewCustomerAccount]), reply: z.strictObject({ userGuid: Uuid }) },
  LoginWithIpAddress: {
    args: z.tuple([IpAddress]),
    reply: z.strictObject({ userGuid: Uuid, accessToken: z.string().max(4_096) }),
  },
  IsUserExistsAsync: { args: z.tuple([Uuid]), reply: z.boolean() },
} as const satisfies Contract

/** Sent when a user's role or state changed; whoever holds that user's sessions ends or renews them. */
export const UserChanged = z.strictObject({ userGuid: Uuid, role: UserRole, isActive: z.boolean() })

export const IIdentityClient = {
  UserChangedAsync: { args: z.tuple([UserChanged]), reply: z.null() },
} as const satisfies Contract
