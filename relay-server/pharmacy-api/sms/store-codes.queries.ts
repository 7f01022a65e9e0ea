// Rows of codes: asked for within the limits, sent, judged at most five times, used once; their tickets used once.
import { sql } from 'kysely'
import { CODE_MS, CODE_TRIES, TICKET_MS } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import { LOCKS, type PharmacyDb } from '../database.ts'
import { DAY_MS, HOUR_MS, waitForCodeMs, type EarlierAsks } from './code-limits.ts'
import { insertMessage, type NewMessage } from './sms-logs.queries.ts'

export interface CodeAsk {
  readonly phoneHash: Buffer
  readonly addressHash: Buffer
  /** Of nothing that anybody could type. */
  readonly codeHash: Buffer
  readonly now: Date
}

/** The row of one ask, or how long it has to wait. Asks at the same time, for a phone or from an address, wait for each other. */
export async function takeAsk(
  db: PharmacyDb,
  ask: CodeAsk,
): Promise<{ readonly id: number } | { readonly waitMs: number }> {
  const { now, ...hashes } = ask
  return db.transaction().execute(async (trx) => {
    await lock(trx, LOCKS.codeOfPhone, ask.phoneHash)
    await lock(trx, LOCKS.codeOfAddress, ask.addressHash)
    const waitMs = waitForCodeMs(await earlierAsks(trx, ask), now)
    if (waitMs > 0) return { waitMs }
    const row = { ...hashes, askedAt: now, expiresAt: new Date(now.getTime() + CODE_MS) }
    return trx.insertInto('StoreCodes').values(row).returning('id').executeTakeFirstOrThrow()
  })
}

/** Two that share a number only wait for each other. Always the phone first, so that nobody waits in a circle. */
async function lock(trx: PharmacyDb, kind: number, hash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${kind}::integer, ${hash.readInt32BE(0)}::integer)`.execute(trx)
}

async function earlierAsks(trx: PharmacyDb, { phoneHash, addressHash, now }: CodeAsk): Promise<EarlierAsks> {
  const since = (windowMs: number): Date => new Date(now.getTime() - windowMs)
  const asks = trx.selectFrom('StoreCodes').select('askedAt').orderBy('askedAt', 'desc').limit(20)
  const ofPhone = asks.where('phoneHash', '=', phoneHash).where('askedAt', '>', since(DAY_MS))
  const ofAddress = asks.where('addressHash', '=', addressHash).where('askedAt', '>', since(HOUR_MS))
  const times = (rows: readonly { readonly askedAt: Date }[]): Date[] => rows.map(({ askedAt }) => askedAt)
  return { ofPhone: times(await ofPhone.execute()), ofAddress: times(await ofAddress.execute()) }
}

export interface MadeCode {
  readonly id: number
  readonly codeHash: Buffer
  /** Codes of all phones within an hour. */
  readonly ceiling: number
  readonly message: NewMessage
}

/** `replaced`: a newer one was asked for meanwhile. `ceiling`: the log has the message as suppressed, and the phone gets none. */
export async function keepCode(
  db: PharmacyDb,
  { id, codeHash, ceiling, message }: MadeCode,
): Promise<'kept' | 'replaced' | 'ceiling'> {
  const { now, phoneHash } = message
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.codeCeiling})`.execute(trx)
    const newest = trx.selectFrom('StoreCodes').select('id').where('phoneHash', '=', phoneHash)
    const { id: live } = await newest.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    if (live !== id) return 'replaced'
    if ((await codesOfHour(trx, now)) >= ceiling) {
      await insertMessage(trx, { ...message, state: 'suppressed', reason: 'ceiling' })
      return 'ceiling'
    }
    const expiresAt = new Date(now.getTime() + CODE_MS)
    await trx.updateTable('StoreCodes').set({ codeHash, expiresAt }).where('id', '=', id).execute()
    await insertMessage(trx, { ...message, state: 'queued', reason: null })
    return 'kept'
  })
}

async function codesOfHour(trx: PharmacyDb, now: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('SmsLogs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('template', '=', 'store_code')
    .where('createdAt', '>', new Date(now.getTime() - HOUR_MS))
    .where('state', '<>', 'suppressed')
    .executeTakeFirstOrThrow()
  return count
}

/** Takes one try of the phone's newest code, whatever is then said of it; null when there is none left to take. */
export async function takeTry(
  db: PharmacyDb,
  { phoneHash, now }: { readonly phoneHash: Buffer; readonly now: Date },
): Promise<{ readonly id: number; readonly codeHash: Buffer } | null> {
  const taken = await db
    .updateTable('StoreCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('StoreCodes as c')
        .select('c.id')
        .where('c.phoneHash', '=', phoneHash)
        .orderBy('c.id', 'desc')
        .limit(1),
    )
    .where('tries', '<', CODE_TRIES)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['id', 'codeHash'])
    .executeTakeFirst()
  return taken ?? null
}

/** Exchanges a right code for a ticket; null when another try did so first. */
export async function useCode(
  db: PharmacyDb,
  { id, ticketHash, now }: { readonly id: number; readonly ticketHash: Buffer; readonly now: Date },
): Promise<{ readonly endsAt: Date } | null> {
  const ticketEndsAt = new Date(now.getTime() + TICKET_MS)
  const used = await db
    .updateTable('StoreCodes')
    .set({ usedAt: now, ticketHash, ticketEndsAt })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used === undefined ? null : { endsAt: ticketEndsAt }
}

/** Uses up a ticket; false when it is none of this phone's, is over, or was used. */
export async function redeemTicket(
  db: PharmacyDb,
  ticket: { readonly ticketHash: Buffer; readonly phoneHash: Buffer; readonly now: Date },
): Promise<boolean> {
  const redeemed = await db
    .updateTable('StoreCodes')
    .set({ redeemedAt: ticket.now })
    .where('ticketHash', '=', ticket.ticketHash)
    .where('phoneHash', '=', ticket.phoneHash)
    .where('ticketEndsAt', '>', ticket.now)
    .where('redeemedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return redeemed !== undefined
}

/** Removes what no limit counts any more. */
export async function forgetAsks(db: PharmacyDb, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS)
  await db.deleteFrom('StoreCodes').where('askedAt', '<', before).execute()
}
