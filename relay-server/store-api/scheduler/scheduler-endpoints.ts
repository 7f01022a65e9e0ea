// The handlers of the scheduler's endpoints.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import { pageOfDays } from './days.queries.ts'
import { listTaskRuns, listTasks, pauseNow, resumeNow, runNow, type ControlParts } from './task-control.ts'

export function schedulerHandlers(parts: ControlParts) {
  return {
    listTasks: async () => listTasks(parts),
    listTaskRuns: async ({ params, query }) => listTaskRuns(parts, { ...params, query }),
    runTask: async ({ params, caller }) => runNow(parts, caller, params.task),
    pauseTask: async ({ params, caller }) => pauseNow(parts, caller, params.task),
    resumeTask: async ({ params, caller }) => resumeNow(parts, caller, params.task),
    listDays: async ({ query }) => pageOfDays(parts.db, query),
  } satisfies Partial<EndpointHandlers<typeof storeApi>>
}
