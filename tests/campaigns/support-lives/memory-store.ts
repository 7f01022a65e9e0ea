// Support tasks in memory: the table of states, the limits, the numbers and the outbox by the rules of the store API, each call
// at once, as if in one transaction. The real statements stand in sql-store.ts.
import type { StoreEvent } from '@pharmacy-relay/relay-server/store-api/events/store-event.ts'
import {
  TASK_RULES as RULE,
  taskTransition,
  whatItIs,
  type TaskEvent,
  type TaskStep,
} from '@pharmacy-relay/relay-server/store-api/support-tasks/task-states.ts'
import type { TaskMessage } from '@pharmacy-relay/shared/api/support/support-task.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { HeldTask, HelpTasks, Said } from './held-task.ts'
import { helpOf } from './memory-help.ts'
import type { LeftOut } from './left-out.ts'
import type { LifeStore, Person, PersonStep, Site } from './life-store.ts'

const AT = '2026-11-20T09:00:00.000Z'
const EVENTS = {
  New: 'ReceiveNewSupportTaskAsync',
  Do: 'ReceiveDoSupportTaskAsync',
  Leave: 'ReceiveLeaveSupportTaskAsync',
  Remove: 'ReceiveRemoveSupportTaskAsync',
} as const satisfies Record<TaskEvent, string>

export class MemoryStore implements LifeStore, HelpTasks {
  readonly held: HeldTask[] = []
  readonly help: LifeStore['help']
  readonly #events: StoreEvent[] = []
  readonly #leftOut: LeftOut
  readonly #onCommit: () => void

  constructor(parts: {
    readonly sites: readonly Site[]
    readonly leftOut: LeftOut
    readonly onCommit: () => void
  }) {
    this.#leftOut = parts.leftOut
    this.#onCommit = parts.onCommit
    this.help = helpOf(this, parts.sites)
  }

  readonly outbox: LifeStore['outbox'] = {
    after: async (afterId, limit) => Promise.resolve(this.#events.slice(afterId, afterId + limit)),
    firstId: async () => Promise.resolve(this.#events.length === 0 ? null : 1),
    lastId: async () => Promise.resolve(this.#events.length),
  }

  async take(person: Person, { taskId, step, version }: PersonStep): Promise<void> {
    const task = this.task(taskId)
    if (version !== null && version !== task.version && this.#allowed(task, step, person))
      throw new ProblemError('version_stale', 'Somebody else changed this')
    this.step(task, step, person)
    return Promise.resolve()
  }

  async say(person: Person, message: Parameters<LifeStore['say']>[1]): Promise<TaskMessage> {
    const { taskId, clientId, text, isInternal, afterSeq } = message
    const task = this.task(taskId)
    const before = this.sentBefore(task, clientId)
    if (before !== null) return Promise.resolve(before)
    const isOthers = task.state === 'claimed' && task.claimedBy !== person.guid
    const isOver = task.state === 'removed' || (!isInternal && task.state === 'done')
    if (isOver || (!isInternal && isOthers)) throw new ProblemError('state_conflict', whatItIs(task))
    const unseen = task.messages.filter(({ seq, author }) => author === 'pharmacy' && seq > (afterSeq ?? seq))
    if (!isInternal && unseen.length > 0)
      throw new ProblemError('state_conflict', reason('task_has_new_words', { count: unseen.length }))
    if (!isInternal && task.state !== 'claimed') this.step(task, 'claim', person)
    return this.add(task, { clientId, text, isInternal, author: 'staff', authorName: person.name })
  }

  async create(person: Person, { customerId, computerId }: Site, clientId: string): Promise<void> {
    this.newTask({ key: `${person.guid}:${clientId}`, customerId, computerId, isAsked: false }, person.name)
    return Promise.resolve()
  }

  async disable(person: Person): Promise<void> {
    for (const task of this.held) if (task.claimedBy === person.guid) this.#step(task, 'release', null)
    return Promise.resolve()
  }

  async queue(): ReturnType<LifeStore['queue']> {
    const open = this.held.filter(({ state }) => state !== 'done' && state !== 'removed')
    const rows = open.map(({ id, version, state, claimedByName }) => ({
      id,
      version,
      state,
      claimedBy: claimedByName,
    }))
    return Promise.resolve({ lastEventId: this.#events.length, rows })
  }

  async talk(taskId: number, afterSeq: number): Promise<readonly TaskMessage[]> {
    return Promise.resolve(this.task(taskId).messages.filter(({ seq }) => seq > afterSeq))
  }

  async steps(taskId: number): ReturnType<LifeStore['steps']> {
    return Promise.resolve(this.task(taskId).steps)
  }

  async taskIds(): Promise<readonly number[]> {
    return Promise.resolve(this.held.map(({ id }) => id))
  }

  task(taskId: number): HeldTask {
    const task = this.held.find(({ id }) => id === taskId)
    if (task === undefined) throw new ProblemError('not_found', 'There is no such support task')
    return task
  }

  sentBefore(task: HeldTask, clientId: string): TaskMessage | null {
    if (this.#leftOut === 'client-ids') return null
    return task.messages.find((one) => one.clientId === clientId) ?? null
  }

  /** The same key again is the first one. */
  newTask(of: Pick<HeldTask, 'key' | 'customerId' | 'computerId' | 'isAsked'>, by: string | null): HeldTask {
    const before = this.#leftOut === 'client-ids' ? undefined : this.held.find(({ key }) => key === of.key)
    if (before !== undefined) return before
    const task: HeldTask = {
      ...of,
      id: this.held.length + 1,
      version: 1,
      state: 'new',
      claimedBy: null,
      claimedByName: null,
      isSolved: null,
      readSeq: 0,
      messages: [],
      steps: [{ version: 1, at: AT, action: 'create', became: 'new', by, note: null }],
    }
    this.held.push(task)
    this.#tell(task, 'New', by)
    return task
  }

  /** Throws ProblemError `state_conflict`, which says who has it or what it is. */
  step(task: HeldTask, step: TaskStep, person: Person | null): void {
    const actor = { guid: person?.guid ?? null, name: person?.name ?? null, isLead: person?.isLead ?? false }
    const next = taskTransition(task, step, actor)
    const isLeftOut = this.#leftOut === 'claims' && step === 'claim' && task.state === 'claimed'
    if ('code' in next && !isLeftOut) throw new ProblemError('state_conflict', next)
    this.#step(task, step, person)
  }

  #allowed(task: HeldTask, step: TaskStep, person: Person): boolean {
    const next = taskTransition(task, step, person)
    if ('code' in next) throw new ProblemError('state_conflict', next)
    return true
  }

  #step(task: HeldTask, step: TaskStep, person: Person | null): void {
    const { to, events } = RULE[step]
    const by = person?.name ?? null
    task.version += 1
    task.state = to
    task.claimedBy = to === 'claimed' ? (person?.guid ?? null) : null
    task.claimedByName = to === 'claimed' ? by : null
    task.steps.push({ version: task.version, at: AT, action: step, became: to, by, note: null })
    if (step === 'remove') task.messages.splice(0, Infinity, ...task.messages.map(erased))
    for (const event of events) this.#tell(task, event, by)
  }

  add(task: HeldTask, said: Said): TaskMessage {
    const seq = task.messages.length + 1
    const message: TaskMessage = { ...said, seq, isErased: false, file: null, at: AT }
    task.messages.push(message)
    const { id: taskId, customerId, computerId } = task
    const { text, isInternal, author, authorName: senderName } = said
    const id = this.#events.length + 1
    const whose = { taskId, customerId, computerId, senderName, at: AT }
    const told = { ...whose, eventId: id, seq, author, isInternal, text }
    this.#events.push({ id, customerId, at: AT, kind: 'support_message', message: told })
    this.#onCommit()
    return message
  }

  #tell(task: HeldTask, event: TaskEvent, by: string | null): void {
    const { customerId, computerId, version, state, claimedByName: claimedBy } = task
    const id = this.#events.length + 1
    const whose = { id: task.id, customerId, computerId, subject: 'help', claimedBy, at: AT }
    const told = { ...whose, eventId: id, version, state, by, lastSeq: task.messages.length }
    this.#events.push({ id, customerId, at: AT, kind: 'support_task', event: EVENTS[event], task: told })
    this.#onCommit()
  }
}

function erased(message: TaskMessage): TaskMessage {
  return { ...message, text: '', isErased: true }
}
