// Refunds that their pharmacy was not told of.
import { sql } from 'kysely'
import type { Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { StoreDb } from '../../database.ts'

export interface UntoldRefund {
  readonly id: string
  readonly amountMinor: number
  readonly currency: string
  readonly orderNumber: string
  /** Null: the pharmacy has none. */
  readonly phone: string | null
  /** Of the page on which it was paid. */
  readonly language: Language
}

/** Of the last hour: what could not be said by then would only surprise. The oldest first. */
export async function untoldRefunds(db: StoreDb, limit: number): Promise<UntoldRefund[]> {
  const { rows } = await sql<UntoldRefund>`
    select r."id", r."amountMinor", o."currency", o."number" as "orderNumber", c."phone", p."language"
    from "Refunds" r join "Payments" p on p."id" = r."paymentId" join "Orders" o on o."id" = p."orderId"
      join "Customers" c on c."id" = o."customerId"
    where r."state" = 'done' and r."toldAt" is null and r."doneAt" > relay_now() - interval '1 hour'
    order by r."doneAt" limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, amountMinor: Number(row.amountMinor) }))
}

export async function refundTold(db: StoreDb, id: string): Promise<void> {
  await sql`update "Refunds" set "toldAt" = relay_now() where "id" = ${id} and "toldAt" is null`.execute(db)
}
