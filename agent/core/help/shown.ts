// The conversations as people here see them: what support has, and behind it what is still kept here. Pure.
import { subjectOf } from '@pharmacy-relay/shared/api/support/message-text.ts'
import type { HelpConversation, HelpLine, HelpTalk } from '../../contract/help.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { unreadIn, type Conversation } from './conversations.ts'
import type { Kept, KeptItem } from './kept-help.ts'

/** What is kept, as it is shown. */
export interface ShownKept extends Kept {
  /** Why the hub did not take it just now. */
  readonly delay: Reason | null
}

export interface Known {
  /** The newest first. */
  readonly conversations: readonly Conversation[]
  /** The oldest first; requests that became a task are not among it. */
  readonly kept: readonly ShownKept[]
}

export function conversationsShown({ conversations, kept }: Known): HelpConversation[] {
  const requests = kept.filter(({ item }) => item.kind === 'request')
  return [...requests.toReversed().map(ofRequest), ...conversations.map((one) => ofTask(one, kept))]
}

/** Null: there is no such conversation. */
export function talkShown(known: Known, key: string): Omit<HelpTalk, 'isSupportWriting'> | null {
  const conversation = conversationsShown(known).find((one) => one.key === key)
  if (conversation === undefined) return null
  const told = known.conversations.find(({ task }) => String(task.id) === key)?.messages ?? []
  const said = new Set(told.map(({ clientId }) => clientId))
  const lines = known.kept
    .filter(({ clientId, conversation: of }) => of === key && !said.has(clientId))
    .flatMap((one) => lineOf(one) ?? [])
  return { conversation, lines: [...told.map((message) => ({ ...message, notSent: null })), ...lines] }
}

function ofRequest({ clientId, madeAt, refusal, delay, item }: ShownKept): HelpConversation {
  const text = item.kind === 'request' ? item.text : null
  return {
    key: clientId,
    subject: text === null ? null : subjectOf(text) || null,
    createdAt: madeAt,
    task: null,
    notSent: { clientId, refusal, delay },
    unread: 0,
  }
}

function ofTask(conversation: Conversation, kept: readonly ShownKept[]): HelpConversation {
  const { id, subject, createdAt, state, claimedByName, isSolved } = conversation.task
  const key = String(id)
  const answer = kept.findLast(({ item, conversation: of }) => item.kind === 'answer' && of === key)?.item
  // What a person said here counts at once.
  const said = answer?.kind === 'answer' ? answer.isSolved : isSolved
  return {
    key,
    subject,
    createdAt,
    task: { state, claimedByName, isSolved: said },
    notSent: null,
    unread: unreadIn(conversation),
  }
}

/** Null: an answer, or a request without words. */
function lineOf({ clientId, madeAt, refusal, delay, item }: ShownKept): HelpLine | null {
  const text = textOf(item)
  if (text === null) return null
  // What is the matter with a request is said of the whole conversation.
  const notSent = item.kind === 'request' ? null : { clientId, refusal, delay }
  return { clientId, seq: null, author: 'pharmacy', authorName: null, text, at: madeAt, notSent }
}

/** Of a file its name, as support has it, too. */
function textOf(item: KeptItem): string | null {
  if (item.kind === 'answer') return null
  return 'fileName' in item ? item.fileName : item.text
}
