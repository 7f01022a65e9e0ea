// GET /staff-history: what staff did (Admin, SuperSupport).
import { Router } from 'express'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { Staff } from '@pharmacy-relay/shared/api/staff-history.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import { PATHS } from '../../views/paths.ts'
import { LogFilter, logQuery } from './log-address.ts'
import { staffHistoryPage } from './staff-history-page.tsx'

export function staffHistoryRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(PATHS.staffHistory, forStaff([storeApi.listStaffOperations], show))
  return router
}

const show: StaffHandler = async (context, store) => {
  const filter = filterOf(context)
  const frame = context.frame()
  const query = logQuery(filter, frame.zone)
  const [list, staffs] = await Promise.all([
    store(storeApi.listStaffOperations, { params: null, query, body: null }),
    namesOf(context, store),
  ])
  await sendHtml(context, staffHistoryPage({ frame, filter, staffs, list }))
}

/** For the filter by person, which is empty for who may not ask. */
async function namesOf({ viewer }: RequestContext, store: StoreCall): Promise<Staff[]> {
  if (!may(viewer, storeApi.listStaffs)) return []
  return (await store(storeApi.listStaffs, { params: null, query: null, body: null })).staffs
}

/** Unknown fields are left out. Throws ProblemError `invalid` with every faulty field. */
export function filterOf({ request }: RequestContext): LogFilter {
  const parsed = LogFilter.safeParse(request.query)
  if (parsed.success) return parsed.data
  const errors = fieldFaults('query', parsed.error)
  throw new ProblemError('invalid', 'The address of the list is not valid', { errors })
}
