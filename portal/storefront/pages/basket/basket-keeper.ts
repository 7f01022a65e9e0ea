// What the storefront knows of baskets beyond one call: the order of changes, and the basket of before a sign-in.
import { shopBasketsApi, type Cart } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { ShopCalls } from '../../http/shop-calls.ts'
import type { ShopContext } from '../../http/shop-context.ts'
import type { ShopCookies } from '../../session/shop-cookies.ts'

interface KeeperGiven {
  readonly calls: ShopCalls
  readonly cookies: ShopCookies
  readonly logger: Logger
}

/** How many pieces of a product are in it. */
export function quantityIn(cart: Cart | null, productId: number): number {
  return cart?.lines.find((line) => line.productId === productId)?.quantity ?? 0
}

export class BasketKeeper {
  readonly #given: KeeperGiven
  #lastSeq = 0

  constructor(given: KeeperGiven) {
    this.#given = given
  }

  /** Null where a stranger has none. A basket of before the sign-in is taken over first, if that was not done yet. */
  async current(context: ShopContext): Promise<Cart | null> {
    if (context.session !== null) await this.takeOver(context)
    return await this.#given.calls.basket(context, shopBasketsApi.getCart, {})
  }

  /** How many pieces of a product it has. */
  async quantityOf(context: ShopContext, productId: number): Promise<number> {
    const cart = await this.#given.calls.basket(context, shopBasketsApi.getCart, {})
    return quantityIn(cart, productId)
  }

  /** Grows with each change, in ms of the wall clock: what arrives later goes before what was sent by a slow tab. */
  nextSeq(context: ShopContext): number {
    this.#lastSeq = Math.max(this.#lastSeq + 1, context.nowMs())
    return this.#lastSeq
  }

  /**
   * The basket of the stranger becomes that of his account: the larger quantity of each. What fails for now is tried again when the
   * basket is looked at, so that a sign-in never fails for it. True when something was taken over.
   */
  async takeOver(context: ShopContext): Promise<boolean> {
    const { calls, cookies, logger } = this.#given
    const cartToken = context.basketToken
    if (cartToken === null || context.session === null) return false
    try {
      const body = { cartToken, keep: 'larger' } as const
      const { merged } = await calls.mine(context, shopBasketsApi.mergeCart, { body })
      context.basketToken = null
      context.addCookie(cookies.basket.clear)
      return merged.length > 0
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      logger.warn('basket.not-merged', { code: error.code })
      return false
    }
  }
}
