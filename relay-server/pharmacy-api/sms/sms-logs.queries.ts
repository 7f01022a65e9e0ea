// Reads and writes SmsLogs: a row before the message is handed over, its state once afterwards.
import type { z } from 'zod'
import type {
  MessageLogEntry,
  MessageLogQuery,
  MessageReason,
  MessageState,
  MessageTemplate,
} from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import type { PharmacyDb } from '../database.ts'
import { DAY_MS } from './code-limits.ts'

/** A message that waits so long was lost with its process: handing over ends far below. */
const LOST_MS = 5 * 60_000
const KEPT_MS = 90 * DAY_MS

export interface NewMessage {
  /** The key at both APIs: the same is never sent twice. */
  readonly requestId: string
  readonly pharmacyId: number | null
  readonly template: Exclude<MessageTemplate, 'other'>
  readonly phoneHash: Buffer
  readonly phoneTail: string
  readonly segments: number
  readonly now: Date
}

interface FirstState {
  readonly state: 'queued' | 'suppressed'
  readonly reason: MessageReason | null
}

export async function insertMessage(
  db: PharmacyDb,
  { now, ...message }: NewMessage & FirstState,
): Promise<void> {
  await db
    .insertInto('SmsLogs')
    .values({ ...message, smsId: null, createdAt: now, updatedAt: now })
    .execute()
}

export interface Outcome {
  readonly state: Exclude<MessageState, 'queued' | 'suppressed'>
  readonly reason: MessageReason | null
  readonly smsId: number | null
}

/** What became of a message that waits; nothing changes when that is known already. */
export async function settleMessage(
  db: PharmacyDb,
  { requestId, now, ...outcome }: Outcome & { readonly requestId: string; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('SmsLogs')
    .set({ ...outcome, updatedAt: now })
    .where('requestId', '=', requestId)
    .where('state', '=', 'queued')
    .execute()
}

/** Messages whose process ended on the way: nobody knows what became of them. */
export async function settleLostMessages(db: PharmacyDb, now: Date): Promise<void> {
  await db
    .updateTable('SmsLogs')
    .set({ state: 'unknown', reason: 'interrupted', updatedAt: now })
    .where('state', '=', 'queued')
    // A message to a patient may wait for the morning; its own row says what became of it.
    .where('template', '=', 'store_code')
    .where('createdAt', '<', new Date(now.getTime() - LOST_MS))
    .execute()
}

/** Removes what is older than 90 days. */
export async function forgetMessages(db: PharmacyDb, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS)
  await db.deleteFrom('SmsLogs').where('createdAt', '<', before).execute()
}

/** Newest first. */
export async function listMessages(
  db: PharmacyDb,
  { page, pageSize, state }: z.output<typeof MessageLogQuery>,
): Promise<{ items: MessageLogEntry[]; total: number; page: number; pageSize: number }> {
  const found = db
    .selectFrom('SmsLogs')
    .$if(state !== undefined, (rows) => rows.where('state', '=', state ?? 'unknown'))
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['id', 'createdAt', 'updatedAt', 'pharmacyId', 'template', 'phoneTail'])
    .select(['state', 'reason', 'segments', 'smsId'])
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const items = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
  return { items, total, page, pageSize }
}
