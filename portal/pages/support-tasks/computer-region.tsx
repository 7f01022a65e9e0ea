// The computer of a task as it is now, with the buttons that mend it: made anew whenever something of its pharmacy changes.
import { renderToString } from 'preact-render-to-string'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { ComputerStatus } from '../../views/computer-status.tsx'
import type { FrameProps, Viewer } from '../../views/frame-props.ts'
import { computerRowPath } from '../../views/paths.ts'
import { HistoryLink } from '../history/history-link.tsx'
import { JobsLink, JobsWaitingMark } from '../jobs/jobs-waiting.tsx'
import { TestLabelButton, TestLabelForm } from '../printing/test-label.tsx'
import { RequestButtons, RequestForms } from '../requests/request-buttons.tsx'
import { taskStepPath } from './task-address.ts'

export interface TaskPlace {
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
}

interface TaskComputerProps {
  readonly frame: FrameProps
  readonly taskId: number
  readonly place: TaskPlace
  readonly now: Date
  readonly t: Texts
}

/** The forms of its buttons stand outside of the part that is made anew. */
export function TaskComputer({ frame, taskId, place, now, t }: TaskComputerProps) {
  const { customer, computer } = place
  const { viewer, csrfToken, language } = frame
  return (
    <section class="card-plain task-part" aria-labelledby="task-computer">
      <h2 id="task-computer">
        {t.supportTasks.computer}:{' '}
        <a href={computerRowPath(customer.storeId, computer.id)}>
          <bdi>{computerName(computer)}</bdi>
        </a>
      </h2>
      <RequestForms customer={customer} viewer={viewer} csrfToken={csrfToken} t={t} />
      {may(viewer, storeApi.PrintTestLabelAsync) && (
        <TestLabelForm customer={customer} csrfToken={csrfToken} now={now} t={t} />
      )}
      <ComputerRegion viewer={viewer} language={language} taskId={taskId} place={place} now={now} />
    </section>
  )
}

interface ComputerRegionProps {
  readonly viewer: Viewer | null
  readonly language: Language
  readonly taskId: number
  readonly place: TaskPlace
  readonly now: Date
}

/** The fragment that replaces `#task-computer-now`. */
export function computerRegion(props: ComputerRegionProps): string {
  return renderToString(<ComputerRegion {...props} />)
}

function ComputerRegion({ viewer, language, taskId, place, now }: ComputerRegionProps) {
  const { customer, computer } = place
  const { storeId } = customer
  const t = texts(language)
  const mayPrint = may(viewer, storeApi.PrintTestLabelAsync)
  return (
    <div
      id="task-computer-now"
      data-live-region
      data-customers={String(customer.id)}
      data-refresh={taskStepPath(taskId, 'computer')}
      data-event-id={String(customer.lastEventId)}
      data-now={now.toISOString()}
    >
      <ComputerStatus computer={computer} now={now} t={t} />
      <JobsWaitingMark computer={computer} storeId={storeId} t={t} />
      <p class="task-links">
        {may(viewer, storeApi.ListJobsAsync) && <JobsLink computer={computer} storeId={storeId} t={t} />}{' '}
        {may(viewer, storeApi.computerHistory) && <HistoryLink computer={computer} storeId={storeId} t={t} />}
      </p>
      {mayPrint && computer.role !== 0 && <TestLabelButton customer={customer} computer={computer} t={t} />}
      <RequestButtons computer={computer} viewer={viewer} t={t} />
    </div>
  )
}
