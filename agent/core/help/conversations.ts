// The conversations with support as the hub told them, in memory alone: what was said is on no disk of a pharmacy.
import type { HelpMessage, HelpTask } from '@pharmacy-relay/shared/api/support/help.ts'

/** Of each conversation the newest; older ones are not asked for either. */
const MAX_SHOWN = 200

export interface Conversation {
  readonly task: HelpTask
  /** By `seq`, which rises. */
  readonly messages: readonly HelpMessage[]
  /** How far the person here has read, also what the hub does not know yet. */
  readonly readSeq: number
}

export class Conversations {
  #byTask = new Map<number, Conversation>()

  /** The newest first. */
  all(): Conversation[] {
    return [...this.#byTask.values()].toSorted((one, other) => other.task.id - one.task.id)
  }

  find(taskId: number): Conversation | null {
    return this.#byTask.get(taskId) ?? null
  }

  /** As the hub lists them: what it does not list any more is over. */
  replace(tasks: readonly HelpTask[]): void {
    const before = this.#byTask
    this.#byTask = new Map()
    for (const task of tasks) this.#set(task, before.get(task.id))
  }

  put(task: HelpTask): void {
    this.#set(task, this.#byTask.get(task.id))
  }

  /** Repeated and older ones change nothing. */
  add(taskId: number, told: readonly HelpMessage[]): void {
    const now = this.#byTask.get(taskId)
    if (now === undefined) return
    const last = now.messages.at(-1)?.seq ?? 0
    const newer = told.filter(({ seq }) => seq > last).toSorted((one, other) => one.seq - other.seq)
    this.#byTask.set(taskId, { ...now, messages: [...now.messages, ...newer].slice(-MAX_SHOWN) })
  }

  /** It only rises, and never beyond what was said. */
  read(taskId: number, seq: number): void {
    const now = this.#byTask.get(taskId)
    if (now === undefined) return
    const readSeq = Math.max(now.readSeq, Math.min(seq, now.messages.at(-1)?.seq ?? 0))
    this.#byTask.set(taskId, { ...now, readSeq })
  }

  clear(): void {
    this.#byTask.clear()
  }

  #set(task: HelpTask, before: Conversation | undefined): void {
    const readSeq = Math.max(task.readSeq, before?.readSeq ?? 0)
    this.#byTask.set(task.id, { task, messages: before?.messages ?? [], readSeq })
  }
}

/** After which message the next are to be asked for; null: all are here. */
export function missingAfter({ task, messages }: Conversation): number | null {
  const have = messages.at(-1)?.seq ?? Math.max(0, task.lastSeq - MAX_SHOWN)
  return task.lastSeq > have ? have : null
}

/** Words of staff that nobody here has seen. */
export function unreadIn(conversation: Conversation): number {
  return unreadOf(conversation).length
}

/** Which is the newest of them: the same as long as no other comes. Null: there are none. */
export function newestUnread(conversations: readonly Conversation[]): string | null {
  const unread = conversations.flatMap((one) =>
    unreadOf(one).map(({ seq, at }) => ({ at, id: `${one.task.id}-${seq}` })),
  )
  return unread.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1)?.id ?? null
}

function unreadOf({ messages, readSeq }: Conversation): HelpMessage[] {
  return messages.filter(({ author, seq }) => author === 'staff' && seq > readSeq)
}
