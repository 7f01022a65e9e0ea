// Endpoints of files in support tasks: staff keep them as notes and read them, a computer sends its support bundle or a picture.
import { z } from 'zod'
import { IdText, Instant, Uuid } from '../../ids.ts'
import { STAFF_ROLES } from '../../user-role.ts'
import { endpoint, type EndpointTable } from '../endpoint.ts'
import { HelpMessage } from './help.ts'
import { ConsentText, Sha256 } from './help-bundle.ts'
import { TaskMessage } from './support-task.ts'
import { FileName, MAX_FILE_BYTES, TaskFile } from './task-file.ts'

/** Of a file with its name, as JSON. */
const MAX_BODY_BYTES = 2_900_000
const Content = z
  .base64()
  .min(4)
  .max(4 * Math.ceil(MAX_FILE_BYTES / 3))

/** `sha256`: of the bytes as their sender has them; others arrived where it differs, and they are refused. */
const NewFile = z.strictObject({ clientId: Uuid, fileName: FileName, sha256: Sha256, content: Content })
export type NewFile = z.infer<typeof NewFile>

/** When the person at the computer said yes to this very picture of a label, and to which words; null, both: it is none. */
const HelpFile = NewFile.extend({
  sessionId: Uuid,
  taskId: z.int().min(1),
  consentAt: Instant.nullable(),
  consentText: ConsentText.nullable(),
})
export type HelpFile = z.infer<typeof HelpFile>

const TASK = '/api/v1/panel/support-tasks/{taskId}'

export const taskFilesApi = {
  keepTaskFile: endpoint({
    method: 'POST',
    path: `${TASK}/files`,
    summary:
      'Keep a file in a task as a note among staff: PNG, JPEG, PDF or text by its bytes; again answers the first one',
    access: STAFF_ROLES,
    params: z.strictObject({ taskId: IdText }),
    body: NewFile,
    maxBodyBytes: MAX_BODY_BYTES,
    reply: { status: 201, schema: TaskMessage },
    refusals: ['not_found', 'state_conflict'],
  }),
  readTaskFile: endpoint({
    method: 'GET',
    path: `${TASK}/files/{seq}`,
    summary: 'The file of a message; who read it stands in the staff log',
    access: STAFF_ROLES,
    params: z.strictObject({ taskId: IdText, seq: IdText }),
    reply: { status: 200, schema: z.strictObject({ file: TaskFile, content: z.base64() }) },
  }),
  sendHelpFile: endpoint({
    method: 'POST',
    path: '/api/v1/relay-help/files',
    summary: 'A computer sends its support bundle, or the masked picture of a label, into a task of its own',
    access: ['Service'],
    services: ['portal'],
    body: HelpFile,
    maxBodyBytes: MAX_BODY_BYTES,
    reply: { status: 200, schema: HelpMessage },
    refusals: ['not_found', 'state_conflict'],
  }),
} as const satisfies EndpointTable
