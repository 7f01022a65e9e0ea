// The page of a support task: what is wrong, the conversation, the computer as it is now with its buttons, the diagnosis of then.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { SupportAnswer } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import type { SupportTaskDetail } from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../views/crumbs.tsx'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { PATHS, customerPath } from '../../views/paths.ts'
import { Exact } from '../../views/times/time.tsx'
import { found } from '../diagnosis/diagnosis-request.tsx'
import { ProblemNotice } from '../staff/problem-notice.tsx'
import { CannedAnswers } from './canned-answers.tsx'
import type { Colleague } from './hand-over.tsx'
import { IncidentPlaces } from './incident-places.tsx'
import { TaskComputer, type TaskPlace } from './computer-region.tsx'
import { COMPOSE_FORM, isOpen, TalkRegion, type TalkProps } from './talk-region.tsx'
import { taskStepPath } from './task-address.ts'
import { FileForm } from './task-files.tsx'
import { TaskSteps } from './task-steps.tsx'
import { taskTitle } from './task-words.tsx'

export interface TaskPageProps extends Omit<TalkProps, 'language' | 'viewer'> {
  readonly frame: FrameProps
  /** As they are now; null where the computer was removed or moved away, or the whole pharmacy is meant. */
  readonly place: TaskPlace | null
  /** Whoever looks has it. */
  readonly isMine: boolean
  readonly colleagues: readonly Colleague[]
  readonly answers: readonly SupportAnswer[]
  readonly compose: { readonly text: string; readonly clientId: string }
  readonly problem: ProblemError | null
}

export function taskPage(props: TaskPageProps): string {
  const { frame, task, messages, now, place, isMine, colleagues, problem } = props
  const t = texts(frame.language)
  const title = taskTitle(task, t)
  return pageDocument({
    frame,
    title: `${t.supportTasks.number(task.id)} · ${title}`,
    live: true,
    children: (
      <>
        {may(frame.viewer, storeApi.listSupportTasks) && (
          <Crumbs to={PATHS.supportTasks} t={t}>
            {t.supportTasks.title}
          </Crumbs>
        )}
        <h1>
          {t.supportTasks.number(task.id)} <bdi>{title}</bdi>
        </h1>
        <Where task={task} t={t} />
        {problem !== null && <ProblemNotice problem={problem} t={t} />}
        <TaskSteps frame={frame} task={task} isMine={isMine} colleagues={colleagues} t={t} />
        <div class="task-columns">
          <section aria-labelledby="talk">
            <TalkRegion
              language={frame.language}
              viewer={frame.viewer}
              task={task}
              messages={messages}
              now={now}
            />
            <People taskId={task.id} t={t} />
            {isOpen(task) && may(frame.viewer, storeApi.sendTaskMessage) && <Compose {...props} t={t} />}
            {isOpen(task) && may(frame.viewer, storeApi.keepTaskFile) && (
              <FileForm frame={frame} taskId={task.id} clientId={props.compose.clientId} t={t} />
            )}
          </section>
          <div>
            <IncidentPlaces task={task} now={now} t={t} />
            {place !== null && <TaskComputer frame={frame} taskId={task.id} place={place} now={now} t={t} />}
            <FirstDiagnosis task={task} now={now} t={t} />
            <Steps task={task} t={t} />
          </div>
        </div>
      </>
    ),
  })
}

interface TaskProps {
  readonly task: SupportTaskDetail
  readonly t: Texts
}

function Where({ task, t }: TaskProps) {
  const { storeId, customerName, computerName: name, contactName, hit } = task
  if (hit !== null) return <p class="muted task-where">{t.supportTasks.incident.title}</p>
  return (
    <p class="muted task-where">
      <a href={customerPath(storeId)}>
        <bdi>{customerName}</bdi> ({storeId})
      </a>{' '}
      · <bdi>{name ?? t.supportTasks.wholePharmacy}</bdi>
      {contactName !== null && (
        <>
          {' '}
          · {t.supportTasks.asked} <bdi>{contactName}</bdi>
        </>
      )}
    </p>
  )
}

/** Outside of the part that is made anew: the script fills it, and tells where letters are typed. */
function People({ taskId, t }: { readonly taskId: number; readonly t: Texts }) {
  const { looks, writes, computerWrites } = t.supportTasks.people
  return (
    <p
      id="task-people"
      class="task-people"
      aria-live="polite"
      data-task={String(taskId)}
      data-typing={taskStepPath(taskId, 'typing')}
      data-text-looks={looks('{name}')}
      data-text-writes={writes('{name}')}
      data-text-computer={computerWrites('{name}')}
    />
  )
}

/** Posts `text`, `note`, `clientId` and `afterSeq`, which stands in the live part. */
function Compose({ frame, task, compose, answers, t }: TaskPageProps & { readonly t: Texts }) {
  const s = t.supportTasks
  return (
    <PostForm
      id={COMPOSE_FORM}
      class="compose"
      action={taskStepPath(task.id, 'messages')}
      csrfToken={frame.csrfToken}
      unsaved={compose.text !== ''}
    >
      <input type="hidden" name="clientId" value={compose.clientId} />
      <label class="form-label" for="text">
        {s.write}
      </label>
      <textarea
        id="text"
        name="text"
        class="form-control"
        rows={4}
        maxLength={4_000}
        required
        aria-describedby="text-hint"
      >
        {compose.text}
      </textarea>
      <p class="field-hint" id="text-hint">
        {task.origin === 'incident' ? s.incident.writeHint : s.writeHint}
      </p>
      {task.origin !== 'incident' && (
        <>
          <CannedAnswers
            taskId={task.id}
            language={task.language}
            own={frame.language}
            answers={answers}
            t={t}
          />
          <button type="submit" class="btn btn-primary">
            {s.send}
          </button>{' '}
        </>
      )}
      <button type="submit" class="btn" name="note" value="1">
        {s.sendNote}
      </button>
    </PostForm>
  )
}

function FirstDiagnosis({ task, now, t }: TaskProps & { readonly now: Date }) {
  if (task.origin !== 'pharmacy') return null
  return (
    <section class="card-plain task-part" aria-labelledby="task-diagnosis">
      <h2 id="task-diagnosis">{t.supportTasks.diagnosis}</h2>
      {task.diagnosis === null ? (
        <p class="muted">{t.supportTasks.noDiagnosis}</p>
      ) : (
        found(task.diagnosis)({ now, t })
      )}
    </section>
  )
}

function Steps({ task, t }: TaskProps) {
  const s = t.supportTasks
  return (
    <section class="card-plain task-part" aria-labelledby="task-log">
      <h2 id="task-log">{s.steps}</h2>
      <ol class="task-log">
        {task.steps.map((step) => (
          <li key={step.version}>
            <Exact at={step.at} locale={t.locale} /> · {s.actions[step.action]} ·{' '}
            <bdi>{step.by ?? (task.problem === null ? s.pharmacySays : s.system)}</bdi>
            {step.note !== null && (
              <span class="sub">
                <bdi>{step.note}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
