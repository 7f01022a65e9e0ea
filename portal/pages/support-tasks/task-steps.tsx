// The buttons of a task: each stands there for whom its endpoint allows it, while the task is in a state for it.
import { may, type AccessRule } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { SupportTaskDetail } from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { HandOver, type Colleague } from './hand-over.tsx'
import type { FrameProps } from '../../views/frame-props.ts'
import { taskStepPath } from './task-address.ts'

export type StepName = 'claim' | 'release' | 'take-over' | 'done' | 'reopen' | 'removal'

interface StepButton {
  readonly name: StepName
  readonly rule: AccessRule
  readonly label: (t: Texts) => string
  /** What the field beside it asks for; null: there is none. */
  readonly asks: ((t: Texts) => string) | null
  readonly isFor: (task: SupportTaskDetail, isMine: boolean) => boolean
}

const isFree = ({ state }: SupportTaskDetail): boolean => state === 'new' || state === 'released'

const STEPS: readonly StepButton[] = [
  {
    name: 'claim',
    rule: storeApi.claimSupportTask,
    label: (t) => t.supportTasks.claim,
    asks: null,
    isFor: isFree,
  },
  {
    name: 'done',
    rule: storeApi.resolveSupportTask,
    label: (t) => t.supportTasks.resolve,
    asks: (t) => t.supportTasks.resolution,
    isFor: (task, isMine) => isFree(task) || isMine,
  },
  {
    name: 'release',
    rule: storeApi.releaseSupportTask,
    label: (t) => t.supportTasks.release,
    asks: (t) => t.supportTasks.note,
    isFor: (_task, isMine) => isMine,
  },
  {
    name: 'take-over',
    rule: storeApi.takeOverSupportTask,
    label: (t) => t.supportTasks.takeOver,
    asks: null,
    isFor: ({ state }, isMine) => state === 'claimed' && !isMine,
  },
  {
    name: 'reopen',
    rule: storeApi.reopenSupportTask,
    label: (t) => t.supportTasks.reopen,
    asks: null,
    isFor: ({ state }) => state === 'done',
  },
]

interface StepsProps {
  readonly frame: FrameProps
  readonly task: SupportTaskDetail
  readonly isMine: boolean
  /** To whom it may be handed over. */
  readonly colleagues: readonly Colleague[]
  readonly t: Texts
}

export function TaskSteps({ frame, task, isMine, colleagues, t }: StepsProps) {
  const shown = STEPS.filter(({ rule, isFor }) => may(frame.viewer, rule) && isFor(task, isMine))
  return (
    <div class="task-steps">
      {shown.map((step) => (
        <Step key={step.name} step={step} frame={frame} task={task} t={t} />
      ))}
      {isMine && colleagues.length > 0 && may(frame.viewer, storeApi.handOverSupportTask) && (
        <HandOver frame={frame} task={task} colleagues={colleagues} t={t} />
      )}
      {task.state !== 'removed' && may(frame.viewer, storeApi.removeSupportTask) && (
        <details>
          <summary>{t.supportTasks.moreSteps}</summary>
          <p>{t.supportTasks.removeAdvice}</p>
          <Step step={REMOVAL} frame={frame} task={task} t={t} />
        </details>
      )}
    </div>
  )
}

const REMOVAL: StepButton = {
  name: 'removal',
  rule: storeApi.removeSupportTask,
  label: (t) => t.supportTasks.remove,
  asks: (t) => t.supportTasks.removeWhy,
  isFor: () => true,
}

interface StepProps extends Omit<StepsProps, 'isMine' | 'colleagues'> {
  readonly step: StepButton
}

function Step({ step, frame, task, t }: StepProps) {
  const { name, label, asks } = step
  return (
    <PostForm action={taskStepPath(task.id, name)} csrfToken={frame.csrfToken} class="task-step">
      <input type="hidden" name="version" value={String(task.version)} />
      {asks !== null && (
        <label class="visually-hidden" for={`note-${name}`}>
          {asks(t)}
        </label>
      )}
      {asks !== null && (
        <input
          id={`note-${name}`}
          class="form-control"
          type="text"
          name="note"
          maxLength={500}
          placeholder={asks(t)}
          required={name === 'removal'}
          autocomplete="off"
        />
      )}
      <button type="submit" class={name === 'claim' ? 'btn btn-primary' : 'btn'}>
        {label(t)}
      </button>
    </PostForm>
  )
}
