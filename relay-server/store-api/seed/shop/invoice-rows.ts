// The rows of seeded invoices, as the job would have written them on the day on which each order was paid; pure.
import { createHash } from 'node:crypto'
import type { Order } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { invoiceOf, type Seller } from '../../shop/invoices/invoice-document.ts'
import type { InvoiceRules } from '../../shop/invoices/invoice-rules.ts'
import type { Cell } from './copy.queries.ts'
import { ADDRESS, COUPON, type SeededOrder } from './order-rows.ts'

export const INVOICE_TASKS = {
  table: 'InvoiceTasks',
  columns: ['id', 'orderId', 'kind', 'cause', 'createdAt', 'writtenAt', 'drawnAt'],
}
export const INVOICES = {
  table: 'Invoices',
  columns: [
    'series',
    'year',
    'n',
    'number',
    'kind',
    'taskId',
    'orderId',
    'customerId',
    'customerName',
    'currency',
    'netMinor',
    'taxMinor',
    'totalMinor',
    'issuedOn',
    'at',
    'document',
    'sha256',
  ],
}

/** Null: it was never paid, and so has no invoice. */
export function paidAt({ made: { steps } }: SeededOrder): Date | null {
  return steps.find(({ became }) => became === 'paid')?.at ?? null
}

/** Said to be drawn: who asks for it gets it drawn then, and a shop that starts does not draw a million. */
export function taskCells(
  { id }: SeededOrder,
  { taskId, at, isWritten }: { readonly taskId: number; readonly at: Date; readonly isWritten: boolean },
): Cell[] {
  const done = isWritten ? at : null
  return [taskId, id, 'invoice', 'paid', at, done, done]
}

export interface InvoicePlace {
  readonly taskId: number
  readonly year: number
  readonly n: number
  readonly at: Date
}

export function invoiceCells(
  seeded: SeededOrder,
  { taskId, year, n, at }: InvoicePlace,
  { series, language, zone, seller }: InvoiceRules & { readonly seller: Seller },
): Cell[] {
  const number = `${series.invoice}-${year}-${String(n).padStart(6, '0')}`
  const [issuedOn, placedOn] = [dayOf(at, zone), dayOf(new Date(seeded.made.sketch.placedAt), zone)]
  const order = orderOf(seeded)
  const document = invoiceOf(
    { order, placedOn, storeId: seeded.customer.storeId },
    { number, issuedOn, language, seller },
  )
  const { taxMinor, totalMinor } = document
  const text = JSON.stringify(document)
  const sums = [order.currency, totalMinor - taxMinor, taxMinor, totalMinor]
  const whose = [taskId, seeded.id, seeded.customer.id, seeded.customer.name]
  const hash = createHash('sha256').update(text).digest()
  return [series.invoice, year, n, number, 'invoice', ...whose, ...sums, issuedOn, at, text, hash]
}

/** As the shop reads it. */
function orderOf({ customer, made, productIds }: SeededOrder): Order {
  const { number, state, sketch, steps, priced, products } = made
  return {
    number,
    state,
    currency: 'EUR',
    totalMinor: priced.totals.totalMinor,
    placedAt: new Date(sketch.placedAt).toISOString(),
    expiresAt: null,
    totals: priced.totals,
    couponCode: sketch.hasCoupon ? COUPON : null,
    customerName: customer.name,
    address: ADDRESS,
    lines: products.map(({ sku, name, priceMinor, taxBp }, index) => ({
      productId: productIds[index] ?? 0,
      sku,
      name,
      quantity: sketch.lines[index]?.quantity ?? 1,
      priceMinor,
      taxBp,
      netMinor: priced.lines[index]?.netMinor ?? 0,
      discountMinor: priced.lines[index]?.discountMinor ?? 0,
    })),
    isCancelAsked: false,
    version: steps.length,
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** YYYY-MM-DD in the zone. */
export function dayOf(at: Date, zone: string): string {
  const known = formats.get(zone)
  const format = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  if (known === undefined) formats.set(zone, format)
  return format.format(at)
}
