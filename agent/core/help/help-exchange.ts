// One exchange with support: what is kept is sent, oldest first, and what was said there is fetched. Sent again it is the same once
// more, so it is forgotten here only when it was seen there.
import type { HelpMessage } from '@pharmacy-relay/shared/api/support/help.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import { HUB_CODES, HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { HelpLine } from '../relay/help-line.ts'
import { refusalOfHub } from '../relay/hub-reasons.ts'
import { missingAfter, type Conversation, type Conversations } from './conversations.ts'
import type { Kept, KeptHelp, KeptItem } from './kept-help.ts'

export interface HelpExchangeParts {
  readonly line: HelpLine
  readonly kept: KeptHelp
  readonly conversations: Conversations
  /** Never rejects; null: the check failed. Within 8 s. */
  readonly check: (clientId: string) => Promise<Diagnosis | null>
  readonly logger: Logger
}

/** It becomes a message of the task. */
type SaidItem = Extract<KeptItem, { readonly kind: 'words' | 'bundle' | 'label' }>
type RequestItem = Extract<KeptItem, { readonly kind: 'request' }>

export class HelpExchange {
  readonly #parts: HelpExchangeParts
  /** The task that became of a request of this run. */
  readonly #taskByRequest = new Map<string, number>()
  /** By what is kept; as many at most. */
  readonly #delays = new Map<string, Reason>()

  constructor(parts: HelpExchangeParts) {
    this.#parts = parts
  }

  /** Null: it is not at the hub yet, or was so before this run. */
  taskOf(clientId: string): number | null {
    return this.#taskByRequest.get(clientId) ?? null
  }

  /** Why the hub did not take it just now; null: it did not say. */
  delayOf(clientId: string): Reason | null {
    return this.#delays.get(clientId) ?? null
  }

  /**
   * Within a conversation in order: what waits does not hold up another one. Rejects with HubError where something is to be
   * tried again; what is refused for good is kept with the reason.
   */
  async sendKept(): Promise<void> {
    const waiting = new Set<string>()
    let why: HubError | null = null
    for (const { clientId } of this.#parts.kept.all()) {
      // Anew: a request before it may have become a task, or a person took it back.
      const kept = this.#parts.kept.one(clientId)
      if (kept === null || kept.refusal !== null || !canGo(kept) || waiting.has(kept.conversation)) continue
      const delay = await this.#send(kept)
      if (delay !== null) waiting.add(kept.conversation)
      why ??= delay
    }
    for (const clientId of this.#delays.keys())
      if (this.#parts.kept.one(clientId) === null) this.#delays.delete(clientId)
    if (why !== null) throw why
  }

  /** Why it is to be tried again; null: it was taken, or refused for good. */
  async #send(kept: Kept): Promise<HubError | null> {
    const { clientId, item } = kept
    this.#delays.delete(clientId)
    try {
      if (item.kind === 'request') await this.#sendRequest(clientId, item)
      else await this.#sendTo(Number(kept.conversation), kept)
      this.#parts.logger.info('help.sent', { kind: item.kind })
      return null
    } catch (error) {
      if (!(error instanceof HubError)) throw error
      if (HUB_CODES[error.code] === 'retry') {
        if (error.reason !== null) this.#delays.set(clientId, error.reason)
        return error
      }
      this.#parts.logger.warn('help.refused', { kind: item.kind, code: error.code })
      this.#parts.kept.refuse(clientId, error.reason ?? refusalOfHub(error.code))
      return null
    }
  }

  async #sendRequest(clientId: string, item: RequestItem): Promise<void> {
    const { line, kept, conversations, check } = this.#parts
    const { kind: _kind, isChecked, diagnosis, ...request } = item
    const found = isChecked ? diagnosis : await check(clientId)
    const task = await line.ask('AskForHelpAsync', [{ ...request, clientId, diagnosis: found }])
    // Its words are the first; what else was said there is fetched behind it.
    const said = await this.#page({ task, messages: [], readSeq: task.readSeq })
    // In one turn: nobody sees the request twice, or without its words.
    conversations.put(task)
    conversations.add(task.id, said)
    this.#taskByRequest.set(clientId, task.id)
    kept.becameTask(clientId, task.id)
  }

  async #sendTo(taskId: number, { clientId, item }: Kept): Promise<void> {
    const { line, kept, conversations } = this.#parts
    if (item.kind === 'words' || item.kind === 'bundle' || item.kind === 'label') {
      const said = await this.#say(taskId, clientId, item)
      const now = conversations.find(taskId)
      if (now !== null) conversations.put({ ...now.task, lastSeq: Math.max(now.task.lastSeq, said.seq) })
      await this.#fetchMessages(taskId)
    } else if (item.kind === 'answer') {
      conversations.put(await line.ask('AnswerHelpAsync', [{ taskId, isSolved: item.isSolved }]))
    }
    kept.forget(clientId)
  }

  async #say(taskId: number, clientId: string, item: SaidItem): Promise<HelpMessage> {
    const { line } = this.#parts
    if (item.kind === 'words')
      return line.ask('SendHelpMessageAsync', [{ taskId, clientId, text: item.text }])
    const { fileName, sha256 } = item
    const of = { taskId, clientId, fileName, sha256 }
    if (item.kind === 'bundle')
      return line.ask('SendHelpBundleAsync', [{ ...of, packed: Buffer.from(item.packed, 'base64') }])
    const { content, consentAt, consentText } = item
    const png = Buffer.from(content, 'base64')
    return line.ask('SendHelpLabelAsync', [{ ...of, png, consentAt, consentText }])
  }

  /** Rejects with HubError. */
  async fetch(): Promise<void> {
    const { line, conversations } = this.#parts
    conversations.replace(await line.ask('ListHelpTasksAsync', []))
    for (const [clientId, taskId] of this.#taskByRequest)
      if (conversations.find(taskId) === null) this.#taskByRequest.delete(clientId)
    for (const { task } of conversations.all()) await this.#fetchMessages(task.id)
  }

  /** What has come stays, also where the hub then says that it was too much: else a long conversation would begin anew for ever. */
  async #fetchMessages(taskId: number): Promise<void> {
    const { conversations } = this.#parts
    for (let isMore = true; isMore;) {
      const now = conversations.find(taskId)
      const told = now === null ? [] : await this.#page(now)
      const before = lastSeqOf(conversations.find(taskId))
      conversations.add(taskId, told)
      // No higher one would be asked for again and again.
      isMore = lastSeqOf(conversations.find(taskId)) > before
    }
  }

  /** What was said after what is here, as much as one answer has. */
  async #page(conversation: Conversation): Promise<HelpMessage[]> {
    const afterSeq = missingAfter(conversation)
    const taskId = conversation.task.id
    return afterSeq === null ? [] : this.#parts.line.ask('ListHelpMessagesAsync', [{ taskId, afterSeq }])
  }

  /** Rejects with HubError. */
  async tellReads(): Promise<void> {
    const { line, conversations } = this.#parts
    for (const { task, readSeq } of conversations.all()) {
      if (readSeq <= task.readSeq) continue
      await line.ask('ReadHelpMessagesAsync', [{ taskId: task.id, seq: readSeq }])
      const now = conversations.find(task.id)
      if (now !== null) conversations.put({ ...now.task, readSeq })
    }
  }

  /** This computer belongs to another pharmacy. */
  forget(): void {
    this.#taskByRequest.clear()
    this.#delays.clear()
    this.#parts.conversations.clear()
  }
}

function lastSeqOf(conversation: Conversation | null): number {
  return conversation?.messages.at(-1)?.seq ?? 0
}

/** Words behind a request that was not taken wait with it. */
function canGo({ item, conversation }: Kept): boolean {
  return item.kind === 'request' || /^\d+$/.test(conversation)
}
