// For tests: support tasks over memory: one of each state, of which whoever asks has the second.
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { ProblemRule, supportTasksApi } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import {
  SupportTaskRow,
  type SupportTaskDetail,
  type TaskMessage,
} from '@pharmacy-relay/shared/api/support/support-task.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { messageOf, taskOf } from './support-task-pages.ts'

type Handlers = EndpointHandlers<typeof supportTasksApi>

/** Somebody of staff who is not signed in here. */
const OTHER = { claimedBy: '22222222-2222-4222-8222-222222222222', claimedByName: 'Otto' }

export class MemorySupportTasks {
  /** By id. */
  readonly tasks = new Map<number, SupportTaskDetail>(
    [
      taskOf({ id: 1, storeId: 'P-1001' }),
      taskOf({ id: 2, storeId: 'P-1001', state: 'claimed' }),
      taskOf({ id: 3, storeId: 'P-1001', state: 'claimed', ...OTHER }),
      taskOf({ id: 4, storeId: 'P-1001', state: 'done' }),
    ].map((task) => [task.id, task]),
  )
  rules: ProblemRule[] = [{ problem: 'offline', isOn: true, afterMinutes: 0, priority: 2 }]
  readonly messages: TaskMessage[] = [
    messageOf({ text: 'No label comes out' }),
    messageOf({ seq: 2, file: { kind: 'text', name: 'bundle.txt', bytes: 9, isLabel: false } }),
  ]
  /** What was asked to be done: name, task, and what came with it. */
  readonly steps: { readonly name: string; readonly taskId: number; readonly body: unknown }[] = []
  /** What the next step or message is refused with. */
  refuse: ProblemError | null = null

  handlers(): Handlers {
    return { ...this.#lists(), ...this.#stepHandlers() }
  }

  #task(taskId: number, subject: string): SupportTaskDetail {
    const task = this.tasks.get(taskId)
    if (task === undefined) throw new ProblemError('not_found', 'There is no such support task')
    const isUnowned = task.state === 'claimed' && task.claimedBy === null
    return isUnowned ? { ...task, claimedBy: subject, claimedByName: 'You' } : task
  }

  async #step(
    name: string,
    taskId: number,
    { body, subject }: { readonly body: unknown; readonly subject: string },
  ): Promise<SupportTaskDetail> {
    if (this.refuse !== null) throw this.refuse
    this.steps.push({ name, taskId, body })
    return Promise.resolve(this.#task(taskId, subject))
  }

  #lists() {
    return {
      listSupportTasks: async ({ query, caller }) => {
        const items = [...this.tasks.keys()].map((id) => this.#row(id, caller.subject))
        const counts = { free: 1, mine: 1, all: 3, unanswered: 1, overdue: 0, unread: 0 }
        const asOf = new Date().toISOString()
        const { view, page, pageSize } = query
        return Promise.resolve({ items, total: 4, page, pageSize, view, counts, asOf, lastEventId: 0 })
      },
      getSupportTask: async ({ params, caller }) =>
        Promise.resolve(this.#task(params.taskId, caller.subject)),
      listTaskMessages: async ({ query }) =>
        Promise.resolve({ messages: this.messages.filter(({ seq }) => seq > query.afterSeq) }),
      readTaskMessages: async () => Promise.resolve(null),
      listProblemRules: async () => Promise.resolve({ rules: this.rules }),
      setProblemRule: async ({ body }) => {
        this.rules = [body]
        return Promise.resolve({ rules: this.rules })
      },
      createSupportTask: async ({ body, caller }) =>
        this.#step('create', 1, { body, subject: caller.subject }),
      sendTaskMessage: async ({ params, body, caller }) => {
        await this.#step('message', params.taskId, { body, subject: caller.subject })
        const { clientId, text, isInternal } = body
        const message = messageOf({
          seq: this.messages.length + 1,
          clientId,
          text,
          isInternal,
          author: 'staff',
        })
        this.messages.push(message)
        return message
      },
    } satisfies Partial<Handlers>
  }

  #row(id: number, subject: string) {
    return SupportTaskRow.strip().parse(this.#task(id, subject))
  }

  #stepHandlers() {
    type Asked = {
      readonly params: { readonly taskId: number }
      readonly body: unknown
      readonly caller: { readonly subject: string }
    }
    const by =
      (name: string) =>
      async ({ params, body, caller }: Asked) =>
        this.#step(name, params.taskId, { body, subject: caller.subject })
    return {
      claimSupportTask: by('claim'),
      releaseSupportTask: by('release'),
      handOverSupportTask: by('hand-over'),
      takeOverSupportTask: by('take-over'),
      resolveSupportTask: by('done'),
      reopenSupportTask: by('reopen'),
      removeSupportTask: by('removal'),
    }
  }
}
