// What a computer asks of the store in memory: the endpoints of shared/api/support/help.ts by the store API's rules.
import type { HelpDesk } from '@pharmacy-relay/relay-server/hub/requests/help-desk.ts'
import { whatItIs } from '@pharmacy-relay/relay-server/store-api/support-tasks/task-states.ts'
import type { EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import {
  MAX_HELP_MESSAGES,
  MAX_HELP_TASKS,
  MAX_OPEN_ASKED,
  type helpApi,
  type HelpMessage,
  type HelpTask,
} from '@pharmacy-relay/shared/api/support/help.ts'
import type { taskFilesApi } from '@pharmacy-relay/shared/api/support/task-files-api.ts'
import type { TaskMessage } from '@pharmacy-relay/shared/api/support/support-task.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Site } from './life-store.ts'
import type { HeldTask, HelpTasks } from './held-task.ts'

type HelpApi = typeof helpApi & Pick<typeof taskFilesApi, 'sendHelpFile'>
type HelpHandlers = {
  readonly [K in keyof HelpApi]: (body: EndpointCall<HelpApi[K]>['body']) => EndpointResult<HelpApi[K]>
}

const AT = '2026-11-20T09:00:00.000Z'

export function helpOf(store: HelpTasks, sites: readonly Site[]): HelpDesk {
  const handlers = handlersOf(store, sites)
  // Each name with the body and the reply of its endpoint, which a generic look-up cannot say.
  return async (name, body) => Promise.resolve(handlers[name](body as never) as never)
}

function handlersOf(store: HelpTasks, sites: readonly Site[]): HelpHandlers {
  const own = (sessionId: string, taskId: number): HeldTask =>
    ownTask(store, siteOf(sites, sessionId), taskId)
  return {
    askForHelp: ({ sessionId, clientId, text }) => ask(store, siteOf(sites, sessionId), { clientId, text }),
    sendHelpMessage: ({ sessionId, taskId, clientId, text }) => {
      const task = own(sessionId, taskId)
      const before = store.sentBefore(task, clientId)
      if (before !== null) return forDevice(before)
      if (task.state === 'done') store.step(task, 'reopen', null)
      return forDevice(store.add(task, wordsOf(clientId, text)))
    },
    listHelpTasks: ({ sessionId }) => ({ tasks: tasksOf(store, siteOf(sites, sessionId)) }),
    listHelpMessages: ({ sessionId, taskId, afterSeq }) => {
      const told = own(sessionId, taskId).messages.filter(
        ({ seq, isInternal }) => seq > afterSeq && !isInternal,
      )
      return { messages: told.slice(0, MAX_HELP_MESSAGES).map(forDevice) }
    },
    readHelpMessages: ({ sessionId, taskId, seq }) => {
      const task = own(sessionId, taskId)
      task.readSeq = Math.max(task.readSeq, seq)
      return {}
    },
    sendHelpFile: () => {
      throw new ProblemError('not_found', 'Not of this model')
    },
    tellHelpPresence: ({ sessionId, taskId }) => {
      own(sessionId, taskId)
      return {}
    },
    answerHelp: ({ sessionId, taskId, isSolved }) => {
      const task = own(sessionId, taskId)
      if (isSolved && task.state !== 'done') throw new ProblemError('state_conflict', whatItIs(task))
      if (isSolved) task.isSolved = true
      else if (task.state === 'done') store.step(task, 'reopen', null)
      return helpTask(task)
    },
  }
}

function ask(
  store: HelpTasks,
  { customerId, computerId }: Site,
  { clientId, text }: { readonly clientId: string; readonly text: string | null },
): HelpTask {
  const key = `${computerId}:${clientId}`
  const count = store.held.length
  const open = store.held.filter((one) => one.isAsked && one.customerId === customerId && isOpen(one))
  const isKnown = store.held.some((one) => one.key === key)
  if (!isKnown && open.length >= MAX_OPEN_ASKED)
    throw new ProblemError('state_conflict', reason('help_too_many', { max: MAX_OPEN_ASKED }))
  const task = store.newTask({ key, customerId, computerId, isAsked: true }, null)
  if (text !== null && store.held.length > count) store.add(task, wordsOf(clientId, text))
  return helpTask(task)
}

function tasksOf(store: HelpTasks, { computerId }: Site): HelpTask[] {
  const own = store.held.filter(
    (one) =>
      one.computerId === computerId && one.state !== 'removed' && (one.isAsked || lastPublicSeq(one) > 0),
  )
  return own.toReversed().slice(0, MAX_HELP_TASKS).map(helpTask)
}

function ownTask(store: HelpTasks, { computerId }: Site, taskId: number): HeldTask {
  const task = store.task(taskId)
  if (task.computerId !== computerId || task.state === 'removed')
    throw new ProblemError('not_found', 'There is no such support task')
  return task
}

function helpTask(task: HeldTask): HelpTask {
  const { id, state, claimedByName, isSolved, readSeq } = task
  const lastSeq = lastPublicSeq(task)
  return { id, state, claimedByName, isSolved, readSeq, lastSeq, subject: null, createdAt: AT }
}

function lastPublicSeq({ messages }: HeldTask): number {
  return messages.findLast(({ isInternal }) => !isInternal)?.seq ?? 0
}

function forDevice({ seq, clientId, author, authorName, text, at }: TaskMessage): HelpMessage {
  return { seq, clientId, author, authorName, text, at }
}

function wordsOf(clientId: string, text: string) {
  return { clientId, text, author: 'pharmacy', authorName: 'COUNTER-1', isInternal: false } as const
}

function siteOf(sites: readonly Site[], sessionId: string): Site {
  const site = sites.find((one) => one.sessionId === sessionId)
  if (site === undefined) throw new ProblemError('not_found', 'There is no such session')
  return site
}

function isOpen({ state }: HeldTask): boolean {
  return state !== 'done' && state !== 'removed'
}
