// The endpoints of the identity API that go by a link which was sent to a person: a new password, another e-mail address.
import { z } from 'zod'
import { Email, Id, Phone, lineOfText } from '../ids.ts'
import { GivenPassword } from './passwords.ts'
import { Language } from '../texts/languages.ts'
import { PEOPLE_ROLES } from '../user-role.ts'
import { endpoint } from './endpoint.ts'
import type { EndpointTable } from './endpoint.ts'
import { userParams } from './identity-account.ts'
import { PersonRole, UserDetail } from './identity-users.ts'

/** Where the panel takes up a link: `{PublicUrl}/password-link/{token}`. The page moves the token out of the address at once. */
export const PASSWORD_LINK_PATH = '/password-link/'
export const EMAIL_LINK_PATH = '/email-link/'

/** 32 random bytes. It stands in bodies alone: addresses are logged and remembered. */
export const LinkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the token of a link')

export const NewUser = z.strictObject({
  email: Email,
  name: lineOfText(120),
  role: PersonRole,
  pharmacyId: Id.nullable(),
  phone: Phone.nullable(),
  /** Of the message that goes out. */
  language: Language,
})
export type NewUser = z.infer<typeof NewUser>

export const linksApi = {
  askPasswordLink: endpoint({
    method: 'POST',
    path: '/api/v1/PasswordChangeLinks',
    summary: 'Send a link for a new password to who has this e-mail; whether somebody has it stays unsaid',
    access: 'public',
    body: z.strictObject({ email: z.string().trim().min(1).max(254), language: Language }),
    reply: { status: 204, schema: null },
    refusals: ['rate_limited', 'not_supported'],
  }),
  checkPasswordLink: endpoint({
    method: 'POST',
    path: '/api/v1/PasswordChangeLinks/check',
    summary: 'Whether a link is still good; consumes nothing',
    access: 'public',
    body: z.strictObject({ token: LinkToken }),
    reply: { status: 200, schema: z.strictObject({ isGood: z.boolean() }) },
  }),
  usePasswordLink: endpoint({
    method: 'POST',
    path: '/api/v1/PasswordChangeLinks/use',
    summary: 'Choose a new password by a link, once; ends all sessions and links of the person',
    access: 'public',
    body: z.strictObject({ token: LinkToken, newPassword: GivenPassword }),
    reply: { status: 204, schema: null },
    refusals: ['state_conflict'],
  }),
  inviteUser: endpoint({
    method: 'POST',
    path: '/api/v1/Users',
    summary: 'Invite a user: he gets a link by which he chooses his password',
    access: ['Admin'],
    body: NewUser,
    recentSignIn: true,
    reply: { status: 201, schema: UserDetail },
    refusals: ['state_conflict', 'not_supported'],
  }),
  sendUserLink: endpoint({
    method: 'POST',
    path: '/api/v1/Users/{guid}/PasswordChangeLink',
    summary: 'Send a user a new link for his password, or for an invitation that ran out',
    access: ['Admin'],
    params: userParams,
    body: z.strictObject({ language: Language }),
    reply: { status: 204, schema: null },
    refusals: ['state_conflict', 'rate_limited', 'not_supported'],
  }),
  askEmailChange: endpoint({
    method: 'PUT',
    path: '/api/v1/Users/{guid}/Email',
    summary:
      'Ask for another e-mail address: a link goes to the old and to the new one, and both must be followed',
    access: PEOPLE_ROLES,
    others: ['Admin'],
    params: userParams,
    body: z.strictObject({ email: Email, language: Language }),
    recentSignIn: true,
    reply: { status: 204, schema: null },
    refusals: ['state_conflict', 'rate_limited', 'not_supported'],
  }),
  confirmEmailChange: endpoint({
    method: 'POST',
    path: '/api/v1/EmailChanges/confirm',
    summary: 'Follow one of the two links of a change of address; the second one makes it',
    access: 'public',
    body: z.strictObject({ token: LinkToken }),
    reply: { status: 200, schema: z.strictObject({ isDone: z.boolean() }) },
    refusals: ['state_conflict'],
  }),
} as const satisfies EndpointTable
