// GET /support is the list by problem, GET /support/computers the search; …/table the live part of each alone.
import { Router } from 'express'
import type { z } from 'zod'
import { ComputerSearchQuery, ProblemListQuery } from '@pharmacy-relay/shared/api/relay-support.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { STAFF_ROLES } from '@pharmacy-relay/shared/user-role.ts'
import { problemRegion } from '../pages/support/problem-region.tsx'
import { searchPage } from '../pages/support/search-page.tsx'
import { searchRegion } from '../pages/support/search-region.tsx'
import { supportPage } from '../pages/support/support-page.tsx'
import { PATHS } from '../views/paths.ts'
import type { PortalParts } from './portal-parts.ts'
import { sendHtml } from './replies.ts'
import { forStaff, type StaffHandler, type StoreCall } from './staff.ts'
import type { Visit } from './visit.ts'

export function supportRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const get = (path: string, handler: StaffHandler) => router.get(path, forStaff(parts, STAFF_ROLES, handler))
  const now = () => new Date(parts.wallNowMs())
  get(PATHS.support, async (visit, store) => {
    await sendHtml(visit, supportPage({ frame: visit.frame(), ...(await problems(visit, store)) }))
  })
  get(PATHS.supportTable, async (visit, store) => {
    const { language } = visit.preferences
    await sendHtml(visit, problemRegion({ language, ...(await problems(visit, store)) }))
  })
  get(PATHS.search, async (visit, store) => {
    const found = await computers(visit, store)
    await sendHtml(visit, searchPage({ frame: visit.frame(), ...found, now: now() }))
  })
  get(PATHS.searchTable, async (visit, store) => {
    const { language } = visit.preferences
    await sendHtml(visit, searchRegion({ language, ...(await computers(visit, store)), now: now() }))
  })
  return router
}

async function problems(visit: Visit, store: StoreCall) {
  const query = readQuery(ProblemListQuery.strip(), visit)
  const list = await store(storeApi.listProblems, { params: null, query: textsOf(query), body: null })
  return { query, list }
}

async function computers(visit: Visit, store: StoreCall) {
  const query = readQuery(ComputerSearchQuery.strip(), visit)
  const list = await store(storeApi.searchComputers, { params: null, query: textsOf(query), body: null })
  return { query, list }
}

/** By the API's own schema; unknown fields are left out. Throws ProblemError `invalid` with every faulty field. */
function readQuery<S extends z.ZodType>(schema: S, { request }: Visit): z.output<S> {
  const parsed = schema.safeParse(request.query)
  if (parsed.success) return parsed.data
  throw new ProblemError('invalid', 'The address of the list is not valid', {
    errors: fieldFaults('query', parsed.error),
  })
}

/** As the API takes it. */
function textsOf<Q extends { readonly page: number; readonly pageSize: number }>(query: Q) {
  return { ...query, page: String(query.page), pageSize: String(query.pageSize) }
}
