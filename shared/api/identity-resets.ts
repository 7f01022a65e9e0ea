// The endpoints of the identity API for the reset of somebody's second factor: asked for by an Admin, done by another or after a day.
import { z } from 'zod'
import { Email, Instant, Uuid, lineOfText } from '../ids.ts'
import { Language } from '../texts/languages.ts'
import { PEOPLE_ROLES } from '../user-role.ts'
import { endpoint } from './endpoint.ts'
import type { EndpointTable } from './endpoint.ts'
import { userParams } from './identity-account.ts'
import { LinkToken } from './identity-links.ts'

/** Where the panel takes up an objection: `{PublicUrl}/reset-link/{token}`. The page asks before it objects. */
export const RESET_LINK_PATH = '/reset-link/'
/** How long its owner has to object. */
export const RESET_NOTICE_MS = 24 * 3_600_000

const Person = z.strictObject({ guid: Uuid, name: lineOfText(120), email: Email })

/** A reset that is asked for and not done; one that its owner objected to stays until somebody asks again. */
export const FactorReset = z
  .strictObject({
    user: Person,
    askedBy: Person,
    askedAt: Instant,
    /** When it is done without a second Admin; null: its owner could not be told, so that another Admin must confirm. */
    dueAt: Instant.nullable(),
    objectedAt: Instant.nullable(),
  })
  .meta({ id: 'FactorReset' })
export type FactorReset = z.infer<typeof FactorReset>

/** The reset as its owner reads it who followed the link: `objectedAt` is none, `user` is himself. */
export const OwnReset = z
  .strictObject({
    askedByName: lineOfText(120),
    askedAt: Instant,
    /** As in FactorReset. */
    dueAt: Instant.nullable(),
  })
  .meta({ id: 'OwnReset' })
export type OwnReset = z.infer<typeof OwnReset>

export const resetsApi = {
  listFactorResets: endpoint({
    method: 'GET',
    path: '/api/v1/FactorResets',
    summary: 'Resets of second factors that wait for another Admin or for their time, newest first',
    access: ['Admin'],
    reply: { status: 200, schema: z.strictObject({ resets: z.array(FactorReset).max(200) }) },
  }),
  askFactorReset: endpoint({
    method: 'POST',
    path: '/api/v1/Users/{guid}/FactorReset',
    summary: "Ask for the reset of somebody's second factor: he is told, and may object for 24 hours",
    access: ['Admin'],
    params: userParams,
    body: z.strictObject({ language: Language }),
    recentSignIn: true,
    reply: { status: 201, schema: FactorReset },
    refusals: ['state_conflict', 'rate_limited'],
  }),
  confirmFactorReset: endpoint({
    method: 'POST',
    path: '/api/v1/Users/{guid}/FactorReset/confirm',
    summary: 'Do a reset that another Admin asked for: factors, recovery codes and sessions of the user end',
    access: ['Admin'],
    params: userParams,
    recentSignIn: true,
    reply: { status: 204, schema: null },
    refusals: ['state_conflict'],
  }),
  endFactorReset: endpoint({
    method: 'DELETE',
    path: '/api/v1/Users/{guid}/FactorReset',
    summary: 'Object to a reset of the own second factor, or withdraw one as an Admin; none open is no error',
    access: PEOPLE_ROLES,
    others: ['Admin'],
    params: userParams,
    reply: { status: 204, schema: null },
  }),
  checkFactorReset: endpoint({
    method: 'POST',
    path: '/api/v1/FactorResets/check',
    summary: 'Which reset the link of its owner is about; null when none is open. Consumes nothing',
    access: 'public',
    body: z.strictObject({ token: LinkToken }),
    reply: { status: 200, schema: z.strictObject({ reset: OwnReset.nullable() }) },
  }),
  objectFactorReset: endpoint({
    method: 'POST',
    path: '/api/v1/FactorResets/objection',
    summary: 'Object to a reset of the own second factor by the link that was sent',
    access: 'public',
    body: z.strictObject({ token: LinkToken }),
    reply: { status: 204, schema: null },
    refusals: ['state_conflict'],
  }),
} as const satisfies EndpointTable
