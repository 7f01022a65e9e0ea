// Who is on call, and days on which nobody answers: what staff set for the whole desk.
import { z } from 'zod'
import { Phone } from '../../ids.ts'
import { Language } from '../../texts/languages.ts'
import { STAFF_ROLES } from '../../user-role.ts'
import { growing } from '../../wire.ts'
import { endpoint, type EndpointTable } from '../endpoint.ts'

/** Days that may be set. */
export const MAX_CLOSED_DAYS = 100

export const DutyFields = z.strictObject({
  /** Gets a text message when an incident begins; null: nobody does. */
  phone: Phone.nullable(),
  /** Of that message. */
  language: Language,
  /** In the time zone of the store API. The time until an answer is due stands still on them. */
  closedDays: z.array(z.iso.date()).max(MAX_CLOSED_DAYS),
})
export type DutyFields = z.infer<typeof DutyFields>

export const SupportDuty = DutyFields.extend({
  language: growing(z.enum(Language.options), 'en'),
  version: z.int().min(1),
  /** IANA. */
  zone: z.string().max(64),
}).meta({ id: 'SupportDuty' })
export type SupportDuty = z.infer<typeof SupportDuty>

const PATH = '/api/v1/panel/support-duty'
const reply = { status: 200, schema: SupportDuty } as const

export const dutyApi = {
  getDuty: endpoint({
    method: 'GET',
    path: PATH,
    summary: 'Who is on call, and days on which nobody answers',
    access: STAFF_ROLES,
    reply,
  }),
  setDuty: endpoint({
    method: 'PUT',
    path: PATH,
    summary: 'Set who is on call and the days on which nobody answers; open tasks are due anew',
    access: ['Admin', 'SuperSupport'],
    body: DutyFields,
    versioned: true,
    reply,
  }),
} as const satisfies EndpointTable
