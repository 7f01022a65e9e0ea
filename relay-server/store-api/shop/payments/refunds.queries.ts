// The rows of refunds. What is asked for is taken from what was captured at once, so that two of them never pass it together.
import { sql } from 'kysely'
import type { TaxTotal } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import { MAX_REFUNDS, type Refund, type RefundCause } from '@pharmacy-relay/shared/api/shop/payments.ts'
import type { StoreTransaction } from '../../database.ts'
import { creditNoteFor } from '../invoices/credit-note.ts'
import { refundTaxes } from './refund-taxes.ts'

export interface CapturedPayment {
  readonly paymentId: string
  /** Captured, and neither refunded nor asked to be. */
  readonly leftMinor: number
  readonly rates: readonly TaxTotal[]
  readonly refunds: number
}

/** Of an order, under its lock; the payment is locked here. Null where no money is here. */
export async function lockCaptured(trx: StoreTransaction, orderId: number): Promise<CapturedPayment | null> {
  const { rows } = await sql<CapturedPayment>`
    select p."id" as "paymentId", p."capturedMinor" - greatest(p."refundAskedMinor", p."refundedMinor") as "leftMinor",
      (select o."taxes" from "Orders" o where o."id" = p."orderId") as "rates",
      (select coalesce(max(r."n"), 0)::integer from "Refunds" r where r."paymentId" = p."id") as "refunds"
    from "Payments" p where p."orderId" = ${orderId} and p."state" = 'captured' for no key update of p`.execute(
    trx,
  )
  const [captured] = rows
  return captured === undefined ? null : { ...captured, leftMinor: Number(captured.leftMinor) }
}

export interface RefundDraft {
  readonly amountMinor: number
  readonly reason: string
  readonly cause: Exclude<RefundCause, 'other'>
  /** Who asked for it: an account, or the part of the platform. */
  readonly actor: string
}

/** With the task that tells the provider. At most what is left of it, which the caller has seen under its lock. */
export async function insertRefund(
  trx: StoreTransaction,
  { paymentId, rates, refunds }: CapturedPayment,
  draft: RefundDraft,
): Promise<Refund> {
  const n = refunds + 1
  if (n > MAX_REFUNDS) throw new Error('A payment has too many refunds')
  const earlier = await earlierTaxes(trx, paymentId)
  const taxes = JSON.stringify(refundTaxes(rates, earlier, draft.amountMinor))
  await sql`update "Payments" set "refundAskedMinor" = greatest("refundAskedMinor", "refundedMinor") + ${draft.amountMinor}
    where "id" = ${paymentId}`.execute(trx)
  const row = await trx
    .insertInto('Refunds')
    .values({ ...draft, paymentId, n, taxes, doneAt: null })
    .returning(['id', 'amountMinor', 'cause', 'state', 'at', 'reason', 'taxes'])
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('ProviderTasks')
    .values({ paymentId, kind: 'refund', n, doneAt: null, givenUpAt: null, fault: null })
    .execute()
  return { ...row, at: row.at.toISOString(), doneAt: null }
}

async function earlierTaxes(trx: StoreTransaction, paymentId: string): Promise<TaxTotal[]> {
  const rows = await trx
    .selectFrom('Refunds')
    .select('taxes')
    .where('paymentId', '=', paymentId)
    .where('state', '<>', 'failed')
    .execute()
  return rows.flatMap(({ taxes }) => taxes)
}

/** As the provider answered; again changes nothing. What went back is credited; what was refused is left to be refunded. */
export async function endRefund(
  trx: StoreTransaction,
  { paymentId, n, isDone }: { readonly paymentId: string; readonly n: number; readonly isDone: boolean },
): Promise<void> {
  const { rows } = await sql<{ id: string; amountMinor: number; orderId: number }>`
    update "Refunds" r set "state" = ${isDone ? 'done' : 'failed'}, "doneAt" = case when ${isDone} then relay_now() end
    where "paymentId" = ${paymentId} and "n" = ${n} and "state" = 'asked'
    returning "id", "amountMinor", (select p."orderId" from "Payments" p where p."id" = r."paymentId") as "orderId"`.execute(
    trx,
  )
  const [ended] = rows
  if (ended === undefined) return
  if (isDone) {
    const { id: cause, orderId, amountMinor } = ended
    await creditNoteFor(trx, { orderId, cause, amountMinor })
  } else
    await sql`update "Payments" set "refundAskedMinor" = "refundAskedMinor" - ${ended.amountMinor}
      where "id" = ${paymentId}`.execute(trx)
  await keepOutsideRefund(trx, paymentId)
}

/**
 * More went back than was asked for here: somebody did it at the provider's own page. It is a refund like any other, done, with its part of
 * each rate and its credit note. What is asked for here and still open may be the reason: then it is kept when that has ended.
 * Under the payment's lock. Beyond the most refunds that a payment may have nothing is written; the proof of the books says so.
 */
export async function keepOutsideRefund(trx: StoreTransaction, paymentId: string): Promise<void> {
  const { rows } = await sql<{ orderId: number; amountMinor: number; rates: TaxTotal[]; n: number }>`
    select p."orderId", p."refundedMinor" - p."refundAskedMinor" as "amountMinor",
      (select o."taxes" from "Orders" o where o."id" = p."orderId") as "rates",
      (select coalesce(max(r."n"), 0)::integer + 1 from "Refunds" r where r."paymentId" = p."id") as "n"
    from "Payments" p where p."id" = ${paymentId} and p."refundedMinor" > p."refundAskedMinor"
      and not exists (select from "Refunds" r where r."paymentId" = p."id" and r."state" = 'asked')`.execute(
    trx,
  )
  const [outside] = rows
  if (outside === undefined || outside.n > MAX_REFUNDS) return
  const { orderId, rates, n } = outside
  const amountMinor = Number(outside.amountMinor)
  const taxes = JSON.stringify(refundTaxes(rates, await earlierTaxes(trx, paymentId), amountMinor))
  const { rows: made } = await sql<{ id: string }>`
    insert into "Refunds" ("paymentId", "n", "amountMinor", "reason", "cause", "actor", "state", "doneAt", "taxes")
    values (${paymentId}, ${n}, ${amountMinor}, '', 'provider', 'payment provider', 'done', relay_now(), ${taxes}::jsonb)
    returning "id"`.execute(trx)
  await sql`update "Payments" set "refundAskedMinor" = "refundedMinor" where "id" = ${paymentId}`.execute(trx)
  for (const { id: cause } of made) await creditNoteFor(trx, { orderId, cause, amountMinor })
}
