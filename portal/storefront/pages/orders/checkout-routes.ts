// GET and POST /checkout: the basket becomes an order. The key of the form makes it one order, however often it is sent.
import { randomUUID } from 'node:crypto'
import { Router } from 'express'
import { z } from 'zod'
import { shopCustomerApi } from '@pharmacy-relay/shared/api/shop/customer.ts'
import { shopOrdersApi } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { Id, IdText, Uuid } from '@pharmacy-relay/shared/ids.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm } from '../../../http/forms.ts'
import type { ShopCalls } from '../../http/shop-calls.ts'
import type { ShopContext } from '../../http/shop-context.ts'
import type { ShopContexts } from '../../http/shop-contexts.ts'
import { isUnanswered } from '../../http/shop-problems.tsx'
import { redirect, sendPage } from '../../http/shop-replies.ts'
import { SHOP, orderPath } from '../../paths.ts'
import { noticeOf } from '../../views/notices.tsx'
import type { BasketKeeper } from '../basket/basket-keeper.ts'
import { askAgainPage, checkoutPage } from './checkout-page.tsx'

export interface CheckoutGiven {
  readonly contexts: ShopContexts
  readonly calls: ShopCalls
  readonly keeper: BasketKeeper
}

export function checkoutRoutes(given: CheckoutGiven): Router {
  const { route } = given.contexts
  const router = Router({ caseSensitive: true, strict: true })
  router.get(
    SHOP.checkout,
    route((context) => showCheckout(given, context, { changes: [], addressId: chosenIn(context) })),
  )
  router.post(
    SHOP.checkout,
    route((context) => placeOrder(given, context)),
  )
  return router
}

function chosenIn({ request }: ShopContext): number | null {
  const asked = IdText.safeParse(request.query['address'])
  return asked.success ? Number(asked.data) : null
}

interface Shown {
  /** Why the order was not placed, as the API names it (`lines.7.stock`, `total`). */
  readonly changes: readonly string[]
  readonly addressId: number | null
}

async function showCheckout(
  { calls, keeper }: CheckoutGiven,
  context: ShopContext,
  { changes, addressId }: Shown,
): Promise<void> {
  await calls.signedIn(context, shopOrdersApi.placeOrder)
  const [cart, { addresses }] = await Promise.all([
    keeper.current(context),
    calls.mine(context, shopCustomerApi.listAddresses, {}),
  ])
  if (cart === null || cart.id === null || cart.lines.length === 0)
    return await redirect(context, SHOP.basket)
  const frame = context.frame()
  const notice = noticeOf(context.notice, texts(frame.language))
  const page = { frame, cart, addresses, addressId, changes, notice, orderKey: randomUUID() }
  await sendPage(context, checkoutPage(page), changes.length === 0 ? 200 : 409)
}

const whole = z
  .string()
  .regex(/^\d{1,16}$/, 'must be a whole number')
  .transform(Number)
const OrderForm = z.object({
  key: Uuid,
  cartId: Uuid,
  cartVersion: whole,
  totalSeenMinor: whole,
  addressId: whole.pipe(Id),
})

/**
 * What has changed since the page was loaded is shown anew, with what it costs now. Where no answer comes the same form is offered
 * again: its key finds the order that was placed, or places it.
 */
async function placeOrder(given: CheckoutGiven, context: ShopContext): Promise<void> {
  const { key: idempotencyKey, ...body } = readForm(OrderForm, context.request.body)
  try {
    const order = await given.calls.mine(context, shopOrdersApi.placeOrder, { body, idempotencyKey })
    await redirect(context, orderPath(order.number), 'ordered')
  } catch (error) {
    if (isUnanswered(error)) {
      const page = askAgainPage({ frame: context.frame(), fields: { key: idempotencyKey, ...body } })
      return await sendPage(context, page, PROBLEM_CODES[error.code].status)
    }
    if (!(error instanceof ProblemError)) throw error
    if (error.code !== 'state_conflict' && error.code !== 'not_found') throw error
    const changes = error.errors.map(({ path }) => path.replace(/^body\./, ''))
    const shown = { changes: changes.length === 0 ? ['other'] : changes, addressId: body.addressId }
    await showCheckout(given, context, shown)
  }
}
