// The endpoints of the pharmacy API behind the link in each message to a patient: whose messages they are, and the end of them.
import { z } from 'zod'
import { endpoint, type EndpointTable } from '../endpoint.ts'

/** Where the panel takes up the link: `{PublicUrl}/no-sms/{token}`. Short, as it stands in text messages. */
export const OPT_OUT_PATH = '/no-sms/'
/** Longest address of the panel whose links leave room for a message within two parts, in characters. */
export const MAX_OPT_OUT_ORIGIN = 40

/** Letters and digits that no phone cuts off the end of a link, and nobody takes for each other. */
export const OPT_OUT_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
export const OPT_OUT_LENGTH = 16
/** 80 bits. It stands in bodies alone: addresses are logged and remembered. */
export const OptOutToken = z.string().regex(/^[0-9a-hjkmnp-tv-z]{16}$/, 'must be the token of a link')

const call = {
  method: 'POST',
  access: 'public',
  body: z.strictObject({ token: OptOutToken }),
  maxBodyBytes: 1_024,
  refusals: ['state_conflict', 'rate_limited'],
} as const

/** Part of `pharmacyApi`. `state_conflict` with reason `opt_out_link_over` for a token that is unknown, or older than 13 months. */
export const smsOptOutsApi = {
  readSmsOptOut: endpoint({
    ...call,
    path: '/api/v1/sms-opt-outs/readings',
    summary:
      'Which pharmacy sends the messages that a link ends, and whether they are ended; changes nothing',
    reply: {
      status: 200,
      schema: z.strictObject({
        /** As it calls itself. */
        pharmacy: z.string().min(1).max(200),
        /** The pharmacy may send none now. */
        isEnded: z.boolean(),
      }),
    },
  }),
  optOutOfSms: endpoint({
    ...call,
    path: '/api/v1/sms-opt-outs',
    summary:
      'Take back the consent of the patient who got the link, at this pharmacy; what waits is not sent. Again is the same',
    reply: { status: 200, schema: z.strictObject({ pharmacy: z.string().min(1).max(200) }) },
  }),
} as const satisfies EndpointTable
