// The rows of payments: begun once at a time for an order, changed by what the provider says, claimed by who asks it.
import { sql } from 'kysely'
import type { OrderState } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { MAX_ATTEMPTS, MAX_REFUNDS, type Payment } from '@pharmacy-relay/shared/api/shop/payments.ts'
import type { Language } from '@pharmacy-relay/shared/texts/languages.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import type { KnownPayment } from './payment-word.ts'
import type { PaymentDraft } from './provider/provider.ts'

/** The next question comes later each time that nothing new is heard: from this on, doubled, up to an hour. */
const FIRST_ASK_S = 15
const LAST_ASK_S = 3_600

export interface PayableOrder {
  readonly id: number
  readonly state: OrderState
  readonly totalMinor: number
  readonly isCancelAsked: boolean
  readonly isLate: boolean
  /** The attempt that is under way, or has the money. */
  readonly paymentId: string | null
  readonly attempts: number
}

/** Under its lock: two tabs come one after the other. Null where the pharmacy has no such order. */
export async function lockPayableOrder(
  trx: StoreTransaction,
  { number, customerId }: { readonly number: string; readonly customerId: number },
): Promise<PayableOrder | null> {
  await sql`select from "Orders" where "number" = ${number} for no key update`.execute(trx)
  const { rows } = await sql<PayableOrder>`
    select o."id", o."state", o."totalMinor", o."isCancelAsked", coalesce(o."expiresAt" <= relay_now(), false) as "isLate",
      (select p."id" from "Payments" p where p."orderId" = o."id"
        and p."state" in ('created', 'requires_action', 'authorised', 'captured')) as "paymentId",
      (select count(*)::integer from "Payments" p where p."orderId" = o."id") as "attempts"
    from "Orders" o where o."number" = ${number} and o."customerId" = ${customerId}`.execute(trx)
  return rows[0] ?? null
}

export async function insertPayment(
  trx: StoreTransaction,
  payment: {
    readonly orderId: number
    readonly amountMinor: number
    readonly returnUrl: string
    readonly language: Language
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into "Payments" ("orderId", "amountMinor", "returnUrl", "language", "nextAskAt")
    values (${payment.orderId}, ${payment.amountMinor}, ${payment.returnUrl}, ${payment.language},
      relay_now() + ${FIRST_ASK_S} * interval '1 second') returning "id"`.execute(trx)
  const [made] = rows
  if (made === undefined) throw new Error('A payment was not inserted')
  return made.id
}

export interface AskablePayment {
  readonly draft: PaymentDraft
  readonly providerId: string | null
}

/** Null where there is none. */
export async function findAskable(db: StoreDb, paymentId: string): Promise<AskablePayment | null> {
  const row = await db
    .selectFrom('Payments as p')
    .innerJoin('Orders as o', 'o.id', 'p.orderId')
    .select(['p.id', 'p.providerId', 'p.amountMinor', 'o.currency', 'p.returnUrl', 'p.language'])
    .where('p.id', '=', paymentId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { providerId, ...draft } = row
  return { draft, providerId }
}

export interface LockedPayment extends KnownPayment {
  readonly orderId: number
}

/** With its order, which is locked first. Null where there is none. */
export async function lockPayment(trx: StoreTransaction, paymentId: string): Promise<LockedPayment | null> {
  const row = trx.selectFrom('Payments').select('orderId').where('id', '=', paymentId)
  const found = await row.executeTakeFirst()
  if (found === undefined) return null
  await sql`select from "Orders" where "id" = ${found.orderId} for no key update`.execute(trx)
  await sql`select from "Payments" where "id" = ${paymentId} for no key update`.execute(trx)
  return trx
    .selectFrom('Payments as p')
    .innerJoin('Orders as o', 'o.id', 'p.orderId')
    .select(['p.orderId', 'p.providerId', 'p.state', 'p.amountMinor', 'o.currency', 'p.capturedMinor'])
    .select(['p.refundedMinor', 'p.lastFour', 'p.fault', 'p.redirectUrl'])
    .where('p.id', '=', paymentId)
    .executeTakeFirstOrThrow()
}

export async function updatePayment(
  trx: StoreTransaction,
  paymentId: string,
  { amountMinor: _amount, currency: _currency, ...known }: KnownPayment,
): Promise<void> {
  await trx
    .updateTable('Payments')
    .set({ ...known, updatedAt: sql`relay_now()`, asks: 0, nextAskAt: inSeconds(FIRST_ASK_S) })
    .where('id', '=', paymentId)
    .execute()
}

const inSeconds = (seconds: number) => sql<Date>`relay_now() + ${seconds} * interval '1 second'`

/**
 * Of those whose end is not known and that are due: their next question is planned at once, so that no other process asks as well,
 * and one that ends on the way is asked about again.
 */
export async function claimDueAsks(db: StoreDb, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update "Payments" set "asks" = "asks" + 1,
      "nextAskAt" = relay_now() + least(${FIRST_ASK_S} * 2 ^ least("asks", 20), ${LAST_ASK_S}) * interval '1 second'
    where "id" in (
      select "id" from "Payments" where "state" in ('created', 'requires_action', 'authorised') and "nextAskAt" <= relay_now()
      order by "nextAskAt" limit ${limit} for no key update skip locked)
    returning "id"`.execute(db)
  return rows.map(({ id }) => id)
}

/** True for one that waits for the provider's word and was neither asked about nor heard of for so long. */
export async function claimAsk(db: StoreDb, paymentId: string, quietMs: number): Promise<boolean> {
  const { rows } = await sql`
    update "Payments" set "askedAt" = relay_now() where "id" = ${paymentId} and "state" in ('created', 'requires_action')
      and ("askedAt" is null or "askedAt" <= relay_now() - ${quietMs} * interval '1 millisecond') returning "id"`.execute(
    db,
  )
  return rows.length > 0
}

/** Newest first. */
export async function paymentsOf(db: StoreDb, orderId: number): Promise<Payment[]> {
  const rows = await db
    .selectFrom('Payments')
    .select([
      'id',
      'state',
      'amountMinor',
      'capturedMinor',
      'refundedMinor',
      'lastFour',
      'fault',
      'redirectUrl',
    ])
    .select(['createdAt', 'updatedAt'])
    .where('orderId', '=', orderId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(MAX_ATTEMPTS)
    .execute()
  const refunds = await refundsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ createdAt, updatedAt, redirectUrl, ...row }) => ({
    ...row,
    redirectUrl: row.state === 'requires_action' ? redirectUrl : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    refunds: refunds
      .filter(({ paymentId }) => paymentId === row.id)
      .map(({ paymentId: _own, ...one }) => one),
  }))
}

async function refundsOf(db: StoreDb, paymentIds: readonly string[]) {
  if (paymentIds.length === 0) return []
  const rows = await db
    .selectFrom('Refunds')
    .select(['id', 'paymentId', 'amountMinor', 'cause', 'state', 'at', 'doneAt'])
    .where('paymentId', 'in', paymentIds)
    .orderBy('n')
    .limit(MAX_ATTEMPTS * MAX_REFUNDS)
    .execute()
  return rows.map(({ at, doneAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  }))
}

/** False for an event that was heard before. A twin waits here until the first one is kept. */
export async function keepEvent(
  trx: StoreTransaction,
  event: { readonly id: string; readonly paymentId: string | null; readonly kind: string },
): Promise<boolean> {
  const inserted = trx
    .insertInto('PaymentEvents')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
  return (await inserted.executeTakeFirst()).numInsertedOrUpdatedRows === 1n
}
