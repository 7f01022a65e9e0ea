// The tasks in a table; it asks again by itself while one runs, or was asked to.
import { renderToString } from 'preact-render-to-string'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { ScheduledTask } from '@pharmacy-relay/shared/api/scheduler.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { RowButton } from '../../views/row-button.tsx'
import { Age, Exact } from '../../views/times/time.tsx'
import { LastRun } from './run-outcome.tsx'
import { scheduleText, taskWords } from './task-text.ts'
import { SCHEDULER_PATHS, taskPath } from './scheduler-paths.ts'

const REFRESH_S = 2

/** The forms that the buttons of all rows belong to. */
export const FORMS = [
  { id: 'run-task', action: SCHEDULER_PATHS.run, endpoint: 'runTask' },
  { id: 'pause-task', action: SCHEDULER_PATHS.pause, endpoint: 'pauseTask' },
  { id: 'resume-task', action: SCHEDULER_PATHS.resume, endpoint: 'resumeTask' },
] as const

export interface TasksTableProps {
  readonly viewer: Viewer | null
  readonly language: Language
  readonly tasks: readonly ScheduledTask[]
  /** One was asked to run a moment ago, and may not have begun. */
  readonly isAskedFor: boolean
  readonly now: Date
}

/** The fragment that replaces `#tasks`. */
export function tasksTable(props: TasksTableProps): string {
  return renderToString(<TasksTable {...props} />)
}

export function TasksTable({ viewer, language, tasks, isAskedFor, now }: TasksTableProps) {
  const t = texts(language)
  const moves = isAskedFor || tasks.some(({ state }) => state === 'running')
  return (
    <div
      id="tasks"
      data-live-region
      data-refresh={moves ? SCHEDULER_PATHS.table : undefined}
      data-refresh-s={moves ? REFRESH_S : undefined}
    >
      {tasks.length === 0 ? (
        <div class="card-plain nothing">
          <h2>{t.scheduler.noTasks}</h2>
        </div>
      ) : (
        <Rows tasks={tasks} viewer={viewer} now={now} t={t} />
      )}
    </div>
  )
}

interface RowsProps extends Pick<TasksTableProps, 'viewer' | 'tasks' | 'now'> {
  readonly t: Texts
}

function Rows({ tasks, viewer, now, t }: RowsProps) {
  const s = t.scheduler
  const mayChange = FORMS.some(({ endpoint }) => may(viewer, storeApi[endpoint]))
  return (
    <div class="card-plain table-card">
      <table class="staff-table task-table">
        <caption class="visually-hidden">{s.title}</caption>
        <thead>
          <tr>
            <th scope="col">{s.task}</th>
            <th scope="col">{s.when}</th>
            <th scope="col">{s.last}</th>
            <th scope="col">{s.next}</th>
            {mayChange && <th scope="col">{s.change}</th>}
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <TaskRow key={task.name} task={task} viewer={viewer} now={now} t={t} mayChange={mayChange} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TaskRowProps {
  readonly task: ScheduledTask
  readonly viewer: Viewer | null
  readonly now: Date
  readonly t: Texts
}

function TaskRow({ task, viewer, now, t, mayChange }: TaskRowProps & { readonly mayChange: boolean }) {
  const { name, does } = taskWords(task.name, t)
  const isLinked = may(viewer, storeApi.listTaskRuns)
  return (
    <tr>
      <th scope="row">
        {isLinked ? <a href={taskPath(task.name)}>{name}</a> : name}
        <span class="sub">{does}</span>
      </th>
      <td>
        {scheduleText(task, t)}
        {task.every === 'day' && <span class="sub">{task.timeZone}</span>}
      </td>
      <td>
        <span class="cell-word">{t.scheduler.last}: </span>
        <LastRun task={task} now={now} t={t} />
      </td>
      <td>
        <span class="cell-word">{t.scheduler.next}: </span>
        <Next task={task} now={now} t={t} />
      </td>
      {mayChange && (
        <td>
          <Buttons task={task} name={name} viewer={viewer} t={t} />
        </td>
      )}
    </tr>
  )
}

function Next({ task, now, t }: Pick<TaskRowProps, 'task' | 'now' | 't'>) {
  const { nextAt, pausedAt, pausedBy } = task
  if (nextAt !== null) return <Exact at={nextAt} locale={t.locale} />
  return (
    <>
      <span class="task-paused">{t.scheduler.paused}</span>
      {pausedBy !== null && (
        <span class="sub">
          <bdi>{t.scheduler.pausedBy(pausedBy)}</bdi>
        </span>
      )}
      {pausedAt !== null && (
        <span class="sub">
          <Age at={pausedAt} now={now} locale={t.locale} />
        </span>
      )}
    </>
  )
}

function Buttons({ task, name, viewer, t }: Omit<TaskRowProps, 'now'> & { readonly name: string }) {
  const { run, pause, resume, running } = t.scheduler
  const button = { name: 'task', value: task.name, of: name, class: 'btn btn-sm' }
  const isPaused = task.nextAt === null
  return (
    <div class="task-buttons">
      {may(viewer, storeApi.runTask) && (
        <RowButton form="run-task" {...button} obstacle={task.state === 'running' ? running : null}>
          {run}
        </RowButton>
      )}
      {!isPaused && may(viewer, storeApi.pauseTask) && (
        <RowButton form="pause-task" {...button}>
          {pause}
        </RowButton>
      )}
      {isPaused && may(viewer, storeApi.resumeTask) && (
        <RowButton form="resume-task" {...button}>
          {resume}
        </RowButton>
      )}
    </div>
  )
}
