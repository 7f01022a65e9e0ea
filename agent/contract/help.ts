// Asking support for help at this computer, and talking with it: what command line, tray and window may ask of the agent, which
// keeps on the disk what the hub does not have yet.
import { z } from 'zod'
import { MessageAuthor, Seq, TaskState } from '@pharmacy-relay/shared/api/support/support-task.ts'
import { HelpRequest, MAX_HELP_TASKS } from '@pharmacy-relay/shared/api/support/help.ts'
import { ConsentText, Sha256 } from '@pharmacy-relay/shared/api/support/help-bundle.ts'
import { MessageText } from '@pharmacy-relay/shared/api/support/message-text.ts'
import { Instant, Uuid } from '@pharmacy-relay/shared/ids.ts'
import { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { endpoint } from './endpoint.ts'

/** Requests and messages that are kept here until the hub has them. */
const MAX_KEPT = 100
/** Messages of a conversation, the newest. */
const MAX_LINES = 400
/** A body with the longest text of the widest letters. */
const MAX_WORDS_BYTES = 65_536

/** The number of a task or, before there is one, the id of the request. It stays good when the task comes. */
const Key = z.string().regex(/^(?:[1-9]\d{0,15}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)
const OneConversation = z.strictObject({ key: Key })

/**
 * Kept here. `refusal`: support does not take it, and why; null: it is sent as soon as there is a connection. `delay`: why
 * support did not take it just now; it is tried again.
 */
const NotSent = z.strictObject({ clientId: Uuid, refusal: Reason.nullable(), delay: Reason.nullable() })

export const HelpConversation = z.strictObject({
  key: Key,
  /** The first line of the first words; null: there were none. */
  subject: z.string().max(200).nullable(),
  createdAt: Instant,
  /** As support has it; null: it is not there yet. */
  task: z
    .strictObject({
      state: TaskState,
      /** Who answers; null: nobody yet. */
      claimedByName: z.string().max(120).nullable(),
      /** What a person here said when it was done; null: nothing yet. */
      isSolved: z.boolean().nullable(),
    })
    .nullable(),
  /** The request itself; null: support has it. */
  notSent: NotSent.nullable(),
  /** Words of staff that nobody here has seen. */
  unread: z.int().min(0),
})
export type HelpConversation = z.infer<typeof HelpConversation>

export const HelpLine = z.strictObject({
  clientId: Uuid,
  /** Null: it is not at support. */
  seq: z.int().min(1).nullable(),
  author: MessageAuthor,
  /** Null: a person at this computer, whose words are not there yet. */
  authorName: z.string().max(120).nullable(),
  text: z.string().max(4_000),
  at: Instant,
  notSent: NotSent.nullable(),
})
export type HelpLine = z.infer<typeof HelpLine>

export const HelpTalk = z.strictObject({
  conversation: HelpConversation,
  /** In the order in which it was said; what is not sent yet comes last. */
  lines: z.array(HelpLine).max(MAX_LINES),
  /** At this moment. */
  isSupportWriting: z.boolean(),
})
export type HelpTalk = z.infer<typeof HelpTalk>

export const help = {
  /** The newest first: what is open, and what was done within three days. */
  conversations: endpoint({
    method: 'GET',
    path: '/v1/help',
    summary: 'what was asked of support',
    reply: z.array(HelpConversation).max(MAX_HELP_TASKS + MAX_KEPT),
  }),
  /** not_found, as the seven below. */
  conversation: endpoint({
    method: 'GET',
    path: '/v1/help/{key}',
    summary: 'one conversation with support',
    params: OneConversation,
    reply: HelpTalk,
  }),
  /**
   * On the disk when it is answered, and sent as soon as there is a connection, with a check of this computer made now.
   * `clientId` is made by who asks, before the first try: the same again is the same request. state_conflict with a reason:
   * in no pharmacy, or too much is kept.
   */
  askForHelp: endpoint({
    method: 'POST',
    path: '/v1/help',
    summary: 'ask support for help {"clientId", "text", "language"}',
    params: HelpRequest.pick({ clientId: true, text: true, language: true, contactName: true }),
    maxBodyBytes: MAX_WORDS_BYTES,
    reply: HelpConversation,
  }),
  /** As askForHelp. Words in what was done open it again. */
  writeToHelp: endpoint({
    method: 'POST',
    path: '/v1/help/{key}/messages',
    summary: 'write {"clientId", "text"} into it',
    params: OneConversation.extend({ clientId: Uuid, text: MessageText }),
    maxBodyBytes: MAX_WORDS_BYTES,
  }),
  /**
   * The support bundle as it is now, which is text that anybody may read (`bundle`). On the disk when it is answered, as askForHelp;
   * within 10 s.
   */
  sendBundleToHelp: endpoint({
    method: 'POST',
    path: '/v1/help/{key}/bundle',
    summary: 'send the support bundle with it: {"clientId"}',
    params: OneConversation.extend({ clientId: Uuid }),
  }),
  /**
   * The masked picture of a label (`maskedPicture`), to which a person here said yes: `sha256` of what was shown to him, and the words.
   * state_conflict when it is drawn otherwise by now; else as askForHelp and maskedPicture.
   */
  sendLabelToHelp: endpoint({
    method: 'POST',
    path: '/v1/help/{key}/label',
    summary: 'send the masked picture of a label with it',
    params: OneConversation.extend({
      clientId: Uuid,
      job: z.string().min(1).max(64),
      sha256: Sha256,
      consentText: ConsentText,
    }),
  }),
  /** A letter was typed in it: support is told so while there is a connection, and nothing is kept. */
  typedToHelp: endpoint({
    method: 'PUT',
    path: '/v1/help/{key}/typing',
    summary: 'somebody writes in it at this moment',
    params: OneConversation,
  }),
  /** A person has seen it up to there; it only rises. */
  readHelp: endpoint({
    method: 'PUT',
    path: '/v1/help/{key}/read',
    summary: 'it was read up to {"seq": 7}',
    params: OneConversation.extend({ seq: Seq }),
  }),
  /** Of what is done: whether it is solved; if not, it is open again. */
  answerHelp: endpoint({
    method: 'POST',
    path: '/v1/help/{key}/answer',
    summary: 'what is done: {"isSolved": true} or false',
    params: OneConversation.extend({ isSolved: z.boolean() }),
  }),
  /** What support did not take is sent once more. not_found. */
  sendHelpAgain: endpoint({
    method: 'POST',
    path: '/v1/help-not-sent/{clientId}/again',
    summary: 'send again what support did not take',
    params: z.strictObject({ clientId: Uuid }),
  }),
  /** What is kept here is not to be sent; a request goes with what was written behind it. Asked again, it changes nothing. */
  dropHelp: endpoint({
    method: 'DELETE',
    path: '/v1/help-not-sent/{clientId}',
    summary: 'do not send it',
    params: z.strictObject({ clientId: Uuid }),
  }),
} as const
