// POST /support/tasks/{id}/typing: a letter was typed on the page of a task. Nothing is kept of it.
import { Router } from 'express'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { markQuiet } from '@pharmacy-relay/relay-server/http/request-trace.ts'
import type { TaskPages } from '../../events/task-pages.ts'
import { sendNothing } from '../../http/replies.ts'
import type { ForStaff } from '../../http/staff.ts'
import { PATHS } from '../../views/paths.ts'
import { taskIdOf } from './task-routes.ts'

export function typingRoutes(forStaff: ForStaff, pages: Pick<TaskPages, 'writes'>): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.post(
    `${PATHS.supportTasks}/:taskId/typing`,
    forStaff([storeApi.sendTaskMessage], async (context) => {
      const { session } = context
      // A letter each second, of everybody who writes.
      markQuiet(context.response)
      const taskId = taskIdOf(context)
      if (session !== null) pages.writes(session.id, taskId)
      await sendNothing(context)
    }),
  )
  return router
}
