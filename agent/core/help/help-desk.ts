// Asking support for help: what a person does here is kept at once, exchanged with the hub whenever there is a connection, and asked
// for anew on each connect, on each word of the hub, and now and then while something is open.
//
//   window, tray, command line ─▶ kept (disk) ─┐
//   connected · HelpChangedAsync ──────────────┼─▶ one exchange at a time: send · fetch · read marks ─▶ hub
//   every 2 min while a task is open, else 1 h ┘
import { randomUUID } from 'node:crypto'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import { HUB_CODES, HubError, hubCodeOf } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { backoffMs } from '@pharmacy-relay/shared/waits.ts'
import type { AgentParams, AgentReplyData, AgentStatus } from '../../contract/agent-api.ts'
import type { HelpConversation, HelpTalk } from '../../contract/help.ts'
import type { HelpLine } from '../relay/help-line.ts'
import { Conversations, newestUnread, unreadIn } from './conversations.ts'
import { HelpExchange } from './help-exchange.ts'
import type { KeptFile, KeptHelp } from './kept-help.ts'
import { conversationsShown, talkShown } from './shown.ts'
import { Writing } from './writing.ts'

export interface HelpDeskParts {
  readonly line: HelpLine
  readonly kept: KeptHelp
  /** Of this computer; null: it is in none. */
  readonly pharmacyId: () => number | null
  /** The check of this computer. Within 8 s. */
  readonly diagnose: () => Promise<Diagnosis>
  readonly clock: Clock
  /** At least 0 and below 1, as Math.random. */
  readonly random: () => number
  readonly logger: Logger
}

/** What the hub did not tell is asked for, while something is open. */
const ASK_AGAIN_MS = 120_000
/** And while nothing is: a portal that had to leave out what it missed tells no computer of a task that support began. */
const ASK_SELDOM_MS = 3_600_000
const AFTER_FAILURE = { firstMs: 1_000, lastMs: 60_000 }

export class HelpDesk {
  readonly #parts: HelpDeskParts
  readonly #conversations = new Conversations()
  readonly #exchange: HelpExchange
  readonly writing: Writing
  readonly #checks = new Map<string, Promise<Diagnosis | null>>()
  #pharmacyId: number | null
  #underWay: Promise<void> | null = null
  #isDueAgain = false
  #next: Cancel = () => undefined
  #failures = 0
  #tryAgainAfterMs: number | null = null
  #isStopped = false

  constructor(parts: HelpDeskParts) {
    this.#parts = parts
    this.#pharmacyId = parts.pharmacyId()
    this.writing = new Writing(parts)
    const conversations = this.#conversations
    this.#exchange = new HelpExchange({ ...parts, conversations, check: async (id) => this.#check(id) })
    parts.kept.forgetStray()
  }

  /** Connected, or the hub says that something is new. */
  look(): void {
    this.#isDueAgain = true
    this.#plan(0)
  }

  list(): HelpConversation[] {
    return conversationsShown(this.#shown())
  }

  /** Throws ProblemError not_found. */
  one(key: string): HelpTalk {
    const talk = talkShown(this.#shown(), this.#current(key))
    if (talk === null) throw new ProblemError('not_found', 'There is no such conversation')
    const { conversation } = talk
    const { isUp } = this.#parts.line
    // Without a connection nobody knows.
    const isSupportWriting = isUp && this.writing.isSupportWriting(Number(conversation.key))
    return { ...talk, isSupportWriting }
  }

  /** `make`: what is to be kept, made now. Rejects with ProblemError as write does, or as the making of it. */
  async sendFile(
    { key, clientId }: Pick<AgentParams<'sendBundleToHelp'>, 'key' | 'clientId'>,
    make: () => Promise<KeptFile>,
  ): Promise<void> {
    this.one(key)
    const file = await make()
    const { conversation, lines } = this.one(key)
    const isSaid = lines.some((line) => line.clientId === clientId)
    if (!isSaid) this.#parts.kept.keep(clientId, conversation.key, file)
    this.look()
  }

  /** A letter was typed here; of a request that support does not have yet nobody is told. Throws ProblemError not_found. */
  typed(key: string): void {
    const { task, key: now } = this.one(key).conversation
    if (task !== null) this.writing.typed(Number(now))
  }

  /** Words of support that nobody here has seen. */
  news(): NonNullable<AgentStatus['help']> {
    const conversations = this.#conversations.all()
    return { unread: sum(conversations.map(unreadIn)), newest: newestUnread(conversations) }
  }

  /** Throws ProblemError state_conflict, as KeptHelp.keep. */
  ask({ clientId, ...request }: AgentParams<'askForHelp'>): AgentReplyData<'askForHelp'> {
    this.#parts.kept.forgetStray()
    // The same click twice, the second after it was sent.
    if (this.#exchange.taskOf(clientId) === null) {
      const item = { kind: 'request', isChecked: false, diagnosis: null, ...request } as const
      this.#parts.kept.keep(clientId, clientId, item)
      void this.#check(clientId)
      this.look()
    }
    return this.one(clientId).conversation
  }

  /** Throws ProblemError not_found and state_conflict. */
  write({ key, clientId, text }: AgentParams<'writeToHelp'>): void {
    const { conversation, lines } = this.one(key)
    const isSaid = lines.some((line) => line.clientId === clientId)
    if (!isSaid) this.#parts.kept.keep(clientId, conversation.key, { kind: 'words', text })
    this.writing.rested()
    this.look()
  }

  /** Throws ProblemError not_found. */
  read({ key, seq }: AgentParams<'readHelp'>): void {
    this.one(key)
    this.#conversations.read(Number(this.#current(key)), seq)
    this.look()
  }

  /** Throws ProblemError not_found and state_conflict. The last word counts. */
  answer({ key, isSolved }: AgentParams<'answerHelp'>): void {
    const { conversation } = this.one(key)
    for (const { clientId, item, ...kept } of this.#parts.kept.all())
      if (item.kind === 'answer' && kept.conversation === conversation.key) this.#parts.kept.forget(clientId)
    this.#parts.kept.keep(randomUUID(), conversation.key, { kind: 'answer', isSolved })
    this.look()
  }

  /** Throws ProblemError not_found. */
  sendAgain(clientId: string): void {
    if (this.#parts.kept.one(clientId) === null)
      throw new ProblemError('not_found', 'Nothing of that kind is kept here')
    this.#parts.kept.tryAgain(clientId)
    this.look()
  }

  drop(clientId: string): void {
    const kept = this.#parts.kept.one(clientId)
    if (kept?.item.kind === 'request') this.#parts.kept.forgetConversation(clientId)
    else this.#parts.kept.forget(clientId)
  }

  /** Resolves once nothing is under way; the connection has ended before. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#next()
    this.writing.stop()
    await this.#underWay
  }

  /** The present name of a conversation: a request becomes a task. */
  #current(key: string): string {
    return String(this.#exchange.taskOf(key) ?? key)
  }

  #shown() {
    const kept = this.#parts.kept.all().filter(({ clientId, item }) => {
      return item.kind !== 'request' || this.#exchange.taskOf(clientId) === null
    })
    return {
      conversations: this.#conversations.all(),
      kept: kept.map((one) => ({
        ...one,
        conversation: this.#current(one.conversation),
        delay: this.#exchange.delayOf(one.clientId),
      })),
    }
  }

  #plan(delayMs: number): void {
    this.#next()
    if (this.#isStopped || this.#underWay !== null) return
    if (delayMs === 0) this.#begin()
    else this.#next = this.#parts.clock.after(delayMs, () => this.#begin())
  }

  #begin(): void {
    this.#underWay = this.#round().finally(() => {
      this.#underWay = null
      this.#planNext()
    })
  }

  #planNext(): void {
    if (this.#isStopped) return
    const isOpen = this.#conversations.all().some(({ task }) => task.state !== 'done')
    if (this.#isDueAgain) this.#plan(0)
    else if (this.#tryAgainAfterMs !== null) this.#plan(this.#tryAgainAfterMs)
    else if (isOpen) this.#plan(ASK_AGAIN_MS)
    else if (this.#parts.line.isUp) this.#plan(ASK_SELDOM_MS * (0.5 + this.#parts.random() / 2))
  }

  /** Never rejects. Without a connection nothing is tried: the next one begins it. */
  async #round(): Promise<void> {
    this.#isDueAgain = false
    this.#tryAgainAfterMs = null
    this.#followPharmacy()
    if (!this.#parts.line.isUp || this.#pharmacyId === null) return
    try {
      // What support says is heard also where it takes nothing.
      const sent = this.#exchange.sendKept().then(
        () => null,
        (error: unknown) => ({ error }),
      )
      const notSent = await sent
      await this.#exchange.fetch()
      await this.#exchange.tellReads()
      if (notSent !== null) throw notSent.error
      this.#failures = 0
    } catch (error) {
      this.#failed(error)
    }
  }

  #failed(error: unknown): void {
    const { logger, line, random } = this.#parts
    this.#failures += 1
    const code = hubCodeOf(error)
    if (error instanceof HubError) logger.warn('help.not-exchanged', { code })
    // Its words may stand in the message of whatever else it is.
    else logger.warn('help.failed', { cause: error instanceof Error ? error.name : 'unknown' })
    if (HUB_CODES[code] === 'final' || !line.isUp || this.#isStopped) return
    const retryAfterMs = error instanceof HubError ? error.retryAfterMs : null
    this.#tryAgainAfterMs = retryAfterMs ?? backoffMs(this.#failures, AFTER_FAILURE, random())
  }

  /** What was said in another pharmacy stays there. */
  #followPharmacy(): void {
    const now = this.#parts.pharmacyId()
    if (now === this.#pharmacyId) return
    this.#pharmacyId = now
    this.#exchange.forget()
    this.#parts.kept.forgetStray()
  }

  /** Made once for each request, as soon as it is asked: how it was then, also when it is sent later. Never rejects. */
  async #check(clientId: string): Promise<Diagnosis | null> {
    const before = this.#checks.get(clientId)
    if (before !== undefined) return before
    const check = this.#parts
      .diagnose()
      .catch(() => null)
      .then((diagnosis) => this.#checked(clientId, diagnosis))
      .finally(() => this.#checks.delete(clientId))
    this.#checks.set(clientId, check)
    return check
  }

  #checked(clientId: string, diagnosis: Diagnosis | null): Diagnosis | null {
    if (this.#isStopped) return null
    const kept = this.#parts.kept.one(clientId)
    if (kept?.item.kind === 'request')
      this.#parts.kept.replace(clientId, { ...kept.item, isChecked: true, diagnosis })
    return diagnosis
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, one) => all + one, 0)
}
