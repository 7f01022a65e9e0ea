// The form that gives a task to a colleague by name.
import type { SupportTaskDetail } from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import type { FrameProps } from '../../views/frame-props.ts'
import { taskStepPath } from './task-address.ts'

export interface Colleague {
  readonly guid: string
  readonly name: string
}

interface HandOverProps {
  readonly frame: FrameProps
  readonly task: SupportTaskDetail
  /** Without who looks. */
  readonly colleagues: readonly Colleague[]
  readonly t: Texts
}

/** Posts `to`, `note` and `version`. */
export function HandOver({ frame, task, colleagues, t }: HandOverProps) {
  const d = t.supportDesk
  return (
    <PostForm action={taskStepPath(task.id, 'hand-over')} csrfToken={frame.csrfToken} class="task-step">
      <input type="hidden" name="version" value={String(task.version)} />
      <label class="visually-hidden" for="hand-over-to">
        {d.handOverTo}
      </label>
      <select id="hand-over-to" name="to" class="form-select" required>
        <option value="">{d.handOverTo}</option>
        {colleagues.map(({ guid, name }) => (
          <option key={guid} value={guid}>
            {name}
          </option>
        ))}
      </select>
      <label class="visually-hidden" for="note-hand-over">
        {t.supportTasks.note}
      </label>
      <input
        id="note-hand-over"
        class="form-control"
        type="text"
        name="note"
        maxLength={500}
        placeholder={t.supportTasks.note}
        autocomplete="off"
      />
      <button type="submit" class="btn">
        {d.handOver}
      </button>
    </PostForm>
  )
}
