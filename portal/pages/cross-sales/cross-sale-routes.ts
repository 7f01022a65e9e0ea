// GET /medicines/suggestions lists rules and pairs, …/{id} is one; POST there saves, …/approval approves, …/end ends it (Admin).
import { Router } from 'express'
import { z } from 'zod'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { CrossSaleApproval } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { PROBLEM_CODES, ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed, versionText } from '../../http/forms.ts'
import { redirect, redirectWithNotice, sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import { crossSalePath } from './cross-sale-paths.ts'
import { PATHS } from '../../views/paths.ts'
import { crossSaleNotice, type CrossSaleNotice } from './cross-sale-notices.ts'
import { crossSalePage, type CrossSalePageProps } from './cross-sale-page.tsx'
import { crossSalesQuery } from './cross-sales-address.ts'
import { crossSalesPage } from './cross-sales-page.tsx'
import { readTerms, termsForm, termsOf, type TermsValues } from './terms.ts'

export function crossSaleRoutes(forPharmacy: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const one = `${PATHS.crossSales}/:crossSaleId`
  const { listCrossSales, getCrossSale, changeCrossSale, approveCrossSale, endCrossSale } = pharmacyApi
  router.get(PATHS.crossSales, forPharmacy([listCrossSales], showList))
  router.get(one, forPharmacy([getCrossSale], show))
  router.post(one, forPharmacy([changeCrossSale], save))
  router.post(`${one}/approval`, forPharmacy([approveCrossSale], approve))
  router.post(`${one}/end`, forPharmacy([endCrossSale], end))
  // These addresses only answer forms; who comes back to them finds the page.
  router.get([`${one}/approval`, `${one}/end`], forPharmacy([getCrossSale], toPage))
  return router
}

const showList: StaffHandler = async (context, pharmacy) => {
  const query = crossSalesQuery(context.request.query)
  const { page, pageSize, state } = query
  const asked = { page: String(page), pageSize: String(pageSize), ...(state === undefined ? {} : { state }) }
  const list = await pharmacy(pharmacyApi.listCrossSales, { params: null, query: asked, body: null })
  await sendHtml(context, crossSalesPage({ frame: context.frame(), query, list }))
}

const show: StaffHandler = async (context, pharmacy) => {
  await sendPage(context, pharmacy, { code: null })
}

interface Refused {
  /** Null: nothing was. */
  readonly code: ProblemCode | null
  readonly problem?: string | null
  readonly faults?: CrossSalePageProps['faults']
  /** As they were typed. */
  readonly values?: TermsValues
}

async function sendPage(
  context: RequestContext,
  pharmacy: StoreCall,
  { code, problem = null, faults = new Set(), values }: Refused,
): Promise<void> {
  const crossSaleId = idOf(context)
  const params = { crossSaleId: String(crossSaleId) }
  const about = await pharmacy(pharmacyApi.getCrossSale, { params, query: null, body: null })
  const html = crossSalePage({
    frame: context.frame(crossSalePath(crossSaleId)),
    about,
    values: values ?? termsOf(about),
    faults,
    notice: crossSaleNotice(context.takeNotice()),
    problem,
  })
  await sendHtml(context, html, code === null ? 200 : PROBLEM_CODES[code].status)
}

const save: StaffHandler = async (context, pharmacy) => {
  const form = readForm(z.object({ version: versionText, ...termsForm }), context.request.body)
  const read = readTerms(form)
  if ('faults' in read)
    return await sendPage(context, pharmacy, { code: 'invalid', faults: read.faults, values: form })
  await changed(context, pharmacy, 'saved', (params) =>
    pharmacy(pharmacyApi.changeCrossSale, { params, query: null, body: read.terms }, form.version),
  )
}

const approve: StaffHandler = async (context, pharmacy) => {
  const form = readForm(z.object({ version: versionText, pharmacist: typed(1_000) }), context.request.body)
  const body = CrossSaleApproval.safeParse({ pharmacist: form.pharmacist })
  if (!body.success)
    return await sendPage(context, pharmacy, { code: 'invalid', faults: new Set(['pharmacist']) })
  await changed(context, pharmacy, 'approved', (params) =>
    pharmacy(pharmacyApi.approveCrossSale, { params, query: null, body: body.data }, form.version),
  )
}

const end: StaffHandler = async (context, pharmacy) => {
  const { version } = readForm(z.object({ version: versionText }), context.request.body)
  await changed(context, pharmacy, 'ended', (params) =>
    pharmacy(pharmacyApi.endCrossSale, { params, query: null, body: null }, version),
  )
}

/** Leads to the page, which says what was done; what was refused is said on it at once, with what is now. */
async function changed(
  context: RequestContext,
  pharmacy: StoreCall,
  ...[notice, change]: readonly [
    CrossSaleNotice,
    (params: { readonly crossSaleId: string }) => Promise<unknown>,
  ]
): Promise<void> {
  const crossSaleId = idOf(context)
  try {
    await change({ crossSaleId: String(crossSaleId) })
  } catch (error) {
    const { stale, refused } = texts(context.preferences.language).crossSale
    const words: Partial<Record<ProblemCode, string>> = { version_stale: stale, state_conflict: refused }
    const problem = error instanceof ProblemError ? words[error.code] : undefined
    if (!(error instanceof ProblemError) || problem === undefined) throw error
    return await sendPage(context, pharmacy, { code: error.code, problem })
  }
  await redirectWithNotice(context, crossSalePath(crossSaleId), notice)
}

const toPage: StaffHandler = async (context) => {
  await redirect(context, crossSalePath(idOf(context)))
}

/** Throws ProblemError `not_found`. */
function idOf({ request }: RequestContext): number {
  const id = IdText.safeParse(request.params['crossSaleId'])
  if (!id.success) throw new ProblemError('not_found', 'There is no such rule or pair')
  return id.data
}
