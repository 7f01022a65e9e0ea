// The endpoints of the pharmacy API for text messages: codes that prove a phone before a registration, messages to patients, the log.
import { z } from 'zod'
import { Id, Instant, Phone, Uuid } from '../../ids.ts'
import { Language } from '../../texts/languages.ts'
import { growing } from '../../wire.ts'
import { endpoint, pageOf, paging, type EndpointTable } from '../endpoint.ts'

/** A code can be asked for again after so long, in s. */
export const CODE_AGAIN_S = 60
/** A code is good for so long, in ms. */
export const CODE_MS = 5 * 60_000
/** Tries of one code, right or wrong. */
export const CODE_TRIES = 5
/** A ticket is good for so long, in ms. */
export const TICKET_MS = 10 * 60_000

/**
 * What became of a message. handed_over: the SMS provider took it. delivered: the phone has it; no provider that is set up here says
 * so yet. failed: it did not go out. unknown: nobody knows, and it is not sent again by itself. suppressed: it was never handed over.
 */
export const MessageState = growing(
  z.enum(['queued', 'handed_over', 'delivered', 'failed', 'unknown', 'suppressed']),
  'unknown',
)
export type MessageState = z.infer<typeof MessageState>

/** What a message is for; its words are in the catalogue of texts. */
export const MessageTemplate = growing(z.enum(['store_code', 'ready', 'refill', 'closed', 'other']), 'other')
export type MessageTemplate = z.infer<typeof MessageTemplate>

/**
 * Why it is not known to have gone out. phone_not_checked: nobody could say whether a customer has the number. ceiling: too many codes
 * within an hour. no_consent, one_a_day, too_late, erased: what was true of a patient when it was to go out. refused, not_set_up, no_answer: what the identity API made of it. interrupted: our process ended.
 */
export const MessageReason = growing(
  z.enum([
    ...(['phone_not_checked', 'ceiling', 'no_consent', 'one_a_day', 'too_late', 'erased'] as const),
    ...(['refused', 'not_set_up', 'no_answer', 'interrupted', 'other'] as const),
  ]),
  'other',
)
export type MessageReason = z.infer<typeof MessageReason>

/** A message as the log keeps it: without its text, and of the number its last two digits. */
export const MessageLogEntry = z
  .strictObject({
    id: Id,
    createdAt: Instant,
    updatedAt: Instant,
    /** Null for messages that are no pharmacy's. */
    pharmacyId: Id.nullable(),
    template: MessageTemplate,
    /** `**` once the patient was erased. */
    phoneTail: z.string().length(2),
    state: MessageState,
    reason: MessageReason.nullable(),
    /** As phones count and providers charge; 0 where no text was made. */
    segments: z.int().min(0).max(20),
    /** Its row in the identity API's own log; null where it was not handed over. */
    smsId: Id.nullable(),
  })
  .meta({ id: 'MessageLogEntry' })
export type MessageLogEntry = z.infer<typeof MessageLogEntry>

const { page, pageSize } = paging
export const MessageLogQuery = z.strictObject({ page, pageSize, state: MessageState.optional() })

/** As people write it, with the code of its country: the storefront serves several, so none is assumed. */
const TypedPhone = z.string().trim().min(7).max(40)

const Ticket = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be a ticket')

export const smsApi = {
  askStoreCode: endpoint({
    method: 'POST',
    path: '/api/v1/store-sms/codes',
    summary:
      'Send a code by SMS to the phone of a customer; the answer is the same for every number. One a minute and five a day for a number, twenty an hour for an address',
    access: 'public',
    body: z.strictObject({
      phone: TypedPhone,
      /** Of the message. */
      language: Language.default('en'),
    }),
    maxBodyBytes: 1_024,
    reply: { status: 200, schema: z.strictObject({ retryAfterS: z.literal(CODE_AGAIN_S) }) },
    refusals: ['rate_limited'],
  }),
  verifyStoreCode: endpoint({
    method: 'POST',
    path: '/api/v1/store-sms/verifications',
    summary:
      'Prove a phone by its code; the ticket opens one registration with this phone. Wrong, late, used and unknown are one refusal',
    access: 'public',
    body: z.strictObject({
      phone: TypedPhone,
      code: z.string().regex(/^\d{6}$/, 'must be six digits'),
    }),
    maxBodyBytes: 1_024,
    reply: { status: 200, schema: z.strictObject({ ticket: Ticket, expiresAt: Instant }) },
  }),
  redeemStoreTicket: endpoint({
    method: 'POST',
    path: '/api/v1/store-sms/redemptions',
    summary:
      'Use up a ticket at a registration: it was given for this phone, within ten minutes, and is good once',
    access: ['Service'],
    services: ['storefront', 'store'],
    body: z.strictObject({ phone: Phone, ticket: Ticket }),
    maxBodyBytes: 1_024,
    reply: { status: 204, schema: null },
  }),
  listMessages: endpoint({
    method: 'GET',
    path: '/api/v1/sms-logs',
    summary: 'Text messages of the pharmacy API, newest first: what for, what became of them, and why',
    access: ['Admin'],
    query: MessageLogQuery,
    reply: { status: 200, schema: pageOf(MessageLogEntry) },
  }),
} as const satisfies EndpointTable

/** Of the 24-hour clock there: `09:00`. */
const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must look like 09:00')
/** 1 is Monday, 7 Sunday. */
const Weekday = z.int().min(1).max(7)

const messageFields = {
  /** The key: the same one never makes a second message, and has the first one's answer as it then stands. */
  requestId: Uuid,
  patientId: Uuid,
  /** Of the message; left out, the pharmacy's own. */
  language: Language.optional(),
}

/** Days and times alone: no words, so that no medicine and no name gets into a message. */
export const PatientSmsRequest = z
  .discriminatedUnion('template', [
    z.strictObject({
      ...messageFields,
      template: z.enum(['ready', 'refill']),
      /** When the pharmacy is open. */
      values: z.strictObject({ from: Weekday, to: Weekday, opens: TimeOfDay, closes: TimeOfDay }),
    }),
    z.strictObject({
      ...messageFields,
      template: z.literal('closed'),
      /** When it is open again. */
      values: z.strictObject({ date: z.iso.date(), opens: TimeOfDay }),
    }),
  ])
  .meta({ id: 'PatientSmsRequest' })
export type PatientSmsRequest = z.infer<typeof PatientSmsRequest>

export const PatientSms = z
  .strictObject({
    requestId: Uuid,
    state: MessageState,
    reason: MessageReason.nullable(),
    /** While it waits: now, or 9:00 of the pharmacy's next morning. */
    goesOutAt: Instant.nullable(),
  })
  .meta({ id: 'PatientSms' })
export type PatientSms = z.infer<typeof PatientSms>

/** Part of `pharmacyApi`: for the Pharmacists of the patient's pharmacy. */
export const patientSmsApi = {
  sendPatientSms: endpoint({
    method: 'POST',
    path: '/api/v1/patient-sms',
    summary:
      'Send a patient a message of a template, between 9:00 and 20:00 of the pharmacy; state_conflict without consent and for a second one of a day, rate_limited beyond what a pharmacy may ask for on a day',
    access: ['Pharmacist'],
    body: PatientSmsRequest,
    maxBodyBytes: 1_024,
    reply: { status: 200, schema: PatientSms },
    refusals: ['not_found', 'state_conflict', 'rate_limited'],
  }),
} as const satisfies EndpointTable
