// The endpoint of the identity API for text messages: services alone, with the internal key.
import { z } from 'zod'
import { Id, Instant, Phone } from '../ids.ts'
import { growing } from '../wire.ts'
import { endpoint, pageOf, paging } from './endpoint.ts'
import type { EndpointTable } from './endpoint.ts'

/**
 * sent: the provider took it. failed: it did not go out. unknown: nobody knows, and it is not sent again by itself.
 * sending: another call with the key is under way.
 */
export const SmsState = growing(z.enum(['sending', 'sent', 'failed', 'unknown']), 'unknown')
export type SmsState = z.infer<typeof SmsState>

/** Why a message is not known to be sent. */
export const SmsFault = growing(
  z.enum(['unreachable', 'no_answer', 'answer_unreadable', 'refused', 'ended']),
  'no_answer',
)
export type SmsFault = z.infer<typeof SmsFault>

export const SmsRequest = z.strictObject({
  /** One for each message: the same key is never sent twice, whatever became of the first call. */
  idempotencyKey: z.string().regex(/^[A-Za-z0-9:._-]{8,100}$/, 'must be 8 to 100 letters, digits, : . _ -'),
  phone: Phone,
  /** As people read it; line feeds are its only control characters. */
  text: z
    .string()
    .min(1)
    .max(1_000)
    .regex(/^(?:\n|[^\p{Cc}\p{Cs}])*$/u, 'must not contain control characters'),
})
export type SmsRequest = z.infer<typeof SmsRequest>

/** A text message as the log keeps it: without its text, and of the number its last four digits. */
export const SmsLogEntry = z
  .strictObject({
    id: Id,
    createdAt: Instant,
    endedAt: Instant.nullable(),
    phoneEnd: z.string().max(4),
    state: SmsState,
    fault: SmsFault.nullable(),
    /** What the provider said of it. */
    providerCode: z.string().max(100).nullable(),
  })
  .meta({ id: 'SmsLogEntry' })
export type SmsLogEntry = z.infer<typeof SmsLogEntry>

const { page, pageSize } = paging
export const SmsLogQuery = z.strictObject({ page, pageSize, state: SmsState.optional() })

export const smsApi = {
  listSms: endpoint({
    method: 'GET',
    path: '/api/v1/sms/logs',
    summary: 'Text messages, newest first: when, what became of them, and why',
    access: ['Admin'],
    query: SmsLogQuery,
    reply: {
      status: 200,
      schema: pageOf(SmsLogEntry).extend({ isSetUp: z.boolean() }),
    },
  }),
  sendSms: endpoint({
    method: 'POST',
    path: '/api/v1/sms/send',
    summary: 'Send a text message once; the same key again tells what became of it',
    access: 'internal-key',
    body: SmsRequest,
    reply: {
      status: 200,
      schema: z.strictObject({ id: Id, state: SmsState, fault: SmsFault.nullable() }),
    },
    refusals: ['state_conflict', 'rate_limited', 'not_supported'],
  }),
} as const satisfies EndpointTable
