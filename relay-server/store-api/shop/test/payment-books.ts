// The books of payments, for tests: what database, orders and provider say of money must agree to the minor unit.
import { sql } from 'kysely'
import type { PaymentStandIn } from '../../../payment-provider/stand-in.ts'
import type { StoreDb } from '../../database.ts'

/** What does not add up, in words; none where all does. */
export async function faultsInBooks(db: StoreDb, standIn: PaymentStandIn): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select 'order ' || o."number" || ' is ' || o."state" || ' without its money' as "fault" from "Orders" o
    where o."state" in ('paid', 'shipped', 'completed') and o."totalMinor" > 0 and (
      select coalesce(sum(p."capturedMinor"), 0) from "Payments" p where p."orderId" = o."id") <> o."totalMinor"
    union all
    select 'order ' || o."number" || ' was paid twice' from "Orders" o
    where (select count(*) from "Payments" p where p."orderId" = o."id" and p."capturedMinor" > 0) > 1
    union all
    select 'order ' || o."number" || ' is over and keeps money' from "Orders" o join "Payments" p on p."orderId" = o."id"
    where o."state" in ('expired', 'cancelled') and p."refundAskedMinor" < p."capturedMinor"
    union all
    select 'payment ' || p."id" || ' has refunds that do not add up' from "Payments" p where p."refundAskedMinor" <> (
      select coalesce(sum(r."amountMinor"), 0) from "Refunds" r where r."paymentId" = p."id" and r."state" <> 'failed')
    union all
    select 'payment ' || p."id" || ' was refunded otherwise than its rows say' from "Payments" p where p."refundedMinor" <> (
      select coalesce(sum(r."amountMinor"), 0) from "Refunds" r where r."paymentId" = p."id" and r."state" = 'done')
    union all
    select 'refund ' || r."id" || ' has taxes that are not its amount' from "Refunds" r where r."amountMinor" <> (
      select coalesce(sum((t->>'netMinor')::bigint + (t->>'taxMinor')::bigint), 0) from jsonb_array_elements(r."taxes") t)`.execute(
    db,
  )
  return [...rows.map(({ fault }) => fault), ...(await faultsAtProvider(db, standIn))]
}

async function faultsAtProvider(db: StoreDb, standIn: PaymentStandIn): Promise<string[]> {
  const payments = await db
    .selectFrom('Payments')
    .select(['id', 'state', 'capturedMinor', 'refundedMinor'])
    .execute()
  return standIn.intents.list().flatMap((intent) => {
    const own = payments.find(({ id }) => id === intent.reference)
    if (own === undefined) return [`the provider has ${intent.reference}, which nobody knows`]
    const isEqual = own.capturedMinor === intent.capturedMinor && own.refundedMinor === intent.refundedMinor
    return isEqual ? [] : [`payment ${own.id} is ${own.state} here, ${intent.state} at the provider`]
  })
}
