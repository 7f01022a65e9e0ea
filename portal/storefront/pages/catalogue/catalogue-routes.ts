// GET /, /search, /suggestions, /c/…, /p/…: what everybody may look at.
import { Router } from 'express'
import { shopPicturesApi } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import { shopProductsApi } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { ShopCalls } from '../../http/shop-calls.ts'
import type { ShopContext } from '../../http/shop-context.ts'
import type { ShopContexts } from '../../http/shop-contexts.ts'
import { sendCatalogue, sendFacts, sendPage } from '../../http/shop-replies.ts'
import { SHOP, categoryPath, idInSlug, productPath } from '../../paths.ts'
import type { FirstPictures } from '../../pictures/first-pictures.ts'
import { noticeOf, type Notice } from '../../views/notices.tsx'
import { firstOf } from '../../supplies/fits.tsx'
import { ownSupplies } from '../../supplies/own-supplies.ts'
import { wayTo, type CategoryTree } from './category-tree.ts'
import { homePage } from './home-page.tsx'
import { listPage } from './list-page.tsx'
import { isAsItIs, listFields, productQuery } from './list-query.ts'
import { productPage } from './product-page.tsx'

export interface CatalogueGiven {
  readonly contexts: ShopContexts
  readonly calls: ShopCalls
  readonly tree: CategoryTree
  readonly pictures: FirstPictures
  readonly currency: string
  readonly logger: Logger
}

export function catalogueRoutes(given: CatalogueGiven): Router {
  const { route } = given.contexts
  const router = Router({ caseSensitive: true, strict: true })
  router.get(
    SHOP.home,
    route((context) => showHome(given, context)),
  )
  router.get(
    SHOP.search,
    route((context) => showList(given, context, null)),
  )
  router.get(
    SHOP.suggestions,
    route((context) => suggest(given, context)),
  )
  router.get(
    `${SHOP.category}/:slug`,
    route((context) => showCategory(given, context)),
  )
  router.get(
    `${SHOP.product}/:slug`,
    route((context) => showProduct(given, context)),
  )
  return router
}

const BESTSELLERS = 12
const ALTERNATIVES = 4

async function showHome(given: CatalogueGiven, context: ShopContext): Promise<void> {
  const { calls, tree, pictures: first } = given
  const query = { pageSize: String(BESTSELLERS), sort: 'bestsellers' } as const
  const [categories, { items: bestsellers }, supplies] = await Promise.all([
    tree.all(context),
    calls.open(context, shopProductsApi.findProducts, { query }),
    ownSupplies(given, context),
  ])
  const own = firstOf(supplies, () => true)
  const pictures = await first.of(context, idsOf([...bestsellers, ...(own?.products ?? [])]))
  const page = { frame: context.frame(), categories, bestsellers, own, pictures }
  await sendCatalogue(context, homePage({ ...page, notice: noticeIn(context) }))
}

/** An address whose name has changed leads to the one that is good now. */
async function showCategory(given: CatalogueGiven, context: ShopContext): Promise<void> {
  const { slug } = context.request.params
  const id = idInSlug(slug)
  const categories = await given.tree.all(context)
  const category = categories.find((one) => String(one.id) === id)
  if (category === undefined) throw new ProblemError('not_found', 'There is no such category')
  if (category.slug !== slug) return context.response.redirect(301, categoryPath(category))
  await showList(given, context, category.id)
}

async function showList(
  given: CatalogueGiven,
  context: ShopContext,
  categoryId: number | null,
): Promise<void> {
  const { calls, tree, pictures: first, currency } = given
  const fields = listFields(context.request.query)
  const query = productQuery({
    fields,
    categoryId: categoryId === null ? null : String(categoryId),
    currency,
  })
  const isFirst = categoryId !== null && isAsItIs(fields)
  const [categories, found, supplies] = await Promise.all([
    tree.all(context),
    calls.open(context, shopProductsApi.findProducts, { query }),
    isFirst ? ownSupplies(given, context) : null,
  ])
  const category = categories.find(({ id }) => id === categoryId) ?? null
  const own = firstOf(supplies, (id) => wayTo(categories, id).some((one) => one.id === categoryId))
  const pictures = await first.of(context, idsOf([...found.items, ...(own?.products ?? [])]))
  const page = { frame: context.frame(), fields, found, pictures, own, categories, category }
  await sendCatalogue(context, listPage({ ...page, notice: noticeIn(context) }))
}

async function suggest({ calls }: CatalogueGiven, context: ShopContext): Promise<void> {
  const { q } = listFields(context.request.query)
  const query = { q: q.slice(0, 100) }
  const { items } = await calls.open(context, shopProductsApi.suggestProducts, { query })
  await sendFacts(context, {
    items: items.map((item) => ({ name: item.name, pack: item.packSize, href: productPath(item) })),
  })
}

/** What is no longer sold is told with 410, so that search engines forget it. */
async function showProduct(given: CatalogueGiven, context: ShopContext): Promise<void> {
  const { calls, tree, pictures: first } = given
  const { slug } = context.request.params
  const productId = idInSlug(slug)
  if (productId === null) throw new ProblemError('not_found', 'There is no such product')
  const params = { productId }
  const [product, categories, { pictures: shown }, own] = await Promise.all([
    calls.open(context, shopProductsApi.getProduct, { params }),
    tree.all(context),
    calls.open(context, shopPicturesApi.listProductPictures, { params }),
    ownSupplies(given, context),
  ])
  if (product.slug !== slug) return context.response.redirect(301, productPath(product))
  const alternatives = await alternativesTo(calls, context, product)
  const pictures = await first.of(context, idsOf(alternatives))
  const frame = context.frame()
  const page = { frame, product, categories, alternatives, shown, pictures, own, notice: noticeIn(context) }
  if (product.isActive) await sendCatalogue(context, productPage(page))
  else await sendPage(context, productPage(page), 410)
}

/** Others of its category; a product page is whole without them. */
async function alternativesTo(
  calls: ShopCalls,
  context: ShopContext,
  { id, categoryId }: { readonly id: number; readonly categoryId: number | null },
) {
  if (categoryId === null) return []
  const query = {
    categoryId: String(categoryId),
    pageSize: String(ALTERNATIVES + 1),
    sort: 'bestsellers',
  } as const
  const { items } = await calls.open(context, shopProductsApi.findProducts, { query })
  return items.filter((item) => item.id !== id).slice(0, ALTERNATIVES)
}

function idsOf(products: readonly { readonly id: number }[]): number[] {
  return products.map(({ id }) => id)
}

function noticeIn(context: ShopContext): Notice | null {
  return noticeOf(context.notice, texts(context.preferences.language))
}
