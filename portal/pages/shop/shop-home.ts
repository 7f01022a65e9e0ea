// GET /shop leads to the first page of the shop that one may see.
import { Router } from 'express'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { redirect } from '../../http/replies.ts'
import type { ForStaff, StaffHandler } from '../../http/staff.ts'
import { SHOP_PAGES } from '../../views/shop-pages.ts'
import { SHOP_PATHS } from '../../views/shop-paths.ts'

export function shopHomeRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const purposes = SHOP_PAGES.map(({ purpose }) => purpose)
  router.get(SHOP_PATHS.shop, forStaff(purposes, leadOn))
  return router
}

const leadOn: StaffHandler = async (context) => {
  const page = SHOP_PAGES.find(({ purpose }) => may(context.viewer, purpose))
  await redirect(context, page?.to ?? SHOP_PATHS.products)
}
