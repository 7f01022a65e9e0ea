// Endpoints of the desk of support beside its tasks: the dashboard, times of answers, canned answers, colleagues.
import { z } from 'zod'
import { Id, IdText, Instant, lineOfText, Uuid } from '../../ids.ts'
import { isTimeZone } from '../../time-zone.ts'
import { byLanguage } from '../../texts/languages.ts'
import { STAFF_ROLES } from '../../user-role.ts'
import { endpoint, type EndpointTable } from '../endpoint.ts'
import { SupportProblem } from '../relay-support.ts'
import { changesApi } from './changes-api.ts'
import { dutyApi } from './duty-api.ts'
import { MessageText } from './message-text.ts'

const Count = z.int().min(0)

/** Hours that the dashboard tells, the current one among them: a week. */
export const DASHBOARD_HOURS = 168

export const FleetHour = z
  .strictObject({
    /** When it begins. */
    hour: Instant,
    /** As seen last within the hour, and the fewest at any look. */
    online: Count,
    fewestOnline: Count,
    computers: Count,
    /** Printed within this hour, and those that failed, expired or are unknown; null: not counted yet. */
    labels: Count.nullable(),
    labelProblems: Count.nullable(),
  })
  .meta({ id: 'FleetHour' })
export type FleetHour = z.infer<typeof FleetHour>

export const Dashboard = z
  .strictObject({
    /** When fleet and problems were counted: at most some minutes ago. */
    countedAt: Instant,
    asOf: Instant,
    pharmacies: Count,
    computers: Count,
    online: Count,
    /** How many computers have it, at most 5,000; each of them once. */
    problems: z.array(z.strictObject({ problem: SupportProblem, count: Count })).max(50),
    /** Open tasks; each count ends at 5,000. */
    tasks: z.strictObject({ free: Count, mine: Count, all: Count, unanswered: Count, overdue: Count }),
    /** The oldest first. An hour in which nobody counted is left out. */
    hours: z.array(FleetHour).max(DASHBOARD_HOURS),
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.infer<typeof Dashboard>

/** Days that are told, today among them. */
export const TIMES_DAYS = 30
/** Tasks of these days that are looked at, the newest: beyond it older days are missing. */
export const MOST_TIMED_TASKS = 50_000

/** Of the tasks that were created on a day of the reader's zone. */
export const SupportDay = z
  .strictObject({
    day: z.iso.date(),
    created: Count,
    answered: Count,
    /** From the task to the first answer: of half of them not longer, of nine in ten not longer; null: none. In s. */
    answerMedianS: Count.nullable(),
    answerP90S: Count.nullable(),
    done: Count,
    doneMedianS: Count.nullable(),
    doneP90S: Count.nullable(),
  })
  .meta({ id: 'SupportDay' })
export type SupportDay = z.infer<typeof SupportDay>

/** Canned answers that there may be. */
export const MAX_ANSWERS = 50

/** A text in each of our languages; null or missing, as in what was stored before there was that language: not offered in it. */
export const AnswerTexts = z
  .strictObject(byLanguage(() => MessageText.nullable().default(null)))
  .refine((texts) => Object.values(texts).some((text) => text !== null), 'must have a text in one language')
export type AnswerTexts = z.infer<typeof AnswerTexts>

const AnswerFields = z.strictObject({ title: lineOfText(80), texts: AnswerTexts })

export const SupportAnswer = AnswerFields.extend({
  id: Id,
  version: z.int().min(1),
  changedAt: Instant,
  /** Who changed it last, as he was called then. */
  changedBy: z.string().max(120),
}).meta({ id: 'SupportAnswer' })
export type SupportAnswer = z.infer<typeof SupportAnswer>

const answers = {
  status: 200,
  schema: z.strictObject({ answers: z.array(SupportAnswer).max(MAX_ANSWERS) }),
} as const
const EDITORS = ['Admin', 'SuperSupport'] as const
const ANSWERS = '/api/v1/panel/support-answers'
const answerParams = z.strictObject({ answerId: IdText })

export const supportDeskApi = {
  ...changesApi,
  ...dutyApi,
  getDashboard: endpoint({
    method: 'GET',
    path: '/api/v1/panel/dashboard',
    summary: 'Pharmacies, computers online over a week, labels per hour, open tasks and problems by kind',
    access: STAFF_ROLES,
    reply: { status: 200, schema: Dashboard },
  }),
  listSupportTimes: endpoint({
    method: 'GET',
    path: '/api/v1/panel/support-times',
    summary: 'How long the first answer and the end of support tasks took, by day',
    access: STAFF_ROLES,
    query: z.strictObject({ zone: z.string().max(64).refine(isTimeZone, 'must be a time zone') }),
    reply: { status: 200, schema: z.strictObject({ days: z.array(SupportDay).max(TIMES_DAYS) }) },
  }),
  listColleagues: endpoint({
    method: 'GET',
    path: '/api/v1/panel/support-colleagues',
    summary: 'Staff to whom a task can be handed over, by name',
    access: STAFF_ROLES,
    reply: {
      status: 200,
      schema: z.strictObject({
        staff: z.array(z.strictObject({ guid: Uuid, name: z.string().max(120) })).max(500),
      }),
    },
  }),
  listAnswers: endpoint({
    method: 'GET',
    path: ANSWERS,
    summary: 'Canned answers, by title',
    access: STAFF_ROLES,
    reply: answers,
  }),
  createAnswer: endpoint({
    method: 'POST',
    path: ANSWERS,
    summary: 'Add a canned answer; two have no title in common',
    access: EDITORS,
    body: AnswerFields,
    maxBodyBytes: 65_536,
    reply: answers,
    refusals: ['state_conflict'],
  }),
  changeAnswer: endpoint({
    method: 'PUT',
    path: `${ANSWERS}/{answerId}`,
    summary: 'Change a canned answer',
    access: EDITORS,
    params: answerParams,
    body: AnswerFields,
    maxBodyBytes: 65_536,
    versioned: true,
    reply: answers,
    refusals: ['state_conflict'],
  }),
  removeAnswer: endpoint({
    method: 'DELETE',
    path: `${ANSWERS}/{answerId}`,
    summary: 'Remove a canned answer',
    access: EDITORS,
    params: answerParams,
    reply: answers,
  }),
} as const satisfies EndpointTable
