// What the store still has to do after the last kill is waited for; how much money came and went is counted.
import { sql } from 'kysely'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import { followUpPayments } from '@pharmacy-relay/relay-server/store-api/shop/payments/follow-up.ts'
import type { PaymentParts } from '@pharmacy-relay/relay-server/store-api/shop/payments/payment-parts.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'

/** Everything told and asked, every number given, every PDF drawn. What a payment became is asked for at once, not when it is due. */
export async function settled(parts: PaymentParts): Promise<void> {
  const { db } = parts
  await sql`update "Payments" set "nextAskAt" = relay_now(), "asks" = 0 where "state" in ('created', 'authorised')`.execute(
    db,
  )
  await sql`update "ProviderTasks" set "dueAt" = relay_now() where "doneAt" is null`.execute(db)
  while ((await followUpPayments(parts)) > 0);
  await until('the store to be done', async () => (await left(db)) === 0)
}

async function left(db: StoreDb): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from "ProviderTasks" where "doneAt" is null)::integer
      + (select count(*) from "InvoiceTasks" where "writtenAt" is null or "drawnAt" is null)::integer
      + (select count(*) from "Payments" where "state" in ('created', 'authorised'))::integer as "left"`.execute(
    db,
  )
  return rows[0]?.left ?? 0
}

export interface MoneyCounts {
  readonly captured: number
  readonly refunds: number
  readonly invoices: number
  readonly creditNotes: number
}

export async function moneyCounts(db: StoreDb): Promise<MoneyCounts> {
  const { rows } = await sql<MoneyCounts>`
    select (select count(*)::integer from "Payments" where "state" = 'captured') as "captured",
      (select count(*)::integer from "Refunds" where "state" = 'done') as "refunds",
      (select count(*)::integer from "Invoices" where "kind" = 'invoice') as "invoices",
      (select count(*)::integer from "Invoices" where "kind" = 'credit_note') as "creditNotes"`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('Nothing was counted')
  return counts
}
