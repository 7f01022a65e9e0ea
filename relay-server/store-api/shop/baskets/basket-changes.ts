// What somebody does to his basket: quantities, a coupon, and taking over the one of before the sign-in.
import { MAX_LINES } from '@pharmacy-relay/shared/api/shop/amounts.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { cartTokenHash } from '../../../auth/visitor.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import type { BasketOwner } from '../buyers.ts'
import {
  cartLines,
  countLines,
  lockOpenCart,
  lockedCart,
  raiseVersion,
  sellable,
  setCoupon,
  setLine,
  setMerged,
  setQuantity,
  type BasketLine,
  type LineChange,
} from './baskets.queries.ts'

/**
 * Throws ProblemError: `not_found`; `invalid` below the least quantity of the product; `state_conflict` for one that is no
 * longer sold, and beyond 100 lines.
 */
export async function putLine(db: StoreDb, owner: BasketOwner, change: LineChange): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await needSellable(trx, change)
    const { id } = await lockedCart(trx, owner)
    if (!(await setLine(trx, id, change))) return
    await needRoom(trx, id)
    await raiseVersion(trx, id)
  })
}

async function needSellable(trx: StoreTransaction, { productId, quantity }: LineChange): Promise<void> {
  const product = await sellable(trx, productId)
  if (product === null) throw new ProblemError('not_found', 'There is no such product')
  if (quantity === 0) return
  if (!product.isActive) {
    const errors = [{ path: `lines.${productId}.inactive`, message: 'is no longer sold' }]
    throw new ProblemError('state_conflict', 'This product is no longer sold', { errors })
  }
  if (quantity < product.minQuantity) {
    const errors = [{ path: 'body.quantity', message: `must be at least ${product.minQuantity}` }]
    throw new ProblemError('invalid', 'Some fields are not valid', { errors })
  }
}

/** Throws ProblemError `state_conflict` beyond 100 lines. */
export async function needRoom(trx: StoreTransaction, cartId: string): Promise<void> {
  if ((await countLines(trx, cartId)) > MAX_LINES)
    throw new ProblemError('state_conflict', `A basket has ${MAX_LINES} lines at most`)
}

/** Null takes the coupon out. */
export async function putCoupon(db: StoreDb, owner: BasketOwner, couponId: number | null): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const cart = await lockedCart(trx, owner)
    if (cart.couponId !== couponId) await setCoupon(trx, cart.id, couponId)
  })
}

export interface MergedLine {
  readonly productId: number
  readonly name: string
  readonly was: number
  readonly became: number
}

/**
 * Locks the account's basket, then the stranger's. One that is not there, or was taken over before, changes nothing. Throws
 * ProblemError `state_conflict` where more than 100 lines would come of it.
 */
export async function mergeCart(
  db: StoreDb,
  owner: BasketOwner,
  { cartToken, keep }: { readonly cartToken: string; readonly keep: 'larger' | 'stranger' },
): Promise<MergedLine[]> {
  return db.transaction().execute(async (trx) => {
    const own = await lockedCart(trx, owner)
    const strange = await lockOpenCart(trx, { tokenHash: cartTokenHash(cartToken), customerId: null })
    if (strange === null) return []
    const merged = mergedLines(await cartLines(trx, own.id), await cartLines(trx, strange.id), keep)
    for (const { productId, became } of merged)
      await setQuantity(trx, own.id, { productId, quantity: became })
    await needRoom(trx, own.id)
    await setMerged(trx, strange.id, own.id)
    if (own.couponId === null && strange.couponId !== null) await setCoupon(trx, own.id, strange.couponId)
    else await raiseVersion(trx, own.id)
    return merged
  })
}

/** Of each quantity that changes. Pure. */
function mergedLines(
  own: readonly BasketLine[],
  strange: readonly BasketLine[],
  keep: 'larger' | 'stranger',
): MergedLine[] {
  const all = new Map([...own, ...strange].map(({ productId, name }) => [productId, name]))
  const of = (lines: readonly BasketLine[], id: number): number =>
    lines.find(({ productId }) => productId === id)?.quantity ?? 0
  return [...all]
    .map(([productId, name]) => {
      const [was, theirs] = [of(own, productId), of(strange, productId)]
      return { productId, name, was, became: keep === 'larger' ? Math.max(was, theirs) : theirs }
    })
    .filter(({ was, became }) => was !== became)
}
