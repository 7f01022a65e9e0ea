// What the store API does by the clock: its tasks, when each ran and will run, and what Admins do with them.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { ScheduledTask } from '@pharmacy-relay/shared/api/scheduler.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import { SchedulerNav } from './scheduler-nav.tsx'
import { schedulerNoticeText, type SchedulerNotice } from './scheduler-notices.ts'
import { FORMS, TasksTable } from './tasks-table.tsx'

export interface SchedulerPageProps {
  readonly frame: FrameProps
  readonly tasks: readonly ScheduledTask[]
  readonly notice: SchedulerNotice | null
  readonly now: Date
}

export function schedulerPage({ frame, tasks, notice, now }: SchedulerPageProps): string {
  const t = texts(frame.language)
  const { viewer, language, csrfToken } = frame
  return pageDocument({
    frame,
    title: t.scheduler.title,
    children: (
      <>
        <h1>{t.scheduler.title}</h1>
        <SchedulerNav here={PATHS.scheduler} viewer={viewer} t={t} />
        <p class="muted">{t.scheduler.intro}</p>
        {notice !== null && (
          <Notice kind={notice === 'already_running' ? 'warning' : 'success'} once>
            {schedulerNoticeText(notice, t)}
          </Notice>
        )}
        {/* Outside the part that is replaced while tasks run. */}
        {FORMS.filter(({ endpoint }) => may(viewer, storeApi[endpoint])).map(({ id, action }) => (
          <PostForm key={id} id={id} action={action} csrfToken={csrfToken} />
        ))}
        <TasksTable
          viewer={viewer}
          language={language}
          tasks={tasks}
          isAskedFor={notice === 'asked_for'}
          now={now}
        />
      </>
    ),
  })
}
