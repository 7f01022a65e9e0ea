// The live part of a task's page: who has it, what was said, how far the pharmacy has read.
import { renderToString } from 'preact-render-to-string'
import type { SupportTaskDetail, TaskMessage } from '@pharmacy-relay/shared/api/support/support-task.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { Exact } from '../../views/times/time.tsx'
import { taskStepPath } from './task-address.ts'
import { FileLink } from './task-files.tsx'
import { TaskDue, TaskOwner, TaskPriority, TaskWrong } from './task-words.tsx'

export interface TalkProps {
  readonly language: Language
  readonly viewer: Viewer | null
  readonly task: SupportTaskDetail
  readonly messages: readonly TaskMessage[]
  /** The server's clock. */
  readonly now: Date
}

/** The form that writes; the number of the newest message shown belongs to it, wherever it stands. */
export const COMPOSE_FORM = 'compose'

/** Only into an open task is written. */
export function isOpen({ state }: SupportTaskDetail): boolean {
  return state !== 'done' && state !== 'removed'
}

/** The fragment that replaces `#task-talk`. */
export function talkRegion(props: TalkProps): string {
  return renderToString(<TalkRegion {...props} />)
}

export function TalkRegion({ language, viewer, task, messages, now }: TalkProps) {
  const t = texts(language)
  const newest = messages.at(-1)?.seq ?? 0
  return (
    <div
      id="task-talk"
      data-live-region
      data-customers={String(task.customerId)}
      data-refresh={taskStepPath(task.id, 'talk')}
      data-event-id={String(task.lastEventId)}
      data-now={now.toISOString()}
    >
      <Facts task={task} now={now} t={t} />
      <h2 id="talk">{t.supportTasks.talk}</h2>
      {messages.length === 0 && <p class="muted">{t.supportTasks.noTalk}</p>}
      <ol class="talk">
        {messages.map((message) => (
          <Bubble key={message.seq} message={message} task={task} viewer={viewer} t={t} />
        ))}
      </ol>
      {isOpen(task) && <input type="hidden" name="afterSeq" value={String(newest)} form={COMPOSE_FORM} />}
    </div>
  )
}

interface FactsProps {
  readonly task: SupportTaskDetail
  readonly now: Date
  readonly t: Texts
}

function Facts({ task, now, t }: FactsProps) {
  const s = t.supportTasks
  return (
    <>
      <dl class="task-facts">
        <div>
          <dt>{s.state}</dt>
          <dd>{s.states[task.state]}</dd>
        </div>
        <div>
          <dt>{s.who}</dt>
          <dd>
            <TaskOwner task={task} t={t} />
          </dd>
        </div>
        <div>
          <dt>{s.due}</dt>
          <dd>
            <TaskDue task={task} now={now} t={t} /> <TaskPriority task={task} t={t} />
          </dd>
        </div>
      </dl>
      <TaskWrong task={task} now={now} t={t} />
      {task.handoverNote !== null && (
        <p class="task-note">
          <strong>{s.handover}:</strong> <bdi>{task.handoverNote}</bdi>
        </p>
      )}
      {task.resolution !== null && (
        <p class="task-note">
          <strong>{s.helped}:</strong> <bdi>{task.resolution}</bdi>
        </p>
      )}
      {task.isSolved === true && <p class="task-note">{s.solved}</p>}
    </>
  )
}

interface BubbleProps {
  readonly message: TaskMessage
  readonly task: SupportTaskDetail
  readonly viewer: Viewer | null
  readonly t: Texts
}

function Bubble({ message, task, viewer, t }: BubbleProps) {
  const s = t.supportTasks
  const { seq, author, authorName, isInternal, isErased, text, file, at } = message
  const isRead = author === 'staff' && !isInternal && seq <= task.pharmacyReadSeq
  return (
    <li
      class={`bubble bubble-${isInternal ? 'note' : author}`}
      data-key={`message-${seq}`}
      id={`message-${seq}`}
    >
      <p class="bubble-head">
        <bdi>{authorName}</bdi> · <Exact at={at} locale={t.locale} />
        {isInternal && <> · {s.noteMark}</>}
        {isRead && <> · {s.readHere}</>}
      </p>
      <p class="bubble-text" dir="auto">
        {file !== null ? (
          <FileLink taskId={task.id} seq={seq} file={file} viewer={viewer} t={t} />
        ) : isErased ? (
          s.erased
        ) : (
          text
        )}
      </p>
    </li>
  )
}
