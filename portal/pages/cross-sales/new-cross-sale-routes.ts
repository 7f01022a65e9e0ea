// GET /medicines/suggestions/new finds groups and is the form, POST makes a rule (Admin).
import { Router } from 'express'
import { z } from 'zod'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { CrossSaleGroup } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import { SearchText } from '@pharmacy-relay/shared/ids.ts'
import { PROBLEM_CODES, ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../http/forms.ts'
import { redirectWithNotice, sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import { crossSalePath } from './cross-sale-paths.ts'
import { PATHS } from '../../views/paths.ts'
import { newCrossSalePage, type NewCrossSalePageProps, type Sought } from './new-cross-sale-page.tsx'
import { FIRST_TERMS, readTerms, termsForm } from './terms.ts'

export function newCrossSaleRoutes(forPharmacy: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(PATHS.newCrossSale, forPharmacy([pharmacyApi.makeCrossSale], show))
  router.post(PATHS.newCrossSale, forPharmacy([pharmacyApi.makeCrossSale], make))
  return router
}

const SearchQuery = z.object({ ifText: SearchText, thenText: SearchText })
const MakeForm = z.object({ ...SearchQuery.shape, ifGroup: typed(200), thenGroup: typed(200), ...termsForm })

const show: StaffHandler = async (context, pharmacy) => {
  const query = SearchQuery.safeParse(context.request.query).data ?? { ifText: '', thenText: '' }
  const sought = await soughtFor(context, pharmacy, query)
  const chosen = { ifGroup: '', thenGroup: '' }
  const page = { sought, chosen, values: FIRST_TERMS, faults: new Set<never>(), problem: null }
  await sendHtml(context, newCrossSalePage({ frame: context.frame(), ...page }))
}

const make: StaffHandler = async (context, pharmacy) => {
  const form = readForm(MakeForm, context.request.body)
  const { ifGroup, thenGroup } = form
  const read = readTerms(form)
  const again = async (shown: Pick<NewCrossSalePageProps, 'faults' | 'problem'>, code: ProblemCode) => {
    const sought = await soughtFor(context, pharmacy, form)
    const page = { sought, chosen: { ifGroup, thenGroup }, values: form, ...shown }
    const html = newCrossSalePage({ frame: context.frame(), ...page })
    await sendHtml(context, html, PROBLEM_CODES[code].status)
  }
  if ('faults' in read) return await again({ faults: read.faults, problem: null }, 'invalid')
  try {
    const body = { ifGroup, thenGroup, ...read.terms }
    const { id } = await pharmacy(pharmacyApi.makeCrossSale, { params: null, query: null, body })
    await redirectWithNotice(context, crossSalePath(id), 'made')
  } catch (error) {
    const { taken, oddGroups } = texts(context.preferences.language).crossSale
    const words: Partial<Record<ProblemCode, string>> = { state_conflict: taken, invalid: oddGroups }
    const problem = error instanceof ProblemError ? words[error.code] : undefined
    if (!(error instanceof ProblemError) || problem === undefined) throw error
    await again({ faults: new Set(), problem }, error.code)
  }
}

/** Nothing is looked for before both fields are filled in. */
async function soughtFor(
  context: RequestContext,
  pharmacy: StoreCall,
  { ifText, thenText }: z.output<typeof SearchQuery>,
): Promise<Sought> {
  const isAsked = ifText !== '' && thenText !== ''
  if (!isAsked || !may(context.viewer, pharmacyApi.findCrossSaleGroups))
    return { ifText, thenText, found: null }
  const find = async (q: string): Promise<readonly CrossSaleGroup[]> =>
    (await pharmacy(pharmacyApi.findCrossSaleGroups, { params: null, query: { q }, body: null })).groups
  const [ifs, thens] = await Promise.all([find(ifText), find(thenText)])
  return { ifText, thenText, found: { ifs, thens } }
}
