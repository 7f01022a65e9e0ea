// GET /scheduler lists the tasks, /scheduler/tasks/{task} their runs, /scheduler/days the days; POST runs, pauses and resumes one.
import { Router } from 'express'
import { z } from 'zod'
import { TaskName, TaskRunsQuery, schedulerApi } from '@pharmacy-relay/shared/api/scheduler.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { readForm } from '../../http/forms.ts'
import { redirect, redirectWithNotice, sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler } from '../../http/staff.ts'
import { PATHS } from '../../views/paths.ts'
import { daysPage } from './days-page.tsx'
import { runsPage } from './runs-page.tsx'
import { schedulerNotice, type SchedulerNotice } from './scheduler-notices.ts'
import { schedulerPage } from './scheduler-page.tsx'
import { tasksTable } from './tasks-table.tsx'
import { SCHEDULER_PATHS } from './scheduler-paths.ts'

export function schedulerRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const { listTasks, listTaskRuns, listDays, runTask, pauseTask, resumeTask } = storeApi
  router.get(PATHS.scheduler, forStaff([listTasks], show))
  router.get(SCHEDULER_PATHS.table, forStaff([listTasks], showTable))
  router.get(SCHEDULER_PATHS.days, forStaff([listDays], showDays))
  router.get(`${PATHS.scheduler}/tasks/:task`, forStaff([listTaskRuns], showRuns))
  router.post(SCHEDULER_PATHS.run, forStaff([runTask], changing(runTask, 'asked_for')))
  router.post(SCHEDULER_PATHS.pause, forStaff([pauseTask], changing(pauseTask, 'paused')))
  router.post(SCHEDULER_PATHS.resume, forStaff([resumeTask], changing(resumeTask, 'resumed')))
  // These addresses only answer forms; who comes back to them finds the list.
  router.get(
    [SCHEDULER_PATHS.run, SCHEDULER_PATHS.pause, SCHEDULER_PATHS.resume],
    forStaff([listTasks], toList),
  )
  return router
}

const NO_FIELDS = { params: null, query: null, body: null }

const show: StaffHandler = async (context, store) => {
  const { tasks } = await store(storeApi.listTasks, NO_FIELDS)
  const notice = schedulerNotice(context.takeNotice())
  await sendHtml(context, schedulerPage({ frame: context.frame(), tasks, notice, now: context.now() }))
}

const showTable: StaffHandler = async (context, store) => {
  const { tasks } = await store(storeApi.listTasks, NO_FIELDS)
  const { viewer, preferences } = context
  const { language } = preferences
  await sendHtml(context, tasksTable({ viewer, language, tasks, isAskedFor: false, now: context.now() }))
}

const toList: StaffHandler = async (context) => redirect(context, PATHS.scheduler)

const showRuns: StaffHandler = async (context, store) => {
  const task = TaskName.safeParse(context.request.params['task'])
  if (!task.success) throw new ProblemError('not_found', 'There is no such task')
  const query = readQuery(TaskRunsQuery, context)
  const { outcome } = query
  const list = await store(storeApi.listTaskRuns, {
    params: { task: task.data },
    query: { ...pageOf(query), ...(outcome === undefined ? {} : { outcome }) },
    body: null,
  })
  await sendHtml(context, runsPage({ frame: context.frame(), query, list, now: context.now() }))
}

const showDays: StaffHandler = async (context, store) => {
  const query = readQuery(schedulerApi.listDays.query, context)
  const list = await store(storeApi.listDays, { params: null, query: pageOf(query), body: null })
  await sendHtml(context, daysPage({ frame: context.frame(), query, list }))
}

type TaskChange = typeof storeApi.runTask | typeof storeApi.pauseTask | typeof storeApi.resumeTask

/** A task that runs already is no fault of who pressed the button. */
function changing(entry: TaskChange, done: SchedulerNotice): StaffHandler {
  return async (context, store) => {
    const { task } = readForm(z.object({ task: TaskName }), context.request.body)
    const word = await store(entry, { params: { task }, query: null, body: null }).then(
      (): SchedulerNotice => done,
      alreadyRunning,
    )
    await redirectWithNotice(context, PATHS.scheduler, word)
  }
}

function alreadyRunning(error: unknown): SchedulerNotice {
  if (error instanceof ProblemError && error.code === 'state_conflict') return 'already_running'
  throw error
}

const pageOf = ({ page, pageSize }: { readonly page: number; readonly pageSize: number }) => ({
  page: String(page),
  pageSize: String(pageSize),
})

/** Unknown fields are left out. Throws ProblemError `invalid`. */
function readQuery<S extends z.ZodObject>(schema: S, { request }: RequestContext): z.output<S> {
  const given = Object.entries(request.query).filter(([, value]) => value !== '')
  const parsed = schema.strip().safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data as z.output<S>
  const errors = fieldFaults('query', parsed.error)
  throw new ProblemError('invalid', 'The address of the list is not valid', { errors })
}
