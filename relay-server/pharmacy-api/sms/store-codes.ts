// A code by SMS to who wants to register: the ask is answered at once, the rest is done behind the answer, known phone or not.
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { CODE_AGAIN_S, CODE_MS, type smsApi } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { texts, type Language } from '@pharmacy-relay/shared/texts/index.ts'
import { isPassing } from '../../db/database-errors.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import { addressKeys } from '../../http/address-keys.ts'
import { triedForAMinute } from './known-phones.ts'
import { phoneOf } from './phone.ts'
import { segmentsOf } from './segments.ts'
import { insertMessage, settleMessage, type NewMessage } from './sms-logs.queries.ts'
import type { SmsParts } from './sms-parts.ts'
import { keepCode, takeAsk } from './store-codes.queries.ts'

/** Each waits up to 3 s for a connection and 2 s for the lock. */
const MOST_TRIES = 10

interface Asked {
  /** Of the row of the ask. */
  readonly id: number
  readonly phone: string
  readonly language: Language
  readonly askedAtMs: number
}

export function storeCodeHandlers(parts: SmsParts): Pick<EndpointHandlers<typeof smsApi>, 'askStoreCode'> {
  const { db, clock, hashes, queue } = parts
  return {
    askStoreCode: async ({ body, clientAddress }) => {
      const phone = phoneOf(body.phone)
      if (phone === null) throw unreadable()
      const askedAtMs = clock.monotonicMs()
      // Before the row is written: who is told to come again must not wait a minute for it.
      const place = queue.take()
      const ask = {
        phoneHash: hashes.phone(phone, null),
        addressHash: hashes.address(addressKeys(clientAddress)?.key ?? clientAddress),
        codeHash: randomBytes(32),
        now: new Date(clock.wallMs()),
      }
      const taken = await takeAsk(db, ask).catch((error: unknown) => {
        place.giveBack()
        throw error
      })
      if ('waitMs' in taken) {
        place.giveBack()
        throw tooOften(taken.waitMs)
      }
      const asked = { id: taken.id, phone, language: body.language, askedAtMs }
      place.use('store-code.not-sent', async (stopping) => sendWhereKnown(parts, asked, stopping))
      return { retryAfterS: CODE_AGAIN_S }
    },
  }
}

function unreadable(): ProblemError {
  const errors = [{ path: 'body.phone', message: 'must be a phone number with the code of its country' }]
  return new ProblemError('invalid', reason('phone_unreadable', {}), { errors })
}

function tooOften(waitMs: number): ProblemError {
  return new ProblemError('rate_limited', 'A code was asked for too often', {
    retryAfterS: Math.ceil(waitMs / 1_000),
  })
}

async function sendWhereKnown(parts: SmsParts, asked: Asked, stopping: AbortSignal): Promise<void> {
  const found = await triedForAMinute(parts, { ...asked, stopping })
  if (found === 'unknown' || stopping.aborted) return
  if (found === 'known') return sendCode(parts, asked)
  alarm(parts, 'phone_not_checked')
  const message = newMessage(parts, { phone: asked.phone, text: null })
  await insertMessage(parts.db, { ...message, state: 'suppressed', reason: 'phone_not_checked' })
}

async function sendCode(parts: SmsParts, { id, phone, language }: Asked): Promise<void> {
  const { db, clock, hashes, handOver, metrics } = parts
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const text = texts(language).messages.storeCodeSms({ code, minutes: CODE_MS / 60_000 })
  const message = newMessage(parts, { phone, text })
  const codeHash = hashes.code(code, { phone, id })
  const made = { id, codeHash, ceiling: parts.codesPerHour, message }
  const kept = await triedWhilePassing(async () => keepCode(db, made))
  if (kept === 'ceiling') alarm(parts, 'ceiling')
  if (kept !== 'kept') return
  const { requestId } = message
  const outcome = await handOver({ idempotencyKey: requestId, phone, text })
  metrics.countMessage(message.template, outcome.state)
  await settleMessage(db, { ...outcome, requestId, now: new Date(clock.wallMs()) })
}

/** All codes wait for one lock: on a busy database one may wait too long, and nobody asks again for whom it is. */
async function triedWhilePassing<T>(work: () => Promise<T>): Promise<T> {
  for (let left = MOST_TRIES - 1; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !isPassing(error)) throw error
    }
  }
}

/** `text` null: none was made. */
function newMessage(
  { hashes, clock }: SmsParts,
  { phone, text }: { readonly phone: string; readonly text: string | null },
): NewMessage {
  return {
    requestId: `store-code:${randomUUID()}`,
    pharmacyId: null,
    template: 'store_code',
    phoneHash: hashes.phone(phone, null),
    phoneTail: phone.slice(-2),
    segments: text === null ? 0 : segmentsOf(text),
    now: new Date(clock.wallMs()),
  }
}

/** Somebody who waits for a code gets none, and nothing tells him so. */
function alarm({ logger, metrics }: SmsParts, why: 'ceiling' | 'phone_not_checked'): void {
  metrics.countDroppedCode(why)
  metrics.countMessage('store_code', 'suppressed')
  logger.warn('alarm.store-code-dropped', { why })
}
