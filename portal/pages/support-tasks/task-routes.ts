// Support tasks: GET /support/tasks is the queue, /support/tasks/{id} one task; POST below it makes a step with it, or writes.
import { randomUUID } from 'node:crypto'
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { SupportTaskDetail, TaskMessage } from '@pharmacy-relay/shared/api/support/support-task.ts'
import { MAX_MESSAGES } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import { IdText, StoreId } from '@pharmacy-relay/shared/ids.ts'
import { PROBLEM_CODES, ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed, versionText } from '../../http/forms.ts'
import { redirect, sendHtml, setRetryAfter } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import { PATHS } from '../../views/paths.ts'
import { isShownInPlace } from '../staff/problem-notice.tsx'
import { answerText } from './canned-answers.tsx'
import { computerRegion } from './computer-region.tsx'
import { placesRegion } from './incident-places.tsx'
import { helpersOf, placeOf } from './task-helpers.ts'
import { talkRegion } from './talk-region.tsx'
import { TasksQuery, taskPath } from './task-address.ts'
import { taskPage } from './task-page.tsx'
import { tasksPage, type NewTaskEntries } from './tasks-page.tsx'
import { tasksRegion } from './tasks-region.tsx'

const FORMS = [
  'claim',
  'release',
  'hand-over',
  'take-over',
  'done',
  'reopen',
  'removal',
  'messages',
  'answer',
]

export function supportTaskRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.supportTasks}/:taskId`
  const shown = [storeApi.getSupportTask]
  router.get(PATHS.supportTasks, forStaff([storeApi.listSupportTasks], showTasks))
  router.get(PATHS.supportTasksTable, forStaff([storeApi.listSupportTasks], showTable))
  router.post(PATHS.supportTasks, forStaff([storeApi.createSupportTask], create))
  router.get(path, forStaff(shown, showTask))
  router.get(`${path}/talk`, forStaff(shown, showTalk))
  router.get(`${path}/computer`, forStaff(shown, showComputer))
  router.get(`${path}/places`, forStaff(shown, showPlaces))
  router.post(`${path}/claim`, forStaff([storeApi.claimSupportTask], claim))
  router.post(`${path}/release`, forStaff([storeApi.releaseSupportTask], stepBy('releaseSupportTask')))
  router.post(`${path}/hand-over`, forStaff([storeApi.handOverSupportTask], handOver))
  router.post(`${path}/take-over`, forStaff([storeApi.takeOverSupportTask], stepBy('takeOverSupportTask')))
  router.post(`${path}/done`, forStaff([storeApi.resolveSupportTask], stepBy('resolveSupportTask')))
  router.post(`${path}/reopen`, forStaff([storeApi.reopenSupportTask], stepBy('reopenSupportTask')))
  router.post(`${path}/removal`, forStaff([storeApi.removeSupportTask], remove))
  router.post(`${path}/messages`, forStaff([storeApi.sendTaskMessage], send))
  router.post(`${path}/answer`, forStaff([storeApi.sendTaskMessage], insertAnswer))
  // These addresses only answer forms; who comes back to them finds the task.
  router.get(
    FORMS.map((last) => `${path}/${last}`),
    forStaff(shown, async (context) => redirect(context, taskPath(taskIdOf(context)))),
  )
  return router
}

const showTasks: StaffHandler = async (context, store) => {
  await sendTasks(context, store, { storeId: '', subject: '', priority: '2', isStoreUnknown: false })
}

async function sendTasks(
  context: RequestContext,
  store: StoreCall,
  typedIn: Omit<NewTaskEntries, 'clientId'>,
): Promise<void> {
  const { query, list } = await tasksOf(context, store)
  const entries = { ...typedIn, clientId: randomUUID() }
  const frame = typedIn.isStoreUnknown ? context.frame(PATHS.supportTasks) : context.frame()
  await sendHtml(context, tasksPage({ frame, query, list, entries }), typedIn.isStoreUnknown ? 422 : 200)
}

const showTable: StaffHandler = async (context, store) => {
  const { viewer, preferences } = context
  const { language } = preferences
  await sendHtml(context, tasksRegion({ language, viewer, ...(await tasksOf(context, store)) }))
}

async function tasksOf(context: RequestContext, store: StoreCall) {
  const asked = tasksQuery(context)
  const { view, page, pageSize } = asked
  const query = { view, page: String(page), pageSize: String(pageSize) }
  const list = await store(storeApi.listSupportTasks, { params: null, query, body: null })
  return { query: asked, list }
}

/** Throws ProblemError `invalid` with every faulty field. */
export function tasksQuery({ request }: RequestContext): TasksQuery {
  const parsed = TasksQuery.safeParse(request.query)
  if (parsed.success) return parsed.data
  throw new ProblemError('invalid', 'The address of the list is not valid', {
    errors: fieldFaults('query', parsed.error),
  })
}

const NewTaskForm = z.object({
  clientId: z.uuid(),
  storeId: typed(50),
  subject: typed(300),
  priority: typed(1),
})

const create: StaffHandler = async (context, store) => {
  const form = readForm(NewTaskForm, context.request.body)
  const customer = await pharmacyBy(store, form.storeId)
  if (customer === null) return sendTasks(context, store, { ...form, isStoreUnknown: true })
  const body = {
    clientId: form.clientId,
    customerId: customer.id,
    computerId: null,
    subject: form.subject,
    priority: Number(form.priority),
  }
  const { id } = await store(storeApi.createSupportTask, { params: null, query: null, body })
  await redirect(context, taskPath(id))
}

async function pharmacyBy(store: StoreCall, text: string) {
  const storeId = StoreId.safeParse(text)
  if (!storeId.success) return null
  try {
    const params = { storeId: storeId.data }
    return await store(storeApi.getCustomerByStoreId, { params, query: null, body: null })
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return null
    throw error
  }
}

/** Throws ProblemError `not_found` for what is no number of a task. */
export function taskIdOf({ request }: RequestContext): number {
  const id = IdText.safeParse(request.params['taskId'])
  if (!id.success) throw new ProblemError('not_found', 'There is no such support task')
  return id.data
}

export const paramsOf = (context: RequestContext) => ({ taskId: String(taskIdOf(context)) })

const showTask: StaffHandler = async (context, store) => {
  const { task, messages } = await talkOf(context, store)
  const body = { seq: task.lastSeq }
  await store(storeApi.readTaskMessages, { params: paramsOf(context), query: null, body })
  await sendTask(context, store, { task, messages, text: '', problem: null })
}

const showTalk: StaffHandler = async (context, store) => {
  const { viewer, preferences } = context
  const { language } = preferences
  const talk = await talkOf(context, store)
  await sendHtml(context, talkRegion({ language, viewer, now: context.now(), ...talk }))
}

const showComputer: StaffHandler = async (context, store) => {
  const { viewer, preferences } = context
  const task = await store(storeApi.getSupportTask, { params: paramsOf(context), query: null, body: null })
  const place = await placeOf(store, task)
  if (place === null) throw new ProblemError('not_found', 'The task has no computer any more')
  const { language } = preferences
  await sendHtml(context, computerRegion({ language, viewer, now: context.now(), taskId: task.id, place }))
}

const showPlaces: StaffHandler = async (context, store) => {
  const task = await store(storeApi.getSupportTask, { params: paramsOf(context), query: null, body: null })
  const t = texts(context.preferences.language)
  await sendHtml(context, placesRegion({ task, now: context.now(), t }))
}

async function talkOf(context: RequestContext, store: StoreCall) {
  const params = paramsOf(context)
  const task = await store(storeApi.getSupportTask, { params, query: null, body: null })
  // The newest: what a page can show.
  const afterSeq = String(Math.max(0, task.lastSeq - MAX_MESSAGES))
  const { messages } = await store(storeApi.listTaskMessages, { params, query: { afterSeq }, body: null })
  return { task, messages }
}

interface Shown {
  readonly task: SupportTaskDetail
  readonly messages: readonly TaskMessage[]
  /** What was typed and not sent. */
  readonly text: string
  readonly problem: ProblemError | null
}

async function sendTask(
  context: RequestContext,
  store: StoreCall,
  { text, problem, ...talk }: Shown,
): Promise<void> {
  const frame = problem === null ? context.frame() : context.frame(taskPath(talk.task.id))
  const html = taskPage({
    ...talk,
    frame,
    now: context.now(),
    place: await placeOf(store, talk.task),
    ...(await helpersOf(context, store, talk.task)),
    compose: { text, clientId: randomUUID() },
    problem,
  })
  if (problem !== null) setRetryAfter(context, problem)
  await sendHtml(context, html, problem === null ? 200 : PROBLEM_CODES[problem.code].status)
}

/** What was refused is told on the page of the task as it is now, with what was typed. */
export async function done(
  context: RequestContext,
  store: StoreCall,
  work: { readonly text: string; readonly call: () => Promise<unknown> },
): Promise<void> {
  try {
    await work.call()
  } catch (error) {
    const isTold = error instanceof ProblemError && (isShownInPlace(error) || error.code === 'version_stale')
    if (!isTold) throw error
    return sendTask(context, store, {
      ...(await talkOf(context, store)),
      text: work.text,
      problem: error,
    })
  }
  await redirect(context, taskPath(taskIdOf(context)))
}

const claim: StaffHandler = async (context, store) => {
  const params = paramsOf(context)
  const call = async () => store(storeApi.claimSupportTask, { params, query: null, body: null })
  await done(context, store, { text: '', call })
}

const StepForm = z.object({ version: versionText, note: typed(500) })

type NotedStep = 'releaseSupportTask' | 'takeOverSupportTask' | 'resolveSupportTask' | 'reopenSupportTask'

function stepBy(name: NotedStep): StaffHandler {
  return async (context, store) => {
    const { version, note } = readForm(StepForm, context.request.body)
    const body = { note: note.trim() === '' ? null : note }
    const call = async () => store(storeApi[name], { params: paramsOf(context), query: null, body }, version)
    await done(context, store, { text: '', call })
  }
}

const HandOverForm = StepForm.extend({ to: typed(64) })

const handOver: StaffHandler = async (context, store) => {
  const { version, note, to } = readForm(HandOverForm, context.request.body)
  const body = { note: note.trim() === '' ? null : note, to }
  const call = async () =>
    store(storeApi.handOverSupportTask, { params: paramsOf(context), query: null, body }, version)
  await done(context, store, { text: '', call })
}

const remove: StaffHandler = async (context, store) => {
  const { version, note } = readForm(StepForm, context.request.body)
  const call = async () =>
    store(storeApi.removeSupportTask, { params: paramsOf(context), query: null, body: { note } }, version)
  await done(context, store, { text: '', call })
}

const MessageForm = z.object({
  clientId: z.uuid(),
  // Longer than a message may be, so that it is told in words and not lost.
  text: typed(20_000),
  afterSeq: z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number),
  note: typed(1),
})

const send: StaffHandler = async (context, store) => {
  const { clientId, text, afterSeq, note } = readForm(MessageForm, context.request.body)
  const body = { clientId, text, afterSeq, isInternal: note === '1' }
  const call = async () => store(storeApi.sendTaskMessage, { params: paramsOf(context), query: null, body })
  await done(context, store, { text, call })
}

const InsertForm = z.object({ text: typed(20_000), answer: IdText })

/** For who has no script: the page again, with the text of a canned answer behind what was typed. */
const insertAnswer: StaffHandler = async (context, store) => {
  const form = readForm(InsertForm, context.request.body)
  const { answers } = await store(storeApi.listAnswers, { params: null, query: null, body: null })
  const talk = await talkOf(context, store)
  const texts = answers.find(({ id }) => id === form.answer)?.texts
  const added =
    texts === undefined ? null : answerText(texts, talk.task.language, context.preferences.language)
  const text = [form.text.trimEnd(), added ?? ''].filter((part) => part !== '').join('\n')
  await sendTask(context, store, { ...talk, text, problem: null })
}
