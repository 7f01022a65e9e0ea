// Endpoints of support tasks for staff: the queue, one task, what is done with it, its messages, and the rules that create tasks.
import { z } from 'zod'
import { Id, IdText, lineOfText, Uuid } from '../../ids.ts'
import { STAFF_ROLES } from '../../user-role.ts'
import { growing } from '../../wire.ts'
import { endpoint, pageOf, paging, type EndpointTable } from '../endpoint.ts'
import { SupportProblem } from '../relay-support.ts'
import { MessageText } from './message-text.ts'
import { Priority, Seq, SupportTaskDetail, SupportTaskRow, TaskMessage } from './support-task.ts'

const TASKS = '/api/v1/panel/support-tasks'
const TASK = `${TASKS}/{taskId}`
const taskParams = z.strictObject({ taskId: IdText })

/** free: nobody's yet; mine: claimed by who asks; all: every open one; done: ended or removed, the newest first. */
export const TaskView = growing(z.enum(['free', 'mine', 'all', 'done']), 'all')
export type TaskView = z.infer<typeof TaskView>

export const TaskListQuery = z.strictObject({
  page: paging.page,
  pageSize: paging.pageSize,
  view: TaskView.default('free'),
  customerId: IdText.optional(),
  computerId: IdText.optional(),
})
export type TaskListQuery = z.infer<typeof TaskListQuery>

/** Counts end at 5,000: it means so many or more. */
const TaskCounts = z
  .strictObject({
    free: z.int().min(0),
    mine: z.int().min(0),
    all: z.int().min(0),
    /** Open ones in which the pharmacy's words, or the task itself, wait for an answer. */
    unanswered: z.int().min(0),
    overdue: z.int().min(0),
    /** Of mine, those with messages that I have not read. */
    unread: z.int().min(0),
  })
  .meta({ id: 'SupportTaskCounts' })
export type TaskCounts = z.infer<typeof TaskCounts>

/** `clientId`: chosen before the first try, so that a second one makes nothing new. */
export const NewTask = z
  .strictObject({
    clientId: Uuid,
    customerId: Id,
    computerId: Id.nullable(),
    subject: lineOfText(200),
    priority: Priority.default(2),
    /** Whoever creates it has it at once. */
    isClaimed: z.boolean().default(false),
  })
  .meta({ id: 'NewSupportTask' })
export type NewTask = z.infer<typeof NewTask>

const Note = z.strictObject({ note: lineOfText(500).nullable() })
const Reason = z.strictObject({ note: lineOfText(500) })

/**
 * `afterSeq`: the newest message that its writer has seen; words of the pharmacy after it refuse the message. Null: send it
 * anyway. A public message of a free task claims the task.
 */
export const NewMessage = z
  .strictObject({
    clientId: Uuid,
    text: MessageText,
    isInternal: z.boolean().default(false),
    afterSeq: Seq.nullable(),
  })
  .meta({ id: 'NewSupportMessage' })
export type NewMessage = z.infer<typeof NewMessage>

/** Messages in one reply, the oldest first. */
export const MAX_MESSAGES = 200

const MessagesQuery = z.strictObject({
  afterSeq: z
    .string()
    .regex(/^\d{1,7}$/, 'must be a whole number')
    .transform(Number)
    .pipe(Seq)
    .default(0),
})

/** When a problem that lasts becomes a task. */
export const ProblemRule = z
  .strictObject({
    problem: SupportProblem,
    isOn: z.boolean(),
    /** How long the problem lasts first, in minutes beyond what makes it one. */
    afterMinutes: z.int().min(0).max(10_080),
    priority: Priority,
  })
  .meta({ id: 'SupportProblemRule' })
export type ProblemRule = z.infer<typeof ProblemRule>
const ProblemRules = z.strictObject({ rules: z.array(ProblemRule).max(50) })

const detail = { status: 200, schema: SupportTaskDetail } as const

/** Another step with a task, with If-Match; a task that is not in the state for it is `state_conflict`, which says who has it. */
function step<const A extends readonly ('Admin' | 'Support' | 'SuperSupport')[], B extends z.ZodType>(
  name: string,
  { summary, access, body }: { readonly summary: string; readonly access: A; readonly body: B },
) {
  return endpoint({
    method: 'POST',
    path: `${TASK}/${name}`,
    summary,
    access,
    params: taskParams,
    body,
    versioned: true,
    reply: detail,
    refusals: ['state_conflict'],
  })
}

export const supportTasksApi = {
  listSupportTasks: endpoint({
    method: 'GET',
    path: TASKS,
    summary: 'Support tasks of all pharmacies: what should have been answered first, then by weight',
    access: STAFF_ROLES,
    query: TaskListQuery,
    reply: {
      status: 200,
      schema: pageOf(SupportTaskRow).extend({
        view: TaskView,
        counts: TaskCounts,
        asOf: z.iso.datetime({ precision: 3 }),
        lastEventId: z.int().min(0),
      }),
    },
  }),
  createSupportTask: endpoint({
    method: 'POST',
    path: TASKS,
    summary: 'Create a support task for a pharmacy; the same clientId again answers the first one',
    access: STAFF_ROLES,
    body: NewTask,
    reply: { status: 201, schema: SupportTaskDetail },
    refusals: ['not_found'],
  }),
  getSupportTask: endpoint({
    method: 'GET',
    path: TASK,
    summary: 'One support task with its diagnosis and its steps',
    access: STAFF_ROLES,
    params: taskParams,
    reply: detail,
  }),
  claimSupportTask: endpoint({
    method: 'POST',
    path: `${TASK}/claim`,
    summary: 'Take a task that nobody has; whoever comes second is told who has it',
    access: STAFF_ROLES,
    params: taskParams,
    reply: detail,
    refusals: ['state_conflict'],
  }),
  releaseSupportTask: step('release', {
    summary: 'Give a task back, with a note for the next: its claimer, or who may take it over',
    access: STAFF_ROLES,
    body: Note,
  }),
  handOverSupportTask: step('hand-over', {
    summary: 'Give a task to another member of staff: its claimer',
    access: STAFF_ROLES,
    body: Note.extend({ to: Uuid }),
  }),
  takeOverSupportTask: step('take-over', {
    summary: 'Take a task from who has it',
    access: ['Admin', 'SuperSupport'],
    body: Note,
  }),
  resolveSupportTask: step('done', {
    summary: 'Say that a task is done: its claimer, or anybody while nobody has it',
    access: STAFF_ROLES,
    body: Note,
  }),
  reopenSupportTask: step('reopen', {
    summary: 'Open a task again that was done',
    access: STAFF_ROLES,
    body: Note,
  }),
  removeSupportTask: step('removal', {
    summary: 'Remove a task: its words and diagnosis are erased, its steps stay',
    access: ['Admin', 'SuperSupport'],
    body: Reason,
  }),
  listTaskMessages: endpoint({
    method: 'GET',
    path: `${TASK}/messages`,
    summary: 'Messages of a task after a number, the oldest first',
    access: STAFF_ROLES,
    params: taskParams,
    query: MessagesQuery,
    reply: { status: 200, schema: z.strictObject({ messages: z.array(TaskMessage).max(MAX_MESSAGES) }) },
  }),
  sendTaskMessage: endpoint({
    method: 'POST',
    path: `${TASK}/messages`,
    summary: 'Write into a task; the same clientId again answers the first message',
    access: STAFF_ROLES,
    params: taskParams,
    body: NewMessage,
    maxBodyBytes: 65_536,
    reply: { status: 201, schema: TaskMessage },
    refusals: ['state_conflict'],
  }),
  readTaskMessages: endpoint({
    method: 'PUT',
    path: `${TASK}/read`,
    summary: 'Say how far the caller has read; it only rises',
    access: STAFF_ROLES,
    params: taskParams,
    body: z.strictObject({ seq: Seq }),
    reply: { status: 204, schema: null },
  }),
  listProblemRules: endpoint({
    method: 'GET',
    path: '/api/v1/panel/support-task-rules',
    summary: 'Which problems become tasks, and after how long',
    access: STAFF_ROLES,
    reply: { status: 200, schema: ProblemRules },
  }),
  setProblemRule: endpoint({
    method: 'PUT',
    path: '/api/v1/panel/support-task-rules',
    summary: 'Set the rule of one problem',
    access: ['Admin', 'SuperSupport'],
    body: ProblemRule,
    reply: { status: 200, schema: ProblemRules },
  }),
} as const satisfies EndpointTable
