// A pharmacy is told by text message when money went back. The key of a message is its refund: any number of processes may tell of it,
// and it is sent once.
import { amountText } from '@pharmacy-relay/shared/texts/amount-text.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { StoreDb } from '../../database.ts'
import type { SendSms } from '../../sms/sms-sender.ts'
import { refundTold, untoldRefunds, type UntoldRefund } from './refund-messages.queries.ts'

export interface RefundMessageParts {
  readonly db: StoreDb
  readonly sendSms: SendSms
}

/** How many were told. What was not sent stays for the next time, for an hour. */
export async function tellRefunds({ db, sendSms }: RefundMessageParts, limit: number): Promise<number> {
  let told = 0
  for (const refund of await untoldRefunds(db, limit)) {
    const { phone, id } = refund
    const state = phone === null ? 'sent' : await sendSms({ ...messageOf(refund), phone })
    if (state !== 'sent' && state !== 'not_set_up') continue
    await refundTold(db, id)
    if (phone !== null && state === 'sent') told += 1
  }
  return told
}

function messageOf({ id, amountMinor, currency, orderNumber, language }: UntoldRefund) {
  const { messages, locale } = texts(language)
  const amount = amountText(amountMinor, currency, locale)
  return { idempotencyKey: `refund:${id}`, text: messages.refundSms({ amount, order: orderNumber }) }
}
