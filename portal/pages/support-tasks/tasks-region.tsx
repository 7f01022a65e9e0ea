// The live part of the list of support tasks: the four lists with their counts, and the tasks of one.
import { renderToString } from 'preact-render-to-string'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { TaskState, type SupportTaskRow } from '@pharmacy-relay/shared/api/support/support-task.ts'
import { TaskView, type supportTasksApi } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { CsvLink } from '../../views/csv/csv-link.tsx'
import { Paging, PastTheEnd } from '../../views/paging.tsx'
import { taskPath, tasksAddress, tasksTableAddress, type TasksQuery } from './task-address.ts'
import { TaskDue, TaskOwner, TaskPlace, TaskPriority, taskTitle, TaskWrong } from './task-words.tsx'

export type TaskList = EndpointResult<typeof supportTasksApi.listSupportTasks>

export interface TasksRegionProps {
  readonly viewer: Viewer | null
  readonly language: Language
  readonly query: TasksQuery
  readonly list: TaskList
}

/** Tasks come at pharmacies that are not on the page: refetched so often, in s. */
const REFRESH_S = 10
/** News of its tasks are in the row at once; the table is fetched within so many s, since the whole desk looks at the same one. */
const SPREAD_S = 4

/** The fragment that replaces `#support-tasks`. */
export function tasksRegion(props: TasksRegionProps): string {
  return renderToString(<TasksRegion {...props} />)
}

export function TasksRegion({ language, viewer, query, list }: TasksRegionProps) {
  const t = texts(language)
  const s = t.supportTasks
  const { unanswered, overdue, unread } = list.counts
  return (
    <div
      id="support-tasks"
      data-live-region
      data-customers={[...new Set(list.items.map(({ customerId }) => customerId))].join(',')}
      data-refresh={tasksTableAddress(query)}
      data-refresh-s={REFRESH_S}
      data-spread-s={SPREAD_S}
      data-text-nobody={s.nobody}
      {...Object.fromEntries(TaskState.options.map((state) => [`data-text-${state}`, s.states[state]]))}
      data-event-id={String(list.lastEventId)}
      data-now={list.asOf}
    >
      <Views query={query} list={list} t={t} />
      <div class="result-line">
        <span>{s.tasks(list.total)}</span>
        <span>{s.unanswered(unanswered)}</span>
        <span class={overdue > 0 ? 'task-late' : undefined}>{s.overdue(overdue)}</span>
        {unread > 0 && <span>{s.unread(unread)}</span>}
      </div>
      {list.items.length === 0 ? (
        <Nothing query={query} list={list} t={t} />
      ) : (
        <TaskTable viewer={viewer} list={list} query={query} t={t} />
      )}
      {list.items.length > 0 && <CsvLink list={tasksAddress(query)} t={t} />}
      <Paging query={query} list={list} address={(changes) => tasksAddress(query, changes)} t={t} />
    </div>
  )
}

interface PartProps {
  readonly query: TasksQuery
  readonly list: TaskList
  readonly t: Texts
}

function Views({ query, list, t }: PartProps) {
  const { free, mine, all } = list.counts
  const counts: Partial<Record<TaskView, number>> = { free, mine, all }
  const number = (n: number | undefined) => (n === undefined ? '' : new Intl.NumberFormat(t.locale).format(n))
  return (
    <nav aria-label={t.supportTasks.viewsLabel}>
      <ul class="problem-tabs">
        {TaskView.options.map((view) => (
          <li key={view}>
            <a
              id={`tasks-${view}`}
              class={view === 'free' && free > 0 ? 'problem-tab has-some' : 'problem-tab'}
              href={tasksAddress(query, { view, page: 1 })}
              aria-current={view === query.view ? 'page' : undefined}
            >
              <span class="problem-name">{t.supportTasks.views[view]}</span>{' '}
              <span class="problem-count">{number(counts[view])}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function TaskTable({ viewer, query, list, t }: PartProps & Pick<TasksRegionProps, 'viewer'>) {
  const s = t.supportTasks
  return (
    <div class="card-plain table-card">
      <table class="support-table task-table">
        <caption class="visually-hidden">{s.views[query.view]}</caption>
        <thead>
          <tr>
            <th scope="col" class="col-what">
              {s.what}
            </th>
            <th scope="col">{s.pharmacy}</th>
            <th scope="col">{s.due}</th>
            <th scope="col">{s.who}</th>
            <th scope="col">{s.state}</th>
          </tr>
        </thead>
        <tbody>
          {list.items.map((task) => (
            <TaskLine key={task.id} viewer={viewer} task={task} now={new Date(list.asOf)} t={t} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface LineProps {
  readonly viewer: Viewer | null
  readonly task: SupportTaskRow
  readonly now: Date
  readonly t: Texts
}

function TaskLine({ viewer, task, now, t }: LineProps) {
  const s = t.supportTasks
  return (
    <tr data-key={`task-${task.id}`} data-seq={String(task.version)} data-row-link>
      <th scope="row" class="cell-computer">
        {may(viewer, storeApi.getSupportTask) ? (
          <a class="pc-name" href={taskPath(task.id)}>
            <bdi>{taskTitle(task, t)}</bdi>
          </a>
        ) : (
          <bdi>{taskTitle(task, t)}</bdi>
        )}
        <TaskWrong task={task} now={now} t={t} />
        {task.unread > 0 && <span class="task-unread">{s.unread(task.unread)}</span>}
      </th>
      <td>
        <TaskPlace task={task} t={t} />
      </td>
      <td>
        <span class="cell-label" aria-hidden="true">
          {s.due}
        </span>
        <TaskDue task={task} now={now} t={t} />
        <TaskPriority task={task} t={t} />
      </td>
      <td>
        <span class="cell-label" aria-hidden="true">
          {s.who}
        </span>
        <span data-owner>
          <TaskOwner task={task} t={t} />
        </span>
      </td>
      <td>
        <span class="cell-label" aria-hidden="true">
          {s.state}
        </span>
        <span data-state>{s.states[task.state]}</span>
      </td>
    </tr>
  )
}

function Nothing({ query, list, t }: PartProps) {
  if (list.total > 0) return <PastTheEnd firstPage={tasksAddress(query, { page: 1 })} t={t} />
  return (
    <div class="card-plain nothing">
      <h2>{t.supportTasks.none[query.view]}</h2>
      <p>{t.supportTasks.noneAdvice}</p>
    </div>
  )
}
