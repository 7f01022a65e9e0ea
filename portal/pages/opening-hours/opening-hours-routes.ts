// GET /relay/:storeId/hours shows when the pharmacy is open, POST saves it or shows the form again with what was wrong.
import { Router } from 'express'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { readForm } from '../../http/forms.ts'
import { customerOf } from '../../http/named-customer.ts'
import { redirectToPharmacy, sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler } from '../../http/staff.ts'
import { PATHS } from '../../views/paths.ts'
import { openingHoursPage } from './opening-hours-page.tsx'
import { changeOf, HoursForm, valuesOf, type HoursFault, type HoursValues } from './week-form.ts'

export function openingHoursRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/hours`
  router.get(path, forStaff([storeApi.setOpeningHours], show))
  router.post(path, forStaff([storeApi.setOpeningHours], save))
  return router
}

const show: StaffHandler = async (context, store) => {
  const customer = await customerOf(context, store)
  const { week = null, timeZone = null } = customer.openingHours ?? {}
  await send(context, customer, { values: valuesOf(week, timeZone), fault: null })
}

const save: StaffHandler = async (context, store) => {
  const { how, ...values } = readForm(HoursForm, context.request.body)
  const customer = await customerOf(context, store)
  const body = changeOf(values, how)
  if (typeof body === 'string') return await send(context, customer, { values, fault: body })
  const params = { customerId: String(customer.id) }
  const { storeId } = await store(storeApi.setOpeningHours, { params, query: null, body })
  await redirectToPharmacy(context, storeId, 'saved')
}

async function send(
  context: RequestContext,
  customer: CustomerDetail,
  { values, fault }: { readonly values: HoursValues; readonly fault: HoursFault | null },
): Promise<void> {
  const source = customer.openingHours?.source ?? 'unknown'
  const html = openingHoursPage({ frame: context.frame(), customer, source, values, fault })
  await sendHtml(context, html, fault === null ? 200 : 422)
}
