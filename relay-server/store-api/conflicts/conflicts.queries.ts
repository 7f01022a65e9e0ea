// Rows of the two sides of a conflict: running copies of one installation, as they were seen last.
import { sql } from 'kysely'
import type { StoreTransaction } from '../database.ts'

/** These computers are in no conflict any more; answers those that were. */
export async function forgetConflicts(
  trx: StoreTransaction,
  computerIds: readonly number[],
): Promise<{ readonly computerId: number; readonly customerId: number }[]> {
  if (computerIds.length === 0) return []
  const { rows } = await sql<{ computerId: number; customerId: number }>`
    with gone as (
      delete from "RelayConflictSides" where "computerId" = any(${computerIds}::integer[]) returning "computerId"
    )
    select distinct g."computerId", c."customerId" from gone g
    join "RelayComputers" c on c."id" = g."computerId"`.execute(trx)
  return rows
}
