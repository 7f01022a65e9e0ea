// The way between the tasks and the days that one of them sums up.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { PATHS } from '../../views/paths.ts'
import { SCHEDULER_PATHS } from './scheduler-paths.ts'

interface SchedulerNavProps {
  readonly here: string
  readonly viewer: Viewer | null
  readonly t: Texts
}

export function SchedulerNav({ here, viewer, t }: SchedulerNavProps) {
  const lists = [
    { to: PATHS.scheduler, title: t.scheduler.taskList, purpose: storeApi.listTasks },
    { to: SCHEDULER_PATHS.days, title: t.scheduler.days.title, purpose: storeApi.listDays },
  ]
  return (
    <nav class="sms-logs" aria-label={t.scheduler.title}>
      <ul class="job-lists">
        {lists
          .filter(({ purpose }) => may(viewer, purpose))
          .map(({ to, title }) => (
            <li key={to}>
              <a class="btn btn-sm" href={to} aria-current={to === here ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}
