// Orders of the own pharmacy: the list, one of them, cancelling it, and ordering it again.
import { randomUUID } from 'node:crypto'
import { Router } from 'express'
import { shopInvoicesApi, type InvoiceSummary } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { shopOrdersApi } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { shopPaymentsApi, type Payment } from '@pharmacy-relay/shared/api/shop/payments.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { ShopCalls } from '../../http/shop-calls.ts'
import type { ShopContext } from '../../http/shop-context.ts'
import type { ShopContexts } from '../../http/shop-contexts.ts'
import { redirect, sendFacts, sendPage } from '../../http/shop-replies.ts'
import { SHOP, orderPath } from '../../paths.ts'
import type { FirstPictures } from '../../pictures/first-pictures.ts'
import { noticeOf } from '../../views/notices.tsx'
import { orderNews } from './order-news.tsx'
import { isOrderNumber, orderNumberOf } from './order-number.ts'
import { orderPage } from './order-page.tsx'
import { ordersPage } from './orders-page.tsx'

export interface OrdersGiven {
  readonly contexts: ShopContexts
  readonly calls: ShopCalls
  readonly pictures: FirstPictures
}

export function orderRoutes(given: OrdersGiven): Router {
  const { route } = given.contexts
  const router = Router({ caseSensitive: true, strict: true })
  router.get(
    SHOP.orders,
    route((context) => showOrders(given, context)),
  )
  router.get(
    `${SHOP.orders}/:number`,
    route((context) => showOrder(given, context)),
  )
  router.post(
    `${SHOP.orders}/:number/cancel`,
    route((context) => cancel(given, context)),
  )
  router.post(
    `${SHOP.orders}/:number/again`,
    route((context) => orderAgain(given, context)),
  )
  return router
}

const PAGE_SIZE = '25'

async function showOrders({ calls }: OrdersGiven, context: ShopContext): Promise<void> {
  await calls.signedIn(context, shopOrdersApi.listOwnOrders)
  const { after } = context.request.query
  const query = { pageSize: PAGE_SIZE, ...(isOrderNumber(after) ? { after } : {}) }
  const list = await calls.mine(context, shopOrdersApi.listOwnOrders, { query })
  const frame = context.frame()
  const notice = noticeOf(context.notice, texts(frame.language))
  await sendPage(context, ordersPage({ frame, list, isFirst: !isOrderNumber(after), notice }))
}

async function showOrder({ calls, pictures: first }: OrdersGiven, context: ShopContext): Promise<void> {
  await calls.signedIn(context, shopOrdersApi.getOwnOrder)
  const params = { number: orderNumberOf(context) }
  // First: it asks the provider where its word is missing, and so may change the order.
  const { payments } = await calls.mine(context, shopPaymentsApi.listOwnPayments, { params })
  const order = await calls.mine(context, shopOrdersApi.getOwnOrder, { params })
  if (context.wantsFacts) return await sendFacts(context, { news: orderNews({ order, payments }) })
  const { steps } = await calls.mine(context, shopOrdersApi.listOrderEvents, { params })
  const pictures = await first.of(
    context,
    order.lines.map(({ productId }) => productId),
  )
  const frame = context.frame()
  const notice = noticeOf(context.notice, texts(frame.language))
  const documents = await documentsOf(calls, context, { number: params.number, payments })
  const page = { frame, order, pictures, steps, payments, documents, notice, payKey: randomUUID() }
  await sendPage(context, orderPage(page))
}

/** Asked for where money went back alone: without it there is the invoice, which has its own address. */
async function documentsOf(
  calls: ShopCalls,
  context: ShopContext,
  { number, payments }: { readonly number: string; readonly payments: readonly Payment[] },
): Promise<readonly InvoiceSummary[]> {
  if (payments.every(({ refunds }) => refunds.length === 0)) return []
  return (await calls.mine(context, shopInvoicesApi.listOwnInvoices, { query: { order: number } })).items
}

async function cancel({ calls }: OrdersGiven, context: ShopContext): Promise<void> {
  const number = orderNumberOf(context)
  try {
    await calls.mine(context, shopOrdersApi.cancelOwnOrder, { params: { number } })
  } catch (error) {
    if (!isConflict(error)) throw error
    return await redirect(context, orderPath(number), 'notCancelled')
  }
  await redirect(context, orderPath(number), 'cancelled')
}

/** What is still sold is put into the basket, where it can be looked at before it is ordered. */
async function orderAgain({ calls }: OrdersGiven, context: ShopContext): Promise<void> {
  const number = orderNumberOf(context)
  try {
    await calls.mine(context, shopOrdersApi.reorder, { params: { number } })
  } catch (error) {
    if (!isConflict(error)) throw error
    return await redirect(context, orderPath(number), 'notAgain')
  }
  await redirect(context, SHOP.basket, 'again')
}

function isConflict(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'state_conflict'
}
