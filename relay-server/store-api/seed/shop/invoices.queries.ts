// Invoices of a portion of seeded orders: the next numbers of each year, in the order in which the orders were paid.
import type pg from 'pg'
import { LOCKS } from '../../database.ts'
import type { Seller } from '../../shop/invoices/invoice-document.ts'
import type { InvoiceRules } from '../../shop/invoices/invoice-rules.ts'
import { copyRows, type Cell } from './copy.queries.ts'
import {
  INVOICES,
  INVOICE_TASKS,
  dayOf,
  invoiceCells,
  paidAt,
  taskCells,
  type InvoicePlace,
} from './invoice-rows.ts'
import type { SeededOrder } from './order-rows.ts'
import { nextIds } from './seed-shop.queries.ts'

type Rules = InvoiceRules & { readonly seller: Seller }

/** Of those that were paid. Without a seller they are only asked for, as in the shop. */
export async function addInvoices(
  client: pg.Client,
  orders: readonly SeededOrder[],
  rules: InvoiceRules,
): Promise<void> {
  const paid = orders.flatMap((order) => {
    const at = paidAt(order)
    return at === null ? [] : [{ order, at }]
  })
  const taskIds = await nextIds(client, 'InvoiceTasks', paid.length)
  const { seller } = rules
  const tasks = paid.map(({ order, at }, index) =>
    taskCells(order, { taskId: taskIds[index] ?? 0, at, isWritten: seller !== null }),
  )
  await copyRows(client, INVOICE_TASKS, tasks)
  if (seller === null || paid.length === 0) return
  const counts = await lockCounts(client, rules.series.invoice)
  const rows = paid.map(({ order, at }, index): Cell[] => {
    const place = nextPlace(counts, Number(dayOf(at, rules.zone).slice(0, 4)), at)
    return invoiceCells(order, { ...place, taskId: taskIds[index] ?? 0 }, {
      ...rules,
      seller,
    } satisfies Rules)
  })
  await raiseCounters(client, rules.series.invoice, counts)
  await copyRows(client, INVOICES, rows)
}

interface YearCount {
  readonly before: number
  last: number
  lastAt: Date
}

/** Of each year that has one, under the lock that jobs take: one that runs meanwhile passes by. */
async function lockCounts(client: pg.Client, series: string): Promise<Map<number, YearCount>> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCKS.invoices])
  const { rows } = await client.query<{ year: number; last: number; lastAt: Date }>(
    `select c."year", c."last", i."at" as "lastAt" from "InvoiceCounters" c
     join "Invoices" i on i."series" = c."series" and i."year" = c."year" and i."n" = c."last" where c."series" = $1`,
    [series],
  )
  return new Map(rows.map(({ year, last, lastAt }) => [year, { before: last, last, lastAt }]))
}

/** A later number has no earlier time, also where others were written before. */
function nextPlace(counts: Map<number, YearCount>, year: number, at: Date): Omit<InvoicePlace, 'taskId'> {
  const count = counts.get(year) ?? { before: 0, last: 0, lastAt: at }
  count.last += 1
  if (count.lastAt < at) count.lastAt = at
  counts.set(year, count)
  return { year, n: count.last, at: count.lastAt }
}

/** One by one: the database refuses a counter that jumps. */
async function raiseCounters(
  client: pg.Client,
  series: string,
  counts: ReadonlyMap<number, YearCount>,
): Promise<void> {
  for (const [year, { before, last }] of counts) {
    if (last === before) continue
    if (before === 0)
      await client.query(`insert into "InvoiceCounters" ("series", "year", "last") values ($1, $2, $3)`, [
        series,
        year,
        last,
      ])
    else
      await client.query(
        `do $$ begin for step in 1..${last - before} loop
           update "InvoiceCounters" set "last" = "last" + 1 where "series" = '${series}' and "year" = ${year};
         end loop; end $$`,
      )
  }
}
