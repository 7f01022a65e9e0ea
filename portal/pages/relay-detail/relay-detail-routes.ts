// GET /relay/:storeId is the page of a pharmacy (?edit=ID with the editor of one computer's role), GET /relay/:storeId/computers its live part alone.
import { Router } from 'express'
import { may, mayAny } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { LabelHour } from '@pharmacy-relay/shared/labels/job-counters.ts'
import { ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { relayDetailComputers } from './relay-detail-computers.tsx'
import { pageNotice } from '../../views/page-notices.ts'
import { relayDetailPage } from './relay-detail-page.tsx'
import { PATHS } from '../../views/paths.ts'
import { CHANGE_ROLE } from '../../views/purposes.ts'
import { computerIn, customerOf } from '../../http/named-customer.ts'
import { editorFor } from './editor-page.ts'
import { sendHtml } from '../../http/replies.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'

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
  const { role } = context.request.query
  const editor = computer === null ? null : await editorFor({ customer, computer }, store, role)
  const hours = may(context.viewer, storeApi.pharmacyLabels) ? await labelHours(customer, store) : null
  const page = { frame: context.frame(), customer, now: context.now(), notice, editor, hours }
  await sendHtml(context, relayDetailPage(page))
}

/** Pictures are no reason to show no page. Null too of a store API of the version before. */
async function labelHours({ id }: CustomerDetail, store: StoreCall): Promise<readonly LabelHour[] | null> {
  const call = { params: { customerId: String(id) }, query: null, body: null }
  try {
    return (await store(storeApi.pharmacyLabels, call)).hours
  } catch (error) {
    if (error instanceof ProblemError && NO_PICTURE.has(error.code)) return null
    throw error
  }
}

const NO_PICTURE: ReadonlySet<ProblemCode> = new Set([
  'not_found',
  'unavailable',
  'upstream_timeout',
] as const)

const showComputers: StaffHandler = async (context, store) => {
  const customer = await customerOf(context, store)
  const { viewer, preferences } = context
  const { language } = preferences
  await sendHtml(context, relayDetailComputers({ language, viewer, customer, now: context.now() }))
}
