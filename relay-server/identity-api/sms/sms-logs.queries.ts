// Reads and writes SmsLogs: the row stands before the call, and only who wrote it calls.
import type { Kysely, Selectable } from 'kysely'
import type { z } from 'zod'
import type { SmsLogEntry, SmsLogQuery } from '@pharmacy-relay/shared/api/identity-sms.ts'
import type { IdentitySchema } from '../database-schema.ts'

export type SmsRow = Selectable<IdentitySchema['SmsLogs']>

export interface NewSms {
  readonly idempotencyKey: string
  readonly requestProof: Buffer
  readonly phoneEnd: string
  readonly now: Date
}

/** Newest first. */
export async function listSms(
  db: Kysely<IdentitySchema>,
  { page, pageSize, state }: z.output<typeof SmsLogQuery>,
): Promise<{ items: SmsLogEntry[]; total: number; page: number; pageSize: number }> {
  const found = db
    .selectFrom('SmsLogs')
    .$if(state !== undefined, (rows) => rows.where('state', '=', state ?? 'unknown'))
  const [counted, rows] = await Promise.all([
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .select(['id', 'createdAt', 'endedAt', 'phoneEnd', 'state', 'fault', 'providerCode'])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  const items = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }))
  return { items, total: counted.total, page, pageSize }
}

/** The row of a message that is to be sent now; null when there is one with this key. */
export async function beginSms(
  db: Kysely<IdentitySchema>,
  { now, ...fields }: NewSms,
): Promise<SmsRow | null> {
  const begun = await db
    .insertInto('SmsLogs')
    .values({ ...fields, state: 'sending', createdAt: now, startedAt: now })
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .returningAll()
    .executeTakeFirst()
  return begun ?? null
}

/** Takes a message up again that cannot have gone out; null when somebody else did, or it is not so. */
export async function beginAgain(
  db: Kysely<IdentitySchema>,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<SmsRow | null> {
  const begun = await db
    .updateTable('SmsLogs')
    .set({ state: 'sending', fault: null, startedAt: now, endedAt: null })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('fault', '=', 'unreachable')
    .returningAll()
    .executeTakeFirst()
  return begun ?? null
}

export async function findSms(db: Kysely<IdentitySchema>, idempotencyKey: string): Promise<SmsRow | null> {
  const query = db.selectFrom('SmsLogs').selectAll().where('idempotencyKey', '=', idempotencyKey)
  return (await query.executeTakeFirst()) ?? null
}

export async function endSms(
  db: Kysely<IdentitySchema>,
  {
    id,
    ...outcome
  }: Pick<SmsRow, 'id' | 'state' | 'fault' | 'providerCode' | 'providerId'> & { readonly endedAt: Date },
): Promise<SmsRow> {
  return db
    .updateTable('SmsLogs')
    .set(outcome)
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Calls whose process ended under way: what became of them nobody knows. */
export async function settleLostSms(db: Kysely<IdentitySchema>, before: Date, now: Date): Promise<void> {
  await db
    .updateTable('SmsLogs')
    .set({ state: 'unknown', fault: 'ended', endedAt: now })
    .where('state', '=', 'sending')
    .where('startedAt', '<', before)
    .execute()
}
