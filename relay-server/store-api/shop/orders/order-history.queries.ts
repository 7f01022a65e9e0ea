// The history of an order: a row for each step, with a hash over it and the step before.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { OrderCause, OrderState, OrderStep } from '@pharmacy-relay/shared/api/shop/orders.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'

export interface StepDraft {
  readonly orderId: number
  readonly was: OrderState | null
  readonly became: OrderState
  readonly cause: OrderCause
  /** Who did it: an account, or the part of the platform. */
  readonly actor: string
  readonly traceId: string
}

/** Its order's row is locked, so that nobody else writes the next step. */
export async function appendStep(trx: StoreTransaction, draft: StepDraft): Promise<void> {
  const { rows } = await sql<{ now: Date; seq: number | null; hash: Buffer | null }>`
    select date_trunc('milliseconds', relay_now()) as "now", l."seq", l."hash" from (select 1) one left join (
      select "seq", "hash" from "OrderHistory" where "orderId" = ${draft.orderId} order by "seq" desc limit 1
    ) l on true`.execute(trx)
  const [last] = rows
  if (last === undefined) throw new Error('The database gave no time')
  await insertStep(trx, last.hash, { ...draft, seq: (last.seq ?? 0) + 1, at: last.now })
}

/** Of an order that is made now; its `at` is in whole milliseconds. */
export function firstStep(
  draft: Pick<Step, 'orderId' | 'actor' | 'traceId' | 'at'>,
): Step & { readonly hash: Buffer } {
  const step = { ...draft, seq: 1, was: null, became: 'awaiting_payment', cause: 'placed' } as const
  return { ...step, hash: stepHash(null, step) }
}

interface Step extends StepDraft {
  readonly seq: number
  readonly at: Date
}

async function insertStep(trx: StoreTransaction, before: Buffer | null, step: Step): Promise<void> {
  await trx
    .insertInto('OrderHistory')
    .values({ ...step, hash: stepHash(before, step) })
    .execute()
}

/** SHA-256 over the hash of the step before, 32 zeros for the first one, and the facts. */
export function stepHash(
  before: Buffer | null,
  { orderId, seq, was, became, cause, actor, traceId, at }: Step,
): Buffer {
  const facts = JSON.stringify([orderId, seq, was, became, cause, actor, traceId, at.toISOString()])
  return createHash('sha256')
    .update(before ?? Buffer.alloc(32))
    .update(facts)
    .digest()
}

export async function listSteps(db: StoreDb, orderId: number): Promise<OrderStep[]> {
  const rows = await db
    .selectFrom('OrderHistory')
    .select(['seq', 'was', 'became', 'cause', 'at', 'traceId', 'hash'])
    .where('orderId', '=', orderId)
    .orderBy('seq')
    .limit(1_000)
    .execute()
  return rows.map(({ at, hash, ...step }) => ({ ...step, at: at.toISOString(), hash: hash.toString('hex') }))
}
