// Sends text messages: a row before the call, one call for a key, and what is unknown stays so.
import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { SmsRequest } from '@pharmacy-relay/shared/api/identity-sms.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { secretEquals } from '../../auth/internal-key.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentitySchema } from '../database-schema.ts'
import { retryAfterS, takeAttempt } from '../lock-out/attempts.queries.ts'
import type { IdentityMetrics } from '../metrics.ts'
import type { SmsSender } from '../messages/sms-sender.ts'
import { callProvider, type ProviderOptions } from './provider.ts'
import {
  beginAgain,
  beginSms,
  endSms,
  findSms,
  listSms,
  settleLostSms,
  type SmsRow,
} from './sms-logs.queries.ts'

export interface SmsParts {
  readonly db: Kysely<IdentitySchema>
  readonly now: () => Date
  readonly logger: Logger
  /** Makes what the log has in place of number and text. */
  readonly refreshKey: string
  /** It, and the one before it: a message that came before an exchange is the same behind it. */
  readonly tokenKeys: readonly string[]
  readonly provider: ProviderOptions
  readonly metrics: Pick<IdentityMetrics, 'countSms'>
}

/** A call that began so long before was lost with its process: the provider's time-out is far below. */
const LOST_MS = 60_000
const OF_PHONE = { limit: 10, windowMs: 3_600_000 }

/** What became of the message: now, or when its key came first. Throws ProblemError `state_conflict`, `rate_limited`. */
export async function sendSms(parts: SmsParts, message: SmsRequest): Promise<SmsRow> {
  const { db } = parts
  const { idempotencyKey, phone } = message
  const requestProof = proofOf(parts.refreshKey, message)
  const known = await findSms(db, idempotencyKey)
  const started = { idempotencyKey, requestProof, phoneEnd: phone.slice(-4), now: parts.now() }
  const begun = known === null ? await admitted(parts, phone, started) : await taken(parts, known, message)
  // Somebody else began it between the two statements.
  const row = begun ?? (await findSms(db, idempotencyKey))
  if (row === null) throw new Error('A row of SmsLogs is gone')
  return begun === null || row.state !== 'sending' || row === known ? row : call(parts, row, message)
}

/** The row of a key that came before: taken up again only where nothing can have gone out. */
async function taken(
  { db, now, tokenKeys }: SmsParts,
  known: SmsRow,
  message: SmsRequest,
): Promise<SmsRow | null> {
  const proof = known.requestProof.toString('hex')
  if (!tokenKeys.some((key) => secretEquals(proof, proofOf(key, message).toString('hex'))))
    throw new ProblemError('state_conflict', reason('sms_key_used', {}))
  const at = now()
  const again = await beginAgain(db, { id: known.id, now: at })
  if (again !== null || known.state !== 'sending') return again ?? known
  await settleLostSms(db, new Date(at.getTime() - LOST_MS), at)
  return null
}

async function call(
  { db, now, logger, provider, metrics }: SmsParts,
  row: SmsRow,
  message: SmsRequest,
): Promise<SmsRow> {
  const { idempotencyKey: reference, phone, text } = message
  const outcome = await callProvider(provider, { reference, phone, text })
  metrics.countSms(outcome.state)
  const reply = outcome.state === 'unknown' ? null : outcome.reply
  const fault = outcome.state === 'sent' ? null : outcome.fault
  if (fault !== null)
    logger.warn('sms.not-sent', { id: row.id, state: outcome.state, fault, code: reply?.code ?? null })
  return endSms(db, {
    id: row.id,
    state: outcome.state,
    fault,
    providerCode: reply?.code ?? null,
    providerId: reply?.id ?? null,
    endedAt: now(),
  })
}

/**
 * The row of a new message; null when somebody else began it, which counts nothing. A number gets ten an hour, whoever asks:
 * both in one transaction, so that one message counts once however often its key is sent at the same time.
 */
async function admitted(
  { db, refreshKey }: SmsParts,
  phone: string,
  started: Parameters<typeof beginSms>[1],
): Promise<SmsRow | null> {
  const key = `sms:${createHmac('sha256', refreshKey).update(`sms number ${phone}`).digest('base64url')}`
  const attempt = { key, now: started.now, ...OF_PHONE }
  return db.transaction().execute(async (trx) => {
    const row = await beginSms(trx, started)
    if (row === null || (await takeAttempt(trx, attempt))) return row
    throw new ProblemError('rate_limited', 'This number had ten messages within an hour', {
      retryAfterS: await retryAfterS(trx, attempt),
    })
  })
}

function proofOf(key: string, { phone, text }: SmsRequest): Buffer {
  return createHmac('sha256', key).update(`sms ${phone} ${text}`).digest()
}

/** Links go by this to people without mail. */
export function smsSender(parts: SmsParts): SmsSender {
  return {
    send: async ({ key, phone, text }) => {
      const { state } = await sendSms(parts, { idempotencyKey: key, phone, text })
      return state === 'sending' ? 'unknown' : state
    },
  }
}

interface HandlerParts {
  readonly db: Kysely<IdentitySchema>
  /** Null: no provider is set up. */
  readonly sms: SmsParts | null
}

type Handlers = Pick<EndpointHandlers<typeof identityApi>, 'sendSms' | 'listSms'>

export function smsHandlers({ db, sms }: HandlerParts): Handlers {
  return {
    listSms: async ({ query }) => ({ ...(await listSms(db, query)), isSetUp: sms !== null }),
    sendSms: async ({ body }) => {
      if (sms === null) throw new ProblemError('not_supported', reason('sms_not_set_up', {}))
      const { id, state, fault } = await sendSms(sms, body)
      return { id, state, fault }
    },
  }
}
