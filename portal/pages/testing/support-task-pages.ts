// The pages of support tasks in every state: each list, each state of a task, what was refused.
import {
  TaskAction,
  TaskState,
  type SupportTaskDetail,
  SupportTaskRow,
  type TaskMessage,
} from '@pharmacy-relay/shared/api/support/support-task.ts'
import { TaskView } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import type { SupportAnswer } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { byLanguage } from '@pharmacy-relay/shared/texts/languages.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { taskPage, type TaskPageProps } from '../support-tasks/task-page.tsx'
import { tasksPage } from '../support-tasks/tasks-page.tsx'
import type { TaskList } from '../support-tasks/tasks-region.tsx'
import { CENTRAL, HOSTILE, NOW } from './fixtures.ts'

const FORM_ID = '11111111-1111-4111-8111-111111111111'

export function taskRowOf(changes: Partial<SupportTaskRow> = {}): SupportTaskRow {
  return {
    id: 1042,
    customerId: 1,
    storeId: 'P-1042',
    customerName: 'Central Pharmacy',
    computerId: 11,
    computerName: 'COUNTER-2',
    presence: 'online',
    origin: 'pharmacy',
    problem: null,
    problemSince: null,
    subject: 'P-1042: ☎',
    wrong: PRINTER_AWAY.hops[0] ?? null,
    priority: 1,
    state: 'new',
    version: 1,
    claimedBy: null,
    claimedByName: null,
    turn: 'staff',
    createdAt: '2026-11-20T11:30:00.000Z',
    dueAt: '2026-11-20T11:45:00.000Z',
    lastSeq: 1,
    unread: 1,
    reopened: 0,
    hit: null,
    ...changes,
  }
}

/** The printer of a computer stands for want of paper. */
const PRINTER_AWAY: Diagnosis = {
  computerName: 'COUNTER-2',
  at: '2026-11-20T11:30:00.000Z',
  role: 'Server',
  path: null,
  hops: [
    {
      hop: 'printer',
      verdict: 'failed',
      code: 'printer_stopped',
      tookMs: 12,
      facts: { printer: 'ZD421', conditions: ['paper_out'] },
    },
  ],
  blocking: 'printer',
  tookMs: 20,
}

export function taskOf(changes: Partial<SupportTaskDetail> = {}): SupportTaskDetail {
  return {
    ...taskRowOf(),
    diagnosis: PRINTER_AWAY,
    diagnosisAt: '2026-11-20T11:30:00.000Z',
    contactName: 'Nora',
    language: 'de',
    handoverNote: null,
    firstAnsweredAt: null,
    doneAt: null,
    resolution: null,
    isSolved: null,
    pharmacyReadSeq: 2,
    lastPublicSeq: 2,
    steps: [
      { version: 1, at: '2026-11-20T11:30:00.000Z', action: 'create', became: 'new', by: null, note: null },
    ],
    lastEventId: 812,
    places: [],
    ...changes,
  }
}

export function messageOf(changes: Partial<TaskMessage> = {}): TaskMessage {
  return {
    seq: 1,
    clientId: FORM_ID,
    author: 'pharmacy',
    authorName: 'Nora',
    isInternal: false,
    text: HOSTILE,
    isErased: false,
    file: null,
    at: '2026-11-20T11:30:00.000Z',
    ...changes,
  }
}

/** Of 412 pharmacies, some of which are well again. */
export function incidentOf(): SupportTaskDetail {
  const places = Array.from({ length: 5 }, (_, place) => ({
    storeId: `P-${1042 + place}`,
    name: place === 1 ? HOSTILE : 'Central Pharmacy',
    computers: 1 + place,
    since: '2026-11-20T10:31:00.000Z',
    wellSince: place < 3 ? null : '2026-11-20T11:50:00.000Z',
  }))
  const none = {
    computerId: null,
    computerName: null,
    subject: null,
    diagnosis: null,
    wrong: null,
    contactName: null,
    presence: null,
  }
  const problemSince = '2026-11-20T10:31:00.000Z'
  const of = { origin: 'incident', problem: 'offline', problemSince, hit: { now: 400, all: 1_412 } } as const
  return taskOf({ id: 7, ...none, ...of, places })
}

/** Page by name. */
export function supportTaskPages(frame: FrameProps): Record<string, string> {
  return { ...listPages(frame), ...taskPages(frame) }
}

function listOf(items: readonly SupportTaskRow[], changes: Partial<TaskList> = {}): TaskList {
  return {
    items: [...items],
    total: items.length,
    page: 1,
    pageSize: 50,
    view: 'free',
    counts: { free: 2, mine: 1, all: 3, unanswered: 2, overdue: 1, unread: 1 },
    asOf: NOW.toISOString(),
    lastEventId: 812,
    ...changes,
  }
}

/** With a text in each language. */
export function answerOf(changes: Partial<SupportAnswer> = {}): SupportAnswer {
  const texts = { ...byLanguage(() => null), en: HOSTILE, de: 'Ist der Drucker an?' }
  return {
    id: 1,
    title: HOSTILE,
    texts,
    version: 1,
    changedAt: NOW.toISOString(),
    changedBy: HOSTILE,
    ...changes,
  }
}

/** The queue with one free task, `T-1042`. */
export function tasksPageOf(frame: FrameProps): string {
  const entries = { storeId: '', subject: '', priority: '2', clientId: FORM_ID, isStoreUnknown: false }
  const query = { view: 'free', page: 1, pageSize: 50 } as const
  return tasksPage({ frame, query, list: listOf([taskRowOf()]), entries })
}

function listPages(frame: FrameProps) {
  const hostile = taskRowOf({ id: 2, subject: HOSTILE, customerName: HOSTILE, computerName: HOSTILE })
  const problem = { origin: 'problem', problem: 'offline', problemSince: '2026-11-20T08:00:00.000Z' } as const
  const lasting = taskRowOf({ id: 3, ...problem, subject: null, wrong: null, priority: 2, reopened: 1 })
  const silent = taskRowOf({ id: 4, subject: null, computerName: null, priority: 3, dueAt: null, unread: 0 })
  const taken = { state: 'claimed', claimedBy: FORM_ID, claimedByName: HOSTILE, reopened: 2 } as const
  const items = [
    SupportTaskRow.strip().parse(incidentOf()),
    hostile,
    lasting,
    silent,
    taskRowOf({ id: 5, ...taken, unread: 3 }),
  ]
  const entries = { storeId: '', subject: '', priority: '2', clientId: FORM_ID, isStoreUnknown: false }
  const page = (view: TaskView, list: TaskList, given: Partial<typeof entries> = {}) =>
    tasksPage({
      frame: { ...frame, path: '/support/tasks' },
      query: { view, page: list.page, pageSize: 50 },
      list,
      entries: { ...entries, ...given },
    })
  return {
    ...Object.fromEntries(
      TaskView.options.flatMap((view) => [
        [`support tasks, ${view}`, page(view, listOf(items, { view }))],
        [`support tasks, no ${view}`, page(view, listOf([], { view }))],
      ]),
    ),
    'support tasks, past the end': page('all', listOf([], { total: 3, page: 9 })),
    'support tasks, unknown pharmacy': page('free', listOf(items), {
      storeId: HOSTILE,
      subject: HOSTILE,
      isStoreUnknown: true,
    }),
  }
}

function taskPages(frame: FrameProps) {
  const page = (task: SupportTaskDetail, changes: Partial<TaskPageProps> = {}) =>
    taskPage({
      frame,
      task,
      messages: [],
      now: NOW,
      place: null,
      isMine: false,
      colleagues: [{ guid: FORM_ID, name: HOSTILE }],
      answers: [answerOf()],
      compose: { text: '', clientId: FORM_ID },
      problem: null,
      ...changes,
    })
  const talk = [
    messageOf(),
    messageOf({ seq: 2, author: 'staff', authorName: HOSTILE }),
    messageOf({ seq: 3, author: 'staff', isInternal: true }),
    messageOf({ seq: 4, text: '', isErased: true }),
    messageOf({ seq: 5, file: { kind: 'png', name: HOSTILE, bytes: 1_234, isLabel: true } }),
  ]
  const [computer] = CENTRAL.computers
  const place = computer === undefined ? null : { customer: CENTRAL, computer }
  const words = { handoverNote: HOSTILE, resolution: HOSTILE, isSolved: true }
  const steps = TaskAction.options.map((action, index) => ({
    version: index + 1,
    at: NOW.toISOString(),
    action,
    became: 'new' as const,
    by: index % 2 === 0 ? HOSTILE : null,
    note: HOSTILE,
  }))
  const claimer = { claimedBy: FORM_ID, claimedByName: HOSTILE }
  const refused = new ProblemError('state_conflict', reason('task_claimed_by', { who: HOSTILE }))
  return {
    ...Object.fromEntries(
      TaskState.options.map((state) => [
        `support task, ${state}`,
        page(taskOf({ state, ...(state === 'claimed' ? claimer : {}) })),
      ]),
    ),
    'support task, mine': page(taskOf({ state: 'claimed', ...claimer, ...words, steps }), {
      isMine: true,
      messages: talk,
      place,
    }),
    'support task, of a problem': page(
      taskOf({ origin: 'problem', problem: 'offline', subject: null, diagnosis: null, wrong: null, steps }),
    ),
    'support task, incident': page(incidentOf(), { messages: talk }),
    'support task, no diagnosis': page(
      taskOf({ diagnosis: null, wrong: null, subject: null, computerName: null, contactName: null }),
    ),
    'support task, refused': page(taskOf({ subject: HOSTILE }), {
      problem: refused,
      compose: { text: HOSTILE, clientId: FORM_ID },
    }),
  }
}
