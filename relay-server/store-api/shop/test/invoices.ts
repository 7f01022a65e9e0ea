// Paid orders, their invoices and what a PDF of them says, for tests of the shop.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import type { InvoiceSummary } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { StoreDb } from '../../database.ts'
import { INVOICES, storeApi, type TestApp } from '../../test/test-app.ts'
import type { StoreTestDatabase } from '../../test/test-store.ts'
import { creditNoteFor } from '../invoices/credit-note.ts'
import { InvoiceDocument } from '../invoices/invoice-document.ts'
import { unwrittenTasks } from '../invoices/invoice-tasks.queries.ts'
import { writeInvoices } from '../invoices/write-invoices.ts'
import { applyOrderEvent } from '../orders/order-events.ts'
import type { OrderEvent } from '../orders/order-states.ts'
import { insertOrder } from '../orders/new-order.queries.ts'
import { totalsOf, type PricedLine, type TakesOff } from '../totals/totals.ts'
import { ADDRESS } from './buyers.ts'

/** Waits until the invoice of the order is written. */
export async function firstInvoice(
  site: TestApp,
  as: { readonly token: string },
  order: string,
): Promise<InvoiceSummary> {
  let found: InvoiceSummary | undefined
  await until('the invoice of an order', async () => {
    found = (await site.call(storeApi.listOwnInvoices, { query: { order } }, as)).items[0]
    return found !== undefined
  })
  if (found === undefined) throw new Error('unreachable')
  return found
}

/** Rows that a store needs before orders: products by the ids of lines. */
export async function newProducts({ db }: StoreTestDatabase, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    n: n + 1,
    sku: `SKU-${n + 1}`,
    name: `Product ${n + 1}`,
  }))
  await db
    .insertInto('Products')
    .values(rows.map(({ n, sku, name }) => ({ sku, slug: `p-${n}`, name, priceMinor: 100, taxBp: 1_900 })))
    .execute()
}

export interface Sold {
  readonly customerId: number
  readonly lines: readonly (PricedLine & { readonly name?: string })[]
  readonly takesOff?: TakesOff | null
}

/** An order that waits for its money, of lines of products 1, 2 and so on; nothing is held for it. */
export async function soldOrder(db: StoreDb, { customerId, lines, takesOff = null }: Sold): Promise<number> {
  const cartId = randomUUID()
  const accountGuid = randomUUID()
  const { totals, lines: priced } = totalsOf(lines, takesOff)
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('Carts')
      .values({ id: cartId, accountGuid, tokenHash: null, couponId: null, mergedInto: null })
      .execute()
    const address = trx.insertInto('Addresses').values({ customerId, ...ADDRESS })
    const { id: addressId } = await address.returning('id').executeTakeFirstOrThrow()
    const next = sql<{ id: number; now: Date }>`
      select nextval('"Orders_id_seq"') as "id", date_trunc('milliseconds', relay_now()) as "now"`
    const [first] = (await next.execute(trx)).rows
    if (first === undefined) throw new Error('unreachable')
    await insertOrder(trx, {
      ...first,
      traceId: '',
      cartId,
      customerId,
      accountGuid,
      currency: 'EUR',
      totals,
      coupon: null,
      addressId,
      holdMs: 1_200_000,
      lines: lines.map(({ name, ...line }, index) => ({
        ...line,
        productId: index + 1,
        sku: `SKU-${index + 1}`,
        name: name ?? `Product ${index + 1}`,
        netMinor: priced[index]?.netMinor ?? 0,
        discountMinor: priced[index]?.discountMinor ?? 0,
      })),
    })
    return first.id
  })
}

export async function happensTo(db: StoreDb, orderId: number, event: OrderEvent): Promise<void> {
  const said = { event, actor: 'a test', traceId: '' }
  const isDone = await db.transaction().execute(async (trx) => applyOrderEvent(trx, orderId, said))
  if (!isDone) throw new Error(`${event} was refused`)
}

/** As a refund does. */
export async function credit(db: StoreDb, orderId: number, amountMinor: number): Promise<void> {
  const cause = randomUUID()
  await db.transaction().execute(async (trx) => creditNoteFor(trx, { orderId, cause, amountMinor }))
}

/** Until nothing waits that can be written. */
export async function writeAll(db: StoreDb, rules = INVOICES): Promise<void> {
  await until('all invoices are written', async () => {
    const { failures } = await writeInvoices(db, rules)
    return failures.length > 0 || (await unwrittenTasks(db, 1)).length === 0
  })
}

/** Of an order, the invoice first; without one, of all. */
export async function documentsOf(db: StoreDb, orderId?: number): Promise<InvoiceDocument[]> {
  const all = db.selectFrom('Invoices').select('document').orderBy('id')
  const rows = await (orderId === undefined ? all : all.where('orderId', '=', orderId)).execute()
  return rows.map(({ document }) => InvoiceDocument.parse(document))
}

export interface ReadPdf {
  /** Of each page, with plain blanks. */
  readonly pages: readonly string[]
  readonly text: string
}

/** By another implementation than the one that draws. */
export async function readPdfText(bytes: Uint8Array): Promise<ReadPdf> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
  const pages = text.map((page) => page.replaceAll('\u00A0', ' '))
  return { pages, text: pages.join('\n') }
}
