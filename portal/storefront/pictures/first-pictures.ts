// The first picture of each product, asked for once in a while: every page of the catalogue shows some of them.
import { shopPicturesApi, type ProductPicture } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { ShopCalls } from '../http/shop-calls.ts'
import type { ShopContext } from '../http/shop-context.ts'

/** By product id; who has none is not in it. */
export type PicturesById = ReadonlyMap<number, ProductPicture>

/** So long a picture, or that there is none, is not asked for again, in ms. */
const KEPT_MS = 30_000
/** Products that are kept in mind, the oldest go first. */
const MAX_KEPT = 10_000
/** What the API takes at a time. */
const MAX_ASKED = 200

interface Kept {
  /** Null: the product has none. */
  readonly picture: ProductPicture | null
  readonly untilMs: number
}

export class FirstPictures {
  readonly #calls: ShopCalls
  readonly #logger: Logger
  readonly #kept = new Map<number, Kept>()

  constructor({ calls, logger }: { readonly calls: ShopCalls; readonly logger: Logger }) {
    this.#calls = calls
    this.#logger = logger
  }

  /** Never fails: a page is whole without pictures. */
  async of(context: ShopContext, productIds: Iterable<number>): Promise<PicturesById> {
    const wanted = [...new Set(productIds)].slice(0, MAX_ASKED)
    const nowMs = context.nowMs()
    const unknown = wanted.filter((id) => (this.#kept.get(id)?.untilMs ?? 0) <= nowMs)
    try {
      if (unknown.length > 0) await this.#ask(context, unknown)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      this.#logger.warn('pictures.not-listed', { code: error.code })
    }
    const found = wanted.map((id) => [id, this.#kept.get(id)?.picture ?? null] as const)
    return new Map(found.filter((one): one is [number, ProductPicture] => one[1] !== null))
  }

  /** On our own account: what they are is the same for everybody. */
  async #ask(context: ShopContext, ids: readonly number[]): Promise<void> {
    const call = { params: null, query: { productIds: ids.join(',') }, body: null }
    const { store } = this.#calls.upstream
    const { pictures } = await store.asService(shopPicturesApi.firstPictures, call)
    const byId = new Map(pictures.map(({ productId, ...picture }) => [productId, picture]))
    const untilMs = context.nowMs() + KEPT_MS
    for (const id of ids) {
      this.#kept.delete(id)
      this.#kept.set(id, { picture: byId.get(id) ?? null, untilMs })
    }
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break
      this.#kept.delete(id)
    }
  }
}
