// The basket: of who is signed in, or of a stranger by the token in his cookie.
import { Router } from 'express'
import { z } from 'zod'
import { CouponCode, shopBasketsApi, type Cart } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import { MAX_QUANTITY } from '@pharmacy-relay/shared/api/shop/amounts.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../../http/forms.ts'
import { returnPath } from '../../../session/return-to.ts'
import type { ShopCalls } from '../../http/shop-calls.ts'
import type { ShopContext } from '../../http/shop-context.ts'
import type { ShopContexts } from '../../http/shop-contexts.ts'
import { redirect, sendFacts, sendPage } from '../../http/shop-replies.ts'
import { SHOP } from '../../paths.ts'
import type { FirstPictures } from '../../pictures/first-pictures.ts'
import { noticeOf, type NoticeWord } from '../../views/notices.tsx'
import type { BasketKeeper } from './basket-keeper.ts'
import { basketPage, type BasketFault } from './basket-page.tsx'

export interface BasketGiven {
  readonly contexts: ShopContexts
  readonly calls: ShopCalls
  readonly keeper: BasketKeeper
  readonly pictures: FirstPictures
}

export function basketRoutes(given: BasketGiven): Router {
  const { route } = given.contexts
  const router = Router({ caseSensitive: true, strict: true })
  router.get(
    SHOP.basket,
    route((context) => showBasket(given, context)),
  )
  router.get(
    SHOP.basketCount,
    route((context) => countBasket(given, context)),
  )
  router.post(
    SHOP.basketLines,
    route((context) => changeLine(given, context)),
  )
  router.post(
    SHOP.basketCoupon,
    route((context) => changeCoupon(given, context)),
  )
  return router
}

async function showBasket(
  { keeper, pictures: first }: BasketGiven,
  context: ShopContext,
  fault: BasketFault | null = null,
): Promise<void> {
  const cart = await keeper.current(context)
  const pictures = await first.of(
    context,
    (cart?.lines ?? []).map(({ productId }) => productId),
  )
  const frame = context.frame()
  const notice = noticeOf(context.notice, texts(frame.language))
  await sendPage(context, basketPage({ frame, cart, pictures, notice, fault }), fault === null ? 200 : 409)
}

/** For the script: the number beside the link, on pages that are kept. */
async function countBasket({ calls }: BasketGiven, context: ShopContext): Promise<void> {
  const cart = await calls.basket(context, shopBasketsApi.getCart, {})
  await sendFacts(context, countOf(cart, context))
}

function countOf(cart: Cart | null, context: ShopContext) {
  const t = texts(context.preferences.language)
  const pieces = (cart?.lines ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
  return { pieces, label: pieces === 0 ? t.storefront.basketLink : t.storefront.basketOf(pieces) }
}

const Pieces = z
  .string()
  .regex(/^\d{1,4}$/, 'must be a number of pieces')
  .transform(Number)
  .pipe(z.int().min(0).max(MAX_QUANTITY))
/** `add`: so many more; `quantity`: so many from now on. */
const LineForm = z.object({
  productId: IdText,
  add: Pieces.optional(),
  quantity: Pieces.optional(),
  remove: z.string().optional(),
  returnTo: typed(1_000),
})

async function changeLine({ calls, keeper }: BasketGiven, context: ShopContext): Promise<void> {
  const form = readForm(LineForm, context.request.body)
  await calls.openBasket(context)
  const before = form.add === undefined ? 0 : await keeper.quantityOf(context, form.productId)
  const wanted = form.remove === undefined ? before + (form.add ?? form.quantity ?? 0) : 0
  const cart = await calls.basket(context, shopBasketsApi.putCartLine, {
    params: { productId: String(form.productId) },
    body: { quantity: Math.min(wanted, MAX_QUANTITY), seq: keeper.nextSeq(context) },
  })
  const word: NoticeWord = wanted === 0 ? 'removed' : form.add === undefined ? 'saved' : 'added'
  if (context.wantsFacts) {
    const t = texts(context.preferences.language)
    return await sendFacts(context, { ...countOf(cart, context), message: t.storefront.notices[word] })
  }
  await redirect(context, returnPath(form.returnTo) ?? SHOP.basket, word)
}

const CouponForm = z.object({ code: typed(100), remove: z.string().optional() })

async function changeCoupon(given: BasketGiven, context: ShopContext): Promise<void> {
  const { calls } = given
  const { code: entered, remove } = readForm(CouponForm, context.request.body)
  if (remove !== undefined) {
    await calls.basket(context, shopBasketsApi.removeCoupon, {})
    return await redirect(context, SHOP.basket, 'couponRemoved')
  }
  const code = CouponCode.safeParse(entered)
  if (!code.success) return await showBasket(given, context, { kind: 'wrong', code: entered })
  try {
    const cart = await calls.basket(context, shopBasketsApi.putCoupon, { body: { code: code.data } })
    // One that is not good now says so on the page itself.
    const isUsed = cart?.coupon?.fault === null
    await redirect(context, SHOP.basket, isUsed ? 'couponUsed' : undefined)
  } catch (error) {
    const kind = error instanceof ProblemError ? COUPON_FAULTS.get(error.code) : undefined
    if (kind === undefined) throw error
    await showBasket(given, context, { kind, code: entered })
  }
}

const COUPON_FAULTS = new Map<string, BasketFault['kind']>([
  ['state_conflict', 'wrong'],
  ['invalid', 'wrong'],
  ['rate_limited', 'often'],
])
