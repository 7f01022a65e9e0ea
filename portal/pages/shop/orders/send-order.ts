// The page of an order, as it is now; with the form that came back, where one was refused.
import { randomUUID } from 'node:crypto'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { OrderNumber } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { sendHtml } from '../../../http/replies.ts'
import type { RequestContext } from '../../../http/request-context.ts'
import type { StoreCall } from '../../../http/staff.ts'
import { orderPath } from '../../../views/shop-paths.ts'
import { refusedForm, statusOf, type RefusedForm } from '../form-problem.ts'
import { readInvoicesOf } from '../invoices/invoices-of.tsx'
import { orderPage, type OrderNotice, type OrderPageProps } from './order-page.tsx'
import { NO_SHIPMENT } from './order-shipment.tsx'
import { NO_REFUND } from './refund-values.ts'

interface ShownOrder extends Partial<Pick<OrderPageProps, 'shipment' | 'refund'>> {
  readonly refused: RefusedForm | null
}

export async function sendOrder(
  context: RequestContext,
  store: StoreCall,
  { shipment = NO_SHIPMENT, refund, refused }: ShownOrder,
): Promise<void> {
  const number = numberOf(context)
  const [order, payments, invoices] = await Promise.all([
    store(storeApi.getPanelOrder, { params: { number }, query: null, body: null }),
    readPayments(store, context.viewer, number),
    readInvoicesOf({ store, viewer: context.viewer }, { order: number }),
  ])
  const html = orderPage({
    frame: context.frame(orderPath(number)),
    order,
    payments,
    invoices,
    shipment,
    refund: refund ?? { values: NO_REFUND, once: randomUUID() },
    refused,
    notice: noticeOf(context),
  })
  await sendHtml(context, html, statusOf(refused))
}

/** An order has no more attempts than a page holds. None for who may not see them. */
async function readPayments(store: StoreCall, viewer: RequestContext['viewer'], number: string) {
  if (!may(viewer, storeApi.listPayments)) return []
  return (await store(storeApi.listPayments, { params: null, query: { number }, body: null })).items
}

function noticeOf(context: RequestContext): OrderNotice | null {
  const word = context.takeNotice()
  const { notices } = texts(context.preferences.language).shop.orders
  return (Object.keys(notices) as OrderNotice[]).find((notice) => notice === word) ?? null
}

/** Nothing of a page is edited: the words for entries that are kept would say too much. */
export function refusedOrder(context: RequestContext, error: unknown): RefusedForm {
  const words = (t: Texts) => ({ state_conflict: t.shop.orders.refused })
  const refused = refusedForm(context, error, words)
  if (refused.code !== 'version_stale') return refused
  return { ...refused, words: texts(context.preferences.language).shop.orders.stale }
}

/** Throws ProblemError `not_found`. */
export function numberOf({ request }: RequestContext): string {
  const number = OrderNumber.safeParse(request.params['number'])
  if (!number.success) throw new ProblemError('not_found', 'There is no such order')
  return number.data
}
