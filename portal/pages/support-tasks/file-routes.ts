// POST /support/tasks/{id}/files keeps a file as a note, GET …/files/{seq} hands out the one of a message as a download.
import { readFile } from 'node:fs/promises'
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { FileName, MAX_FILE_BYTES, type FileKind } from '@pharmacy-relay/shared/api/support/task-file.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { readForm } from '../../http/forms.ts'
import { uploadedFiles, type Uploads } from '../../http/receive-uploads.ts'
import { sendDownload } from '../../http/replies.ts'
import type { ForStaff, StaffHandler } from '../../http/staff.ts'
import { PATHS } from '../../views/paths.ts'
import { done, paramsOf } from './task-routes.ts'

export const TASK_FILES: Uploads = {
  path: new RegExp(`^${PATHS.supportTasks}/\\d+/files$`),
  purpose: [storeApi.keepTaskFile],
  maxFiles: 1,
  maxFileBytes: MAX_FILE_BYTES,
}

export function taskFileRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.supportTasks}/:taskId/files`
  router.post(path, forStaff([storeApi.keepTaskFile], keep))
  router.get(`${path}/:seq`, forStaff([storeApi.readTaskFile], send))
  return router
}

const keep: StaffHandler = async (context, store) => {
  const { clientId } = readForm(z.object({ clientId: z.uuid() }), context.request.body)
  const [file] = uploadedFiles(context.response)
  const call = async () => {
    const fileName = FileName.safeParse(file?.name)
    if (file === undefined || file.bytes === 0 || !fileName.success)
      throw new ProblemError('state_conflict', reason('file_not_allowed', {}))
    const content = await readFile(file.path, 'base64')
    const body = { clientId, fileName: fileName.data, sha256: file.sha256, content }
    return store(storeApi.keepTaskFile, { params: paramsOf(context), query: null, body })
  }
  await done(context, store, { text: '', call })
}

const MEDIA_TYPES: Readonly<Record<FileKind, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
  text: 'text/plain; charset=utf-8',
}

const send: StaffHandler = async (context, store) => {
  const seq = IdText.safeParse(context.request.params['seq'])
  if (!seq.success) throw new ProblemError('not_found', 'There is no such file')
  const params = { ...paramsOf(context), seq: String(seq.data) }
  const { file, content } = await store(storeApi.readTaskFile, { params, query: null, body: null })
  const bytes = Buffer.from(content, 'base64')
  await sendDownload(context, { bytes, mediaType: MEDIA_TYPES[file.kind], name: file.name })
}
