// Payments as staff see them: of all pharmacies, with refunds and with what the provider must still be told.
import { sql } from 'kysely'
import {
  MAX_REFUNDS,
  type PanelPayment,
  type PaymentState,
  type Refund,
} from '@pharmacy-relay/shared/api/shop/payments.ts'
import { MAX_COUNTED } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { StoreDb } from '../../database.ts'

export interface PaymentFilter {
  readonly page: number
  readonly pageSize: number
  readonly number?: string | undefined
  readonly state?: PaymentState | undefined
  /** Of which something was given up. */
  readonly attention?: 'true' | undefined
}

/** Newest first. */
export async function pageOfPayments(db: StoreDb, filter: PaymentFilter) {
  const { page, pageSize } = filter
  const found = matching(db, filter)
  const some = found
    .select('p.id')
    .limit(MAX_COUNTED + 1)
    .as('some')
  const counted = db.selectFrom(some).select((eb) => eb.fn.countAll<number>().as('count'))
  const count = Number((await counted.executeTakeFirstOrThrow()).count)
  const ids = await found
    .select('p.id')
    .orderBy('p.createdAt', 'desc')
    .orderBy('p.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return {
    items: await panelPayments(
      db,
      ids.map(({ id }) => id),
    ),
    total: Math.min(count, MAX_COUNTED),
    totalIsExact: count <= MAX_COUNTED,
    page,
    pageSize,
  }
}

function matching(db: StoreDb, { number, state, attention }: PaymentFilter) {
  return db
    .selectFrom('Payments as p')
    .$if(number !== undefined, (rows) =>
      rows.where('p.orderId', '=', (eb) =>
        eb
          .selectFrom('Orders')
          .select('Orders.id')
          .where('Orders.number', '=', number ?? ''),
      ),
    )
    .$if(state !== undefined, (rows) => rows.where('p.state', '=', state ?? 'created'))
    .$if(attention !== undefined, (rows) =>
      rows.where(sql<boolean>`exists (select from "ProviderTasks" t where t."paymentId" = p."id"
        and t."doneAt" is null and t."givenUpAt" is not null)`),
    )
}

export async function findPanelPayment(db: StoreDb, paymentId: string): Promise<PanelPayment | null> {
  return (await panelPayments(db, [paymentId]))[0] ?? null
}

/** In the order of the ids. */
async function panelPayments(db: StoreDb, ids: readonly string[]): Promise<PanelPayment[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('Payments as p')
    .innerJoin('Orders as o', 'o.id', 'p.orderId')
    .select([
      'p.id',
      'p.state',
      'p.amountMinor',
      'p.capturedMinor',
      'p.refundedMinor',
      'p.lastFour',
      'p.fault',
    ])
    .select(['p.createdAt', 'p.updatedAt', 'o.number as orderNumber', 'o.customerId', 'o.customerName'])
    .where('p.id', 'in', ids)
    .execute()
  const [refunds, tasks] = [await refundsOf(db, ids), await tasksOf(db, ids)]
  const shown = rows.map(({ createdAt, updatedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    refunds: refunds.get(row.id) ?? [],
    tasks: tasks.get(row.id) ?? [],
  }))
  return shown.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

async function refundsOf(db: StoreDb, ids: readonly string[]): Promise<Map<string, Refund[]>> {
  const rows = await db
    .selectFrom('Refunds')
    .select(['id', 'paymentId', 'amountMinor', 'cause', 'state', 'at', 'doneAt', 'reason', 'taxes'])
    .where('paymentId', 'in', ids)
    .orderBy('n')
    .limit(ids.length * MAX_REFUNDS)
    .execute()
  return grouped(
    rows.map(({ paymentId, at, doneAt, ...row }) => ({
      paymentId,
      shown: { ...row, at: at.toISOString(), doneAt: doneAt?.toISOString() ?? null },
    })),
  )
}

async function tasksOf(db: StoreDb, ids: readonly string[]): Promise<Map<string, PanelPayment['tasks']>> {
  const rows = await db
    .selectFrom('ProviderTasks')
    .select(['paymentId', 'kind', 'tries', 'fault', 'doneAt', 'givenUpAt'])
    .where('paymentId', 'in', ids)
    .orderBy('createdAt')
    .limit(ids.length * (MAX_REFUNDS + 2))
    .execute()
  return grouped(
    rows.map(({ paymentId, doneAt, givenUpAt, ...row }) => ({
      paymentId,
      shown: { ...row, isDone: doneAt !== null, isGivenUp: doneAt === null && givenUpAt !== null },
    })),
  )
}

function grouped<T>(rows: readonly { readonly paymentId: string; readonly shown: T }[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const { paymentId, shown } of rows) groups.set(paymentId, [...(groups.get(paymentId) ?? []), shown])
  return groups
}
