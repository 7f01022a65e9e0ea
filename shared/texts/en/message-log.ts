// The log of messages that the pharmacy API has, in English: codes of the shop, messages to patients.
import type { MessageReason, MessageState, MessageTemplate } from '../../api/pharmacy/sms.ts'

export const messageLogEn = {
  /** The two logs of text messages. */
  logs: 'Logs of text messages',
  all: 'All messages',
  ours: 'To customers and patients',
  intro:
    'What pharmacies and the shop wanted to send, newest first, also what was held back. Texts are not kept; of a number the last two digits are.',
  none: 'No message yet.',
  template: 'For',
  pharmacy: 'Pharmacy',
  parts: 'Parts',
  partsHint: 'as phones count them and providers charge',
  updatedAt: 'Last change',
  templates: {
    store_code: 'code of the shop',
    ready: 'medicine is ready',
    refill: 'time for a refill',
    closed: 'pharmacy is closed',
    other: 'something newer',
  } satisfies Record<MessageTemplate, string>,
  states: {
    queued: 'waits',
    handed_over: 'handed to the provider',
    delivered: 'delivered',
    failed: 'not sent',
    unknown: 'not known',
    suppressed: 'held back',
  } satisfies Record<MessageState, string>,
  reasons: {
    phone_not_checked:
      'The store API was away for a minute: nobody could say whether a customer has the number.',
    ceiling: 'Too many codes went out within an hour: check whether somebody asks for them by the thousand.',
    no_consent: 'The patient had not agreed to text messages, or took that back.',
    one_a_day: 'The patient had another message on that day.',
    too_late: 'The service was away for more than a night; it was too late to send it.',
    erased: 'The patient was erased.',
    refused: 'It was refused on its way.',
    not_set_up: 'No SMS provider is set up.',
    no_answer: 'No answer came. It may have gone out, and is not sent again.',
    interrupted: 'The service ended while it was on its way. It may have gone out, and is not sent again.',
    other: 'For a reason that this version does not know.',
  } satisfies Record<MessageReason, string>,
}

export type MessageLogTexts = typeof messageLogEn
