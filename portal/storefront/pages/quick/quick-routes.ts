// GET and POST /quick: an order by numbers. What is known is put into the basket at once, beside what is in it.
import { Router } from 'express'
import { z } from 'zod'
import { MAX_QUANTITY } from '@pharmacy-relay/shared/api/shop/amounts.ts'
import { shopBasketsApi, type Cart } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import { shopProductsApi } from '@pharmacy-relay/shared/api/shop/products.ts'
import { readForm, typed } from '../../../http/forms.ts'
import type { ShopContext } from '../../http/shop-context.ts'
import { sendPage } from '../../http/shop-replies.ts'
import { SHOP } from '../../paths.ts'
import { quantityIn } from '../basket/basket-keeper.ts'
import type { BasketGiven } from '../basket/basket-routes.ts'
import { MAX_QUICK_LINES, productOf, quickLines, type QuickAnswer, type QuickLine } from './quick-lines.ts'
import { quickPage } from './quick-page.tsx'

export function quickRoutes(given: BasketGiven): Router {
  const { route } = given.contexts
  const router = Router({ caseSensitive: true, strict: true })
  router.get(
    SHOP.quick,
    route(async (context) => await sendPage(context, quickPage({ frame: context.frame(), answers: [] }))),
  )
  router.post(
    SHOP.quick,
    route((context) => addLines(given, context)),
  )
  return router
}

const QuickForm = z.object({ lines: typed(2_000) })

async function addLines(given: BasketGiven, context: ShopContext): Promise<void> {
  const lines = quickLines(readForm(QuickForm, context.request.body).lines)
  await given.calls.openBasket(context)
  const answers: QuickAnswer[] = []
  let cart = await given.calls.basket(context, shopBasketsApi.getCart, {})
  // One after the other: two lines of one product count together.
  for (const line of lines.slice(0, MAX_QUICK_LINES)) {
    const answered = await answerTo(given, context, { line, cart })
    cart = answered.cart
    answers.push(answered.answer)
  }
  for (const line of lines.slice(MAX_QUICK_LINES)) answers.push({ kind: 'too_many', line })
  const isAll = answers.every(({ kind }) => kind === 'added')
  await sendPage(context, quickPage({ frame: context.frame(), answers }), isAll ? 200 : 422)
}

async function answerTo(
  { calls, keeper }: BasketGiven,
  context: ShopContext,
  { line, cart }: { readonly line: QuickLine; readonly cart: Cart | null },
): Promise<{ readonly answer: QuickAnswer; readonly cart: Cart | null }> {
  if (line.quantity === 0) return { answer: { kind: 'unread', line }, cart }
  const query = { q: line.code.slice(0, 100), pageSize: '10' }
  const { items } = await calls.open(context, shopProductsApi.findProducts, { query })
  const product = productOf(line, items)
  if (product === null) return { answer: { kind: 'unknown', line }, cart }
  const before = quantityIn(cart, product.id)
  const quantity = Math.min(before + line.quantity, MAX_QUANTITY)
  const changed = await calls.basket(context, shopBasketsApi.putCartLine, {
    params: { productId: String(product.id) },
    body: { quantity, seq: keeper.nextSeq(context) },
  })
  const answer = { kind: 'added', line, product, isEnough: quantity <= product.available } as const
  return { answer, cart: changed }
}
