// Addresses of support tasks: the list, whose query string keeps view, page and page size, one task, and its forms.
import type { z } from 'zod'
import { TaskListQuery } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import { PATHS } from '../../views/paths.ts'

/** What the address of the list may say; unknown fields are ignored. */
export const TasksQuery = TaskListQuery.pick({ view: true, page: true, pageSize: true }).strip()
export type TasksQuery = z.output<typeof TasksQuery>

const DEFAULTS: TasksQuery = { view: 'free', page: 1, pageSize: 50 }

export function tasksAddress(query: TasksQuery, changes: Partial<TasksQuery> = {}): string {
  return PATHS.supportTasks + searchOf({ ...query, ...changes })
}

/** Where the live part comes from. */
export function tasksTableAddress(query: TasksQuery): string {
  return PATHS.supportTasksTable + searchOf(query)
}

function searchOf(query: TasksQuery): string {
  const parts = (['view', 'page', 'pageSize'] as const).filter((key) => query[key] !== DEFAULTS[key])
  const search = new URLSearchParams(parts.map((key) => [key, String(query[key])])).toString()
  return search === '' ? '' : `?${search}`
}

/** One support task. */
export function taskPath(taskId: number): string {
  return `${PATHS.supportTasks}/${taskId}`
}

/** POST makes a step with it, fields `version`, `note`; `messages` writes into it, `talk` is the live part of the page. */
export function taskStepPath(taskId: number, step: string): string {
  return `${taskPath(taskId)}/${step}`
}
