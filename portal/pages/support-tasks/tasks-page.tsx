// The page of support tasks: what pharmacies ask for and what lasts, and a form for another task.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { PATHS } from '../../views/paths.ts'
import { TasksRegion, type TasksRegionProps } from './tasks-region.tsx'

export interface NewTaskEntries {
  readonly storeId: string
  readonly subject: string
  readonly priority: string
  /** Chosen when the form was made: sent twice it is one task. */
  readonly clientId: string
  /** No pharmacy has the store ID. */
  readonly isStoreUnknown: boolean
}

export interface TasksPageProps extends Omit<TasksRegionProps, 'language' | 'viewer'> {
  readonly frame: FrameProps
  readonly entries: NewTaskEntries
}

export function tasksPage({ frame, query, list, entries }: TasksPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: `${t.supportTasks.views[query.view]} · ${t.supportTasks.title}`,
    live: true,
    children: (
      <>
        <h1>{t.supportTasks.title}</h1>
        <p class="muted">{t.supportTasks.intro}</p>
        <Notifications t={t} />
        <TasksRegion language={frame.language} viewer={frame.viewer} query={query} list={list} />
        {may(frame.viewer, storeApi.createSupportTask) && (
          <NewTaskForm frame={frame} entries={entries} t={t} />
        )}
      </>
    ),
  })
}

/** Shown by the script, where the browser has notifications. */
function Notifications({ t }: { readonly t: Texts }) {
  const n = t.supportDesk.notify
  return (
    <p
      id="task-notifications"
      hidden
      data-text-ask={n.ask}
      data-text-stop={n.stop}
      data-text-refused={n.refused}
      data-text-new-task={n.newTask}
      data-text-new-message={n.newMessage}
    >
      <button type="button" class="btn">
        {n.ask}
      </button>{' '}
      <output class="muted"></output>
    </p>
  )
}

interface FormProps {
  readonly frame: FrameProps
  readonly entries: NewTaskEntries
  readonly t: Texts
}

function NewTaskForm({ frame, entries, t }: FormProps) {
  const s = t.supportTasks
  const { storeId, subject, priority, clientId, isStoreUnknown } = entries
  return (
    <details class="task-new" open={isStoreUnknown}>
      <summary>{s.newTitle}</summary>
      <PostForm action={PATHS.supportTasks} csrfToken={frame.csrfToken} unsaved={isStoreUnknown}>
        <input type="hidden" name="clientId" value={clientId} />
        <Field
          name="storeId"
          label={s.storeId}
          value={storeId}
          hint={t.customerForm.storeIdHint}
          fault={isStoreUnknown ? s.noSuchStore : null}
          input={{ type: 'text', maxlength: 12, required: true, autocomplete: 'off' }}
        />
        <Field
          name="subject"
          label={s.subject}
          value={subject}
          hint={null}
          fault={null}
          input={{ type: 'text', maxlength: 200, required: true, autocomplete: 'off' }}
        />
        <label class="form-label" for="priority">
          {s.priority}
        </label>
        <select id="priority" name="priority" class="form-select mb-3">
          {[1, 2, 3].map((one) => (
            <option key={one} value={String(one)} selected={String(one) === priority}>
              {s.priorities[one]}
            </option>
          ))}
        </select>
        <button type="submit" class="btn btn-primary">
          {s.create}
        </button>
      </PostForm>
    </details>
  )
}
