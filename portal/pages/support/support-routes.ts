// GET /support is the list by problem, GET /support/computers the search; …/table the live part of each alone.
import { Router } from 'express'
import type { z } from 'zod'
import {
  ComputerSearchQuery,
  ProblemListQuery,
  supportProblems,
} from '@pharmacy-relay/shared/api/relay-support.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { problemRegion } from './problem-region.tsx'
import { searchPage } from './search-page.tsx'
import { searchRegion } from './search-region.tsx'
import type { ProblemQuery } from './support-address.ts'
import { supportPage } from './support-page.tsx'
import { PATHS } from '../../views/paths.ts'
import { sendHtml } from '../../http/replies.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import type { RequestContext } from '../../http/request-context.ts'

export function supportRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(PATHS.support, forStaff([storeApi.listProblems], showProblems))
  router.get(PATHS.supportTable, forStaff([storeApi.listProblems], showProblemTable))
  router.get(PATHS.search, forStaff([storeApi.searchComputers], showSearch))
  router.get(PATHS.searchTable, forStaff([storeApi.searchComputers], showFound))
  return router
}

/** Who names no problem sees the first one that some computer has. */
const showProblems: StaffHandler = async (context, store) => {
  const asked = await problems(context, store)
  const first = supportProblems.find((problem) => asked.list.counts[problem] > 0)
  const isOther = context.request.query['problem'] === undefined && first !== undefined
  const { query, list } = isOther ? await problemsOf({ ...asked.query, problem: first }, store) : asked
  await sendHtml(context, supportPage({ frame: context.frame(), query, list }))
}

const showProblemTable: StaffHandler = async (context, store) => {
  const { query, list } = await problems(context, store)
  const { viewer, preferences } = context
  const { language } = preferences
  await sendHtml(context, problemRegion({ language, viewer, query, list }))
}

const showSearch: StaffHandler = async (context, store) => {
  const { query, list } = await computers(context, store)
  await sendHtml(context, searchPage({ frame: context.frame(), query, list, now: context.now() }))
}

const showFound: StaffHandler = async (context, store) => {
  const { query, list } = await computers(context, store)
  const { viewer, preferences } = context
  const { language } = preferences
  await sendHtml(context, searchRegion({ language, viewer, query, list, now: context.now() }))
}

async function problems(context: RequestContext, store: StoreCall) {
  return await problemsOf(problemQuery(context), store)
}

async function problemsOf(query: ProblemQuery, store: StoreCall) {
  const list = await store(storeApi.listProblems, { params: null, query: textsOf(query), body: null })
  return { query, list }
}

async function computers(context: RequestContext, store: StoreCall) {
  const query = computerQuery(context)
  const list = await store(storeApi.searchComputers, { params: null, query: textsOf(query), body: null })
  return { query, list }
}

/** Throws like `readQuery`. */
export function problemQuery(context: RequestContext) {
  return readQuery(ProblemListQuery.strip(), context)
}

/** Throws like `readQuery`. */
export function computerQuery(context: RequestContext) {
  return readQuery(ComputerSearchQuery.strip(), context)
}

/** By the API's own schema; unknown fields are left out. Throws ProblemError `invalid` with every faulty field. */
function readQuery<S extends z.ZodType>(schema: S, { request }: RequestContext): z.output<S> {
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
