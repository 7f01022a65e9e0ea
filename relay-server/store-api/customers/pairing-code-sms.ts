// A pairing code by text message to the pharmacy's phone, for who looks after it from afar.
import type { CodeSms, MadePairingCode, PairingCodeRequest } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { PAIRING_CODE_MS, pairingCodeText } from '@pharmacy-relay/shared/pairing.ts'
import { texts, type Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { SendSms } from '../sms/sms-sender.ts'
import { readCustomer } from './customer-detail.queries.ts'
import { makePairingCode, type CodeParts } from './pairing-codes.ts'

export interface CodeSmsParts extends CodeParts {
  readonly sendSms: SendSms
}

type Request = PairingCodeRequest & { readonly customerId: number }

/** The code stands whatever becomes of the message. Throws as makePairingCode does. */
export async function makeAndSendCode(
  parts: CodeSmsParts,
  caller: Caller,
  { customerId, needsApproval, sms }: Request,
): Promise<MadePairingCode> {
  const made = await makePairingCode(parts, caller, {
    customerId,
    needsApproval,
    isSentBySms: sms !== undefined,
  })
  return sms === undefined ? made : { ...made, sms: await sendCode(parts, made, sms.language) }
}

async function sendCode(
  { db, sendSms }: CodeSmsParts,
  { id, customerId, code, expiresAt }: MadePairingCode,
  language: Language,
): Promise<CodeSms> {
  const { name, phone } = await readCustomer(db, { id: customerId })
  if (phone === null) return 'failed'
  const facts = { code: pairingCodeText(code), pharmacy: name, minutes: PAIRING_CODE_MS / 60_000 }
  const text = texts(language).messages.pairingCodeSms(facts)
  // With its end, since another database begins its ids anew.
  const idempotencyKey = `pairing-code:${id}:${Date.parse(expiresAt)}`
  return sendSms({ idempotencyKey, phone, text })
}
