// Files of a task: a link to the one of a message, and the form that keeps another as a note.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { MAX_FILE_BYTES, type TaskFile } from '@pharmacy-relay/shared/api/support/task-file.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import type { FrameProps, Viewer } from '../../views/frame-props.ts'
import { numberFormat } from '../../views/times/formats.ts'
import { taskStepPath } from './task-address.ts'

interface FileLinkProps {
  readonly taskId: number
  readonly seq: number
  readonly file: TaskFile
  readonly viewer: Viewer | null
  readonly t: Texts
}

/** It is kept, never shown: what a pharmacy sent runs nowhere. Who may not read it sees its name. */
export function FileLink({ taskId, seq, file, viewer, t }: FileLinkProps) {
  const size = numberFormat(t.locale, { style: 'unit', unit: 'kilobyte', unitDisplay: 'short' })
  return (
    <>
      {may(viewer, storeApi.readTaskFile) ? (
        <a href={taskStepPath(taskId, `files/${seq}`)} download>
          <bdi>{file.name}</bdi>
        </a>
      ) : (
        <bdi>{file.name}</bdi>
      )}{' '}
      ({size.format(Math.ceil(file.bytes / 1_000))})
      {file.isLabel && <span class="sub">{t.supportDesk.files.label}</span>}
    </>
  )
}

interface FileFormProps {
  readonly frame: FrameProps
  readonly taskId: number
  readonly clientId: string
  readonly t: Texts
}

/** Posts one file and `clientId`. */
export function FileForm({ frame, taskId, clientId, t }: FileFormProps) {
  const f = t.supportDesk.files
  return (
    <details class="canned">
      <summary>{f.add}</summary>
      <PostForm action={taskStepPath(taskId, 'files')} csrfToken={frame.csrfToken} withFiles>
        <input type="hidden" name="clientId" value={clientId} />
        <label class="form-label" for="file">
          {f.choose}
        </label>
        <input
          id="file"
          class="form-control"
          type="file"
          name="files"
          required
          accept=".png,.jpg,.jpeg,.pdf,.txt,.log,.csv"
          aria-describedby="file-hint"
        />
        <p class="field-hint" id="file-hint">
          {f.hint(Math.floor(MAX_FILE_BYTES / 1_048_576))}
        </p>
        <button type="submit" class="btn">
          {f.keep}
        </button>
      </PostForm>
    </details>
  )
}
