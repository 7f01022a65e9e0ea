// Forms that bring files: who may not send them is told so before a byte is kept, and nothing of them outlives the reply.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RequestHandler, Response } from 'express'
import { mayAny, type AccessRule } from '@pharmacy-relay/shared/api/access.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { RequestContexts } from './request-contexts.ts'
import { readUploadedForm, type UploadedFile, type UploadLimits } from './uploaded-form.ts'

/** Each holds up to four large files on disk. */
const MAX_AT_A_TIME = 2
const RETRY_AFTER_S = 30

export interface Uploads extends UploadLimits {
  /** The addresses that take files. */
  readonly path: RegExp
  /** Who may call one of these may send some. */
  readonly purpose: readonly AccessRule[]
}

/** Before the form's token is looked at, which is one of its fields; without session, role or token nothing is kept. */
export function receiveUploads(contexts: RequestContexts, uploads: Uploads): RequestHandler {
  let underWay = 0
  return async (request, response, next) => {
    const isOurs = request.method === 'POST' && uploads.path.test(request.path)
    if (!isOurs || request.is('multipart/form-data') === false) return next()
    const context = contexts.of(response)
    const mayUpload = mayAny(context.viewer, uploads.purpose)
    if (mayUpload && underWay >= MAX_AT_A_TIME)
      throw new ProblemError('unavailable', 'Others are uploading', { retryAfterS: RETRY_AFTER_S })
    underWay += 1
    const folder = await mkdtemp(path.join(tmpdir(), 'relay-upload-'))
    response.once('close', () => {
      underWay -= 1
      void rm(folder, { recursive: true, force: true })
    })
    const accepts = (fields: Readonly<Record<string, string>>): boolean =>
      mayUpload && context.accepts(fields['csrf'])
    const { fields, files } = await readUploadedForm(request, { ...uploads, folder, accepts })
    request.body = fields
    response.locals[FILES] = files
    next()
  }
}

const FILES = 'uploadedFiles'

/** The files of the form that this reply answers. */
export function uploadedFiles(response: Response): readonly UploadedFile[] {
  return (response.locals[FILES] as readonly UploadedFile[] | undefined) ?? []
}
