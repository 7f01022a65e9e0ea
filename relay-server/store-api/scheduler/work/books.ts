// The nightly proof: what must be equal in the books of the shop is compared, and what is not is named.
import { MAX_FINDINGS, type Finding } from '@pharmacy-relay/shared/api/scheduler.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import type { TaskResult } from '../scheduled-task.ts'
import {
  heldBy,
  lastOrderId,
  reservedCounters,
  withSnapshot,
  wrongCoupons,
  wrongPayments,
} from './books.queries.ts'

/** Read in one statement, which may take 5 s: 1,000,000 orders are 50 of them. */
const ORDERS_PER_STATEMENT = 20_000

/** Counts the orders that were looked at; where it ends early, only those. */
export async function proveBooks(db: StoreDb, signal: AbortSignal): Promise<TaskResult> {
  return withSnapshot(db, async (trx) => {
    const orders = await readOrders(trx, signal)
    if (signal.aborted) return { counts: { orders: orders.read }, findings: [] }
    const findings = [
      ...wrongReserves(orders.held, await reservedCounters(trx)),
      ...(await wrongCoupons(trx, MAX_FINDINGS)),
      ...orders.unpaid,
    ]
    return { counts: { orders: orders.read }, findings: findings.slice(0, MAX_FINDINGS) }
  })
}

interface ReadOrders {
  /** By product. */
  readonly held: ReadonlyMap<number, number>
  readonly unpaid: readonly Finding[]
  readonly read: number
}

async function readOrders(trx: StoreTransaction, signal: AbortSignal): Promise<ReadOrders> {
  const held = new Map<number, number>()
  const unpaid: Finding[] = []
  const last = await lastOrderId(trx)
  let from = 0
  while (from < last && !signal.aborted) {
    const range = { from, to: Math.min(from + ORDERS_PER_STATEMENT, last) }
    for (const row of await heldBy(trx, range))
      held.set(row.productId, (held.get(row.productId) ?? 0) + row.held)
    const missing = MAX_FINDINGS - unpaid.length
    if (missing > 0) unpaid.push(...(await wrongPayments(trx, range, missing)))
    from = range.to
  }
  return { held, unpaid, read: from }
}

/** Products whose counter is not what the ledger says. Pure. */
export function wrongReserves(
  held: ReadonlyMap<number, number>,
  counters: readonly { readonly productId: number; readonly reserved: number }[],
): Finding[] {
  return counters.flatMap(({ productId, reserved }) => {
    const expected = held.get(productId) ?? 0
    if (expected === reserved) return []
    return [{ kind: 'reserved' as const, subject: String(productId), expected, found: reserved }]
  })
}
