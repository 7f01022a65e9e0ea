// GET /search is the search from anywhere as a page, /search/options what the dialog shows below its field.
import { Router } from 'express'
import { panelSearchApi } from '@pharmacy-relay/shared/api/panel-search.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import { SEARCH_PATHS } from '../../views/search/search-paths.ts'
import { searchEverywherePage } from './search-page.tsx'
import { searchOptions } from './search-results.tsx'

export function searchRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(SEARCH_PATHS.everywhere, forStaff([storeApi.searchEverywhere], showPage))
  router.get(SEARCH_PATHS.options, forStaff([storeApi.searchEverywhere], showOptions))
  return router
}

const showPage: StaffHandler = async (context, store) => {
  const q = readQuery(context)
  const found = q === '' ? null : await foundBy(store, q)
  await sendHtml(context, searchEverywherePage({ frame: context.frame(), q, found }))
}

const showOptions: StaffHandler = async (context, store) => {
  const q = readQuery(context)
  const { viewer, preferences } = context
  const { language } = preferences
  await sendHtml(context, searchOptions({ viewer, q, found: await foundBy(store, q), language }))
}

const foundBy = async (store: StoreCall, q: string) =>
  store(storeApi.searchEverywhere, { params: null, query: { q }, body: null })

/** Unknown fields are left out. Throws ProblemError `invalid`. */
function readQuery({ request }: RequestContext): string {
  const parsed = panelSearchApi.searchEverywhere.query.strip().safeParse(request.query)
  if (parsed.success) return parsed.data.q
  throw new ProblemError('invalid', 'The address of the search is not valid', {
    errors: fieldFaults('query', parsed.error),
  })
}
