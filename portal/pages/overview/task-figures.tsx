// Open support tasks as one figure of the overview, each number with the list behind it.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Dashboard } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { PATHS } from '../../views/paths.ts'
import { numberFormat } from '../../views/times/formats.ts'

interface TaskFiguresProps {
  readonly viewer: Viewer | null
  readonly tasks: Dashboard['tasks']
  readonly t: Texts
}

export function TaskFigures({ viewer, tasks, t }: TaskFiguresProps) {
  const d = t.supportDesk
  const isLinked = may(viewer, storeApi.listSupportTasks)
  const lists = [
    { view: 'free', name: d.free, count: tasks.free },
    { view: 'mine', name: d.mine, count: tasks.mine },
    { view: 'all', name: d.open, count: tasks.all },
  ]
  const number = (n: number) => numberFormat(t.locale, {}).format(n)
  return (
    <li class="card-plain figure figure-wide">
      <span class="figure-name">{d.tasks}</span>
      {lists.map(({ view, name, count }) => (
        <span key={view} class="figure-value">
          {isLinked ? <a href={`${PATHS.supportTasks}?view=${view}`}>{number(count)}</a> : number(count)}{' '}
          <small>{name}</small>
        </span>
      ))}
      <span class="figure-sub">
        <span>
          {number(tasks.unanswered)} {d.unanswered}
        </span>
        <span class={tasks.overdue > 0 ? 'task-late' : undefined}>
          {number(tasks.overdue)} {d.overdue}
        </span>
      </span>
    </li>
  )
}
