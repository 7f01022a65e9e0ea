// The endpoint of the identity API for text messages: services alone, with the internal key.
import { z } from 'zod'
import { Id, Phone } from '../ids.ts'
import { growing } from '../wire.ts'
import { endpoint } from './endpoint.ts'
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

export const smsApi = {
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
