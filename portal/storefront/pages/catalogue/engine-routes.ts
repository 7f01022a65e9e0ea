// What search engines read: /robots.txt, and /sitemap.xml with the categories and the products that can be bought.
import { Router } from 'express'
import { shopProductsApi } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { ShopCalls } from '../../http/shop-calls.ts'
import type { ShopContext } from '../../http/shop-context.ts'
import type { ShopContexts } from '../../http/shop-contexts.ts'
import { SHOP, categoryPath, productPath } from '../../paths.ts'
import type { CategoryTree } from './category-tree.ts'

export interface EnginesGiven {
  readonly contexts: ShopContexts
  readonly calls: ShopCalls
  readonly tree: CategoryTree
  readonly publicOrigin: string
}

/** As many addresses as one map may have: the products that are bought most. */
const MAX_ADDRESSES = 50_000
const PAGE = 200
/** A map is made once in an hour at most, in ms: it asks for every page of products. */
const KEPT_MS = 3_600_000

const CLOSED = [
  SHOP.quick,
  SHOP.basket,
  SHOP.checkout,
  SHOP.orders,
  SHOP.account,
  SHOP.signIn,
  SHOP.register,
  SHOP.search,
]

export function engineRoutes(given: EnginesGiven): Router {
  const { contexts, publicOrigin } = given
  const map = new SiteMap(given)
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/robots.txt', (_request, response) => {
    const lines = [
      'User-agent: *',
      ...CLOSED.map((path) => `Disallow: ${path}`),
      `Sitemap: ${publicOrigin}/sitemap.xml`,
    ]
    response
      .set('Cache-Control', 'public, max-age=3600')
      .type('text/plain')
      .send(`${lines.join('\n')}\n`)
  })
  router.get('/sitemap.xml', async (_request, response) => {
    const text = await map.text(contexts.of(response))
    response.set('Cache-Control', 'public, max-age=3600').type('application/xml').send(text)
  })
  return router
}

class SiteMap {
  readonly #given: EnginesGiven
  #kept: { readonly text: string; readonly untilMs: number } | null = null
  #underWay: Promise<string> | null = null

  constructor(given: EnginesGiven) {
    this.#given = given
  }

  /** Those who come at the same time share one run. Throws ProblemError. */
  async text(context: ShopContext): Promise<string> {
    if (this.#kept !== null && this.#kept.untilMs > context.nowMs()) return this.#kept.text
    this.#underWay ??= this.#make(context).finally(() => (this.#underWay = null))
    return await this.#underWay
  }

  async #make(context: ShopContext): Promise<string> {
    const { tree, publicOrigin } = this.#given
    const paths = [SHOP.home, ...(await tree.all(context)).map(categoryPath), ...(await this.#products())]
    const addresses = paths
      .slice(0, MAX_ADDRESSES)
      .map((path) => `<url><loc>${publicOrigin}${path}</loc></url>`)
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join('\n')}\n</urlset>\n`
    this.#kept = { text, untilMs: context.nowMs() + KEPT_MS }
    return text
  }

  /** On our own account: it is no doing of the visitor who came for it. */
  async #products(): Promise<string[]> {
    const { store } = this.#given.calls.upstream
    const paths: string[] = []
    let after: string | null = null
    do {
      const query = {
        pageSize: String(PAGE),
        sort: 'bestsellers' as const,
        ...(after === null ? {} : { after }),
      }
      const call = { params: null, query, body: null }
      const page: { items: readonly { slug: string }[]; next: string | null } = await store.asService(
        shopProductsApi.findProducts,
        call,
      )
      paths.push(...page.items.map(productPath))
      after = page.next
    } while (after !== null && paths.length < MAX_ADDRESSES)
    return paths
  }
}
