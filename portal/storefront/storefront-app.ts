// The storefront as an Express app: the order of its middleware, and its routes.
import express, { type Express, type RequestHandler } from 'express'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { ReplyMetrics } from '@pharmacy-relay/relay-server/http/reply-metrics.ts'
import { traceRequests } from '@pharmacy-relay/relay-server/http/request-trace.ts'
import type { AssetFiles } from '../assets/asset-files.ts'
import { serveAssets } from '../assets/serve-assets.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { dropTrailingSlash } from '../http/trailing-slash.ts'
import type { OriginRule } from '../session/same-origin.ts'
import type { Sessions } from '../session/sessions.ts'
import type { ShopCalls } from './http/shop-calls.ts'
import type { ShopContexts } from './http/shop-contexts.ts'
import { answerShopProblems, refuseForeignForms, refuseForeignOrigins } from './http/shop-problems.tsx'
import { accountRoutes } from './pages/account/account-routes.ts'
import type { BasketKeeper } from './pages/basket/basket-keeper.ts'
import { basketRoutes } from './pages/basket/basket-routes.ts'
import { catalogueRoutes } from './pages/catalogue/catalogue-routes.ts'
import type { CategoryTree } from './pages/catalogue/category-tree.ts'
import { engineRoutes } from './pages/catalogue/engine-routes.ts'
import { passwordRoutes } from './pages/entry/password-routes.ts'
import { registerRoutes } from './pages/entry/register-routes.ts'
import { signInRoutes } from './pages/entry/sign-in-routes.ts'
import { checkoutRoutes } from './pages/orders/checkout-routes.ts'
import { orderRoutes } from './pages/orders/order-routes.ts'
import { paymentRoutes, returnByPost } from './pages/orders/payment-routes.ts'
import { SHOP } from './paths.ts'
import type { FirstPictures } from './pictures/first-pictures.ts'
import type { PictureFiles } from './pictures/picture-files.ts'
import { servePictures } from './pictures/serve-pictures.ts'
import { quickRoutes } from './pages/quick/quick-routes.ts'
import type { CustomerSignIns } from './session/customer-sign-ins.ts'
import type { ShopCookies } from './session/shop-cookies.ts'

const MAX_FORM_BYTES = 16_384
const MAX_FORM_FIELDS = 30
const FORM_OPTIONS = {
  extended: false,
  inflate: false,
  limit: MAX_FORM_BYTES,
  parameterLimit: MAX_FORM_FIELDS,
  type: 'application/x-www-form-urlencoded',
} as const

export interface StorefrontAppGiven {
  readonly assets: AssetFiles
  readonly contexts: ShopContexts
  readonly sessions: Sessions
  readonly signIns: CustomerSignIns
  readonly cookies: ShopCookies
  readonly calls: ShopCalls
  readonly keeper: BasketKeeper
  readonly tree: CategoryTree
  readonly pictures: FirstPictures
  readonly pictureFiles: PictureFiles
  readonly origin: OriginRule
  readonly currency: string
  readonly logger: Logger
  /** Left out in tests that count nothing. */
  readonly replies?: ReplyMetrics | undefined
}

export function createStorefrontApp(given: StorefrontAppGiven): Express {
  const { assets, pictureFiles, contexts, origin, logger, replies } = given
  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', 'simple')
  app.set('etag', false)
  app.set('case sensitive routing', true)
  const isSecure = origin.publicOrigin.startsWith('https:')
  app.use(traceRequests({ isBehindGateway: false, logger, metrics: replies }))
  app.use(securityHeaders({ isSecure, dataPictures: false }))
  app.use(SHOP.pictures, servePictures(pictureFiles))
  app.use('/assets', serveAssets(assets))
  app.use(dropTrailingSlash)
  app.use(returnByPost())
  app.use(contexts.begin, refuseForeignOrigins(contexts, origin))
  app.use(express.urlencoded(FORM_OPTIONS))
  app.use(refuseForeignForms(contexts))
  app.use(routes(given))
  app.use(() => {
    throw new ProblemError('not_found', 'There is nothing at this address')
  })
  app.use(answerShopProblems(contexts, logger))
  return app
}

function routes(given: StorefrontAppGiven): RequestHandler[] {
  return [
    engineRoutes({ ...given, publicOrigin: given.origin.publicOrigin }),
    catalogueRoutes(given),
    basketRoutes(given),
    quickRoutes(given),
    signInRoutes(given),
    registerRoutes(given),
    passwordRoutes(given),
    accountRoutes(given),
    checkoutRoutes(given),
    orderRoutes(given),
    paymentRoutes({ ...given, publicOrigin: given.origin.publicOrigin }),
  ]
}
