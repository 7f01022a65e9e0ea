// What the person at a computer asks of support, as his relay hub passes it on. Who he is follows from the session of his computer,
// never from what is sent.
import { z } from 'zod'
import { Diagnosis } from '../../diagnosis.ts'
import { Id, Instant, lineOfForeignText, Uuid } from '../../ids.ts'
import { endpoint, type EndpointTable } from '../endpoint.ts'
import { MessageText } from './message-text.ts'
import { HelpPresence } from './task-presence.ts'
import { MessageAuthor, Seq, TaskState } from './support-task.ts'

/** Open tasks that people of one pharmacy may have, and new ones within an hour. */
export const MAX_OPEN_ASKED = 3
export const MAX_ASKED_AN_HOUR = 6
/** Tasks that a computer is told, the newest first: open ones, and what was done within 72 h. */
export const MAX_HELP_TASKS = 10
export const REOPEN_WITHIN_HOURS = 72
/** Messages in one answer: with the longest texts it stays below a hub's message. */
export const MAX_HELP_MESSAGES = 8

/** Words are optional: what is wrong says the diagnosis. */
export const HelpRequest = z.strictObject({
  clientId: Uuid,
  text: MessageText.nullable(),
  diagnosis: Diagnosis.nullable(),
  language: z.string().regex(/^[a-z]{2}$/),
  contactName: lineOfForeignText(80).nullable(),
})
export type HelpRequest = z.infer<typeof HelpRequest>

export const HelpWords = z.strictObject({ taskId: Id, clientId: Uuid, text: MessageText })
export type HelpWords = z.infer<typeof HelpWords>

export const HelpQuestion = z.strictObject({ taskId: Id, afterSeq: Seq })
export type HelpQuestion = z.infer<typeof HelpQuestion>

export const HelpAnswer = z.strictObject({ taskId: Id, isSolved: z.boolean() })
export type HelpAnswer = z.infer<typeof HelpAnswer>

export const HelpRead = z.strictObject({ taskId: Id, seq: Seq })
export type HelpRead = z.infer<typeof HelpRead>

/** A task of this computer is not as it was, or somebody of staff wrote in it. */
export const HelpChange = z.strictObject({ taskId: Id })

/** A task as the computer is told it. `lastSeq` counts what the pharmacy may read. */
export const HelpTask = z
  .strictObject({
    id: Id,
    state: TaskState,
    subject: z.string().max(200).nullable(),
    /** Who answers; null: nobody yet. */
    claimedByName: z.string().max(120).nullable(),
    lastSeq: Seq,
    readSeq: Seq,
    isSolved: z.boolean().nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'HelpTask' })
export type HelpTask = z.infer<typeof HelpTask>

export const HelpMessage = z
  .strictObject({
    seq: z.int().min(1),
    clientId: Uuid,
    author: MessageAuthor,
    authorName: z.string().max(120),
    text: z.string().max(4_000),
    at: Instant,
  })
  .meta({ id: 'HelpMessage' })
export type HelpMessage = z.infer<typeof HelpMessage>

const session = { sessionId: Uuid }
const HELP = '/api/v1/relay-help'

function ofDevice<S extends z.ZodType, R extends z.ZodType>(
  name: string,
  { summary, body, reply }: { readonly summary: string; readonly body: S; readonly reply: R },
) {
  return endpoint({
    method: 'POST',
    path: `${HELP}/${name}`,
    summary,
    access: ['Service'],
    // Only what hosts relay hubs speaks for devices.
    services: ['portal'],
    body,
    maxBodyBytes: 131_072,
    reply: { status: 200, schema: reply },
    refusals: ['not_found', 'state_conflict', 'rate_limited'],
  })
}

export const helpApi = {
  askForHelp: ofDevice('asks', {
    summary: 'The person at a computer asks for help; the same clientId again answers the first task',
    body: HelpRequest.extend(session),
    reply: HelpTask,
  }),
  sendHelpMessage: ofDevice('messages', {
    summary: 'The person at a computer writes into his task',
    body: HelpWords.extend(session),
    reply: HelpMessage,
  }),
  listHelpTasks: ofDevice('tasks', {
    summary: 'The tasks of a computer',
    body: z.strictObject(session),
    reply: z.strictObject({ tasks: z.array(HelpTask).max(MAX_HELP_TASKS) }),
  }),
  listHelpMessages: ofDevice('conversations', {
    summary: 'What was said in a task of a computer after a number; notes of staff are not among it',
    body: HelpQuestion.extend(session),
    reply: z.strictObject({ messages: z.array(HelpMessage).max(MAX_HELP_MESSAGES) }),
  }),
  readHelpMessages: ofDevice('reads', {
    summary: 'How far the person at a computer has read; it only rises',
    body: HelpRead.extend(session),
    reply: z.strictObject({}),
  }),
  answerHelp: ofDevice('answers', {
    summary: 'Solved, or not: then the task is open again',
    body: HelpAnswer.extend(session),
    reply: HelpTask,
  }),
  tellHelpPresence: ofDevice('presence', {
    summary: 'Somebody at a computer writes in his task, or stopped; told to all portals and kept nowhere',
    body: HelpPresence.extend(session),
    reply: z.strictObject({}),
  }),
} as const satisfies EndpointTable
