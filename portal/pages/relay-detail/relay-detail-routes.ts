// GET /relay/:storeId is the page of a pharmacy (?edit=ID with the editor of one computer's role), GET /relay/:storeId/computers its live part alone.
import { Router } from 'express'
import { mayAny } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { relayDetailComputers } from './relay-detail-computers.tsx'
import { pageNotice } from '../../views/page-notices.ts'
import { relayDetailPage } from './relay-detail-page.tsx'
import { PATHS } from '../../views/paths.ts'
import { CHANGE_ROLE } from '../../views/purposes.ts'
import { computerIn, customerOf } from '../../http/named-customer.ts'
import { editorFor } from './editor-page.ts'
import { sendHtml } from '../../http/replies.ts'
import type { ForStaff, StaffHandler } from '../../http/staff.ts'

export function relayDetailRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId`
  router.get(path, forStaff([storeApi.getCustomerByStoreId], showPage))
  router.get(`${path}/computers`, forStaff([storeApi.getCustomerByStoreId], showComputers))
  return router
}

const showPage: StaffHandler = async (context, store) => {
  const customer = await customerOf(context, store)
  const notice = pageNotice(context.takeNotice())
  const computer = mayAny(context.viewer, CHANGE_ROLE)
    ? computerIn(customer, context.request.query['edit'])
    : null
  const editor = computer === null ? null : await editorFor({ customer, computer }, store)
  const page = { frame: context.frame(), customer, now: context.now(), notice, editor }
  await sendHtml(context, relayDetailPage(page))
}

const showComputers: StaffHandler = async (context, store) => {
  const customer = await customerOf(context, store)
  const { viewer, preferences } = context
  const { language } = preferences
  await sendHtml(context, relayDetailComputers({ language, viewer, customer, now: context.now() }))
}
