// For tests: files of support tasks over memory; each is a page that calls itself a picture.
import { createHash } from 'node:crypto'
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { taskFilesApi } from '@pharmacy-relay/shared/api/support/task-files-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { messageOf } from './support-task-pages.ts'

export class MemoryTaskFiles {
  /** Name and content of each that was kept. */
  readonly kept: (readonly [name: string, content: string])[] = []

  handlers(): EndpointHandlers<typeof taskFilesApi> {
    return {
      keepTaskFile: async ({ body }) => {
        const content = Buffer.from(body.content, 'base64')
        if (createHash('sha256').update(content).digest('hex') !== body.sha256)
          throw new ProblemError('state_conflict', 'Other bytes arrived')
        this.kept.push([body.fileName, content.toString('utf8')])
        return Promise.resolve(messageOf({ author: 'staff', isInternal: true, text: body.fileName }))
      },
      readTaskFile: async () =>
        Promise.resolve({
          file: { kind: 'text', name: 'Şube <b>.txt', bytes: 9, isLabel: false },
          content: Buffer.from('<script>').toString('base64'),
        }),
      sendHelpFile: async () => Promise.reject(new ProblemError('not_found', 'There is no such computer')),
    }
  }
}
