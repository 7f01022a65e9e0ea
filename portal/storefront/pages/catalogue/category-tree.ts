// The tree of categories, asked for once in a while: every page of the catalogue shows a part of it.
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import { shopCategoriesApi } from '@pharmacy-relay/shared/api/shop/categories.ts'
import type { ShopCalls } from '../../http/shop-calls.ts'
import type { ShopContext } from '../../http/shop-context.ts'

/** So long it is not asked for again, in ms; a category of the meantime is found a little later. */
const KEPT_MS = 30_000

export class CategoryTree {
  readonly #calls: ShopCalls
  #kept: { readonly categories: readonly Category[]; readonly untilMs: number } | null = null
  #underWay: Promise<readonly Category[]> | null = null

  constructor(calls: ShopCalls) {
    this.#calls = calls
  }

  /** All of them, siblings in their order. Those who come at the same time share one call. Throws ProblemError. */
  async all(context: ShopContext): Promise<readonly Category[]> {
    if (this.#kept !== null && this.#kept.untilMs > context.nowMs()) return this.#kept.categories
    this.#underWay ??= this.#load(context).finally(() => (this.#underWay = null))
    return await this.#underWay
  }

  async #load(context: ShopContext): Promise<readonly Category[]> {
    const { categories } = await this.#calls.open(context, shopCategoriesApi.listCategories, {})
    this.#kept = { categories, untilMs: context.nowMs() + KEPT_MS }
    return categories
  }
}

/** From the top down to this one; empty where there is none. */
export function wayTo(categories: readonly Category[], id: number | null): Category[] {
  const way: Category[] = []
  let at = id
  // A tree has no circle; a bound costs nothing.
  while (at !== null && way.length < 20) {
    const found = categories.find((category) => category.id === at)
    if (found === undefined) break
    way.unshift(found)
    at = found.parentId
  }
  return way
}

export function childrenOf(categories: readonly Category[], parentId: number | null): Category[] {
  return categories.filter((category) => category.parentId === parentId)
}
