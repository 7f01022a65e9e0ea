// Support in memory, as the hub of a test has it: tasks and messages by the rules of the store API, and what tests do to them.
import { randomUUID } from 'node:crypto'
import type { HelpMessage, HelpRequest, HelpTask } from '@pharmacy-relay/shared/api/support/help.ts'
import type { HelpBundle, HelpLabel } from '@pharmacy-relay/shared/api/support/help-bundle.ts'
import type { HelpPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import { MAX_HELP_MESSAGES } from '@pharmacy-relay/shared/api/support/help.ts'
import type { helpEvents } from '@pharmacy-relay/shared/hub/help-events.ts'
import { HubError, type Handlers } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'

const AT = '2026-11-20T09:00:00.000Z'

interface Held {
  task: HelpTask
  readonly messages: HelpMessage[]
}

export class MemorySupport {
  readonly requests: HelpRequest[] = []
  readonly reads: number[] = []
  readonly bundles: HelpBundle[] = []
  readonly labels: HelpLabel[] = []
  readonly presences: HelpPresence[] = []
  /** How often each event was asked. */
  readonly asked: Record<string, number> = {}
  /** What the next requests get. */
  refuse: HubError | null = null
  /** Called once the next change is committed, before it is answered; what it throws is the answer. */
  onCommitted: () => void = () => undefined
  readonly #tasks = new Map<number, Held>()
  readonly #taskByClientId = new Map<string, number>()

  task(id: number): HelpTask {
    return this.#held(id).task
  }

  texts(id: number): string[] {
    return this.#held(id).messages.map(({ text }) => text)
  }

  get taskIds(): number[] {
    return [...this.#tasks.keys()]
  }

  /** As staff in the panel do; nobody is told. */
  answers(id: number, text: string): HelpMessage {
    const held = this.#held(id)
    held.task = { ...held.task, state: 'claimed', claimedByName: 'Nell' }
    return this.#say(held, { author: 'staff', authorName: 'Nell', clientId: randomUUID(), text })
  }

  becomes(id: number, change: Partial<HelpTask>): void {
    const held = this.#held(id)
    held.task = { ...held.task, ...change }
  }

  readonly handlers: Handlers<typeof helpEvents> = {
    SupportPresenceAsync: async (presence) => {
      this.presences.push(presence)
      return null
    },
    AskForHelpAsync: async (request) => {
      this.#count('AskForHelpAsync')
      const before = this.#taskByClientId.get(request.clientId)
      if (before !== undefined) return this.task(before)
      if (this.refuse !== null) throw this.refuse
      const task = this.#newTask(request)
      this.#commit()
      return task
    },
    SendHelpMessageAsync: async ({ taskId, clientId, text }) => {
      this.#count('SendHelpMessageAsync')
      const held = this.#held(taskId)
      const before = held.messages.find((one) => one.clientId === clientId)
      if (before !== undefined) return before
      if (held.task.state === 'done') held.task = { ...held.task, state: 'released', isSolved: null }
      const said = this.#say(held, { author: 'pharmacy', authorName: 'COUNTER-1', clientId, text })
      this.#commit()
      return said
    },
    SendHelpLabelAsync: async (label) => {
      this.labels.push(label)
      const { taskId, clientId, fileName: text } = label
      return this.#say(this.#held(taskId), {
        author: 'pharmacy',
        authorName: 'COUNTER-1',
        clientId,
        text,
      })
    },
    SendHelpBundleAsync: async (bundle) => {
      this.#count('SendHelpBundleAsync')
      const { taskId, clientId, fileName: text } = bundle
      const held = this.#held(taskId)
      const before = held.messages.find((one) => one.clientId === clientId)
      if (before !== undefined) return before
      if (this.refuse !== null) throw this.refuse
      this.bundles.push(bundle)
      const said = this.#say(held, { author: 'pharmacy', authorName: 'COUNTER-1', clientId, text })
      this.#commit()
      return said
    },
    ListHelpTasksAsync: async () => {
      this.#count('ListHelpTasksAsync')
      return [...this.#tasks.values()].map(({ task }) => task).toReversed()
    },
    ListHelpMessagesAsync: async ({ taskId, afterSeq }) =>
      this.#held(taskId)
        .messages.filter(({ seq }) => seq > afterSeq)
        .slice(0, MAX_HELP_MESSAGES),
    ReadHelpMessagesAsync: async ({ taskId, seq }) => {
      this.reads.push(seq)
      const held = this.#held(taskId)
      held.task = { ...held.task, readSeq: Math.max(held.task.readSeq, seq) }
      return null
    },
    AnswerHelpAsync: async ({ taskId, isSolved }) => {
      const held = this.#held(taskId)
      held.task = { ...held.task, state: isSolved ? 'done' : 'released', isSolved: isSolved ? true : null }
      return held.task
    },
  }

  #newTask(request: HelpRequest): HelpTask {
    const id = this.#tasks.size + 1
    const task: HelpTask = {
      id,
      state: 'new',
      subject: request.text,
      claimedByName: null,
      lastSeq: 0,
      readSeq: 0,
      isSolved: null,
      createdAt: AT,
    }
    const held: Held = { task, messages: [] }
    this.#tasks.set(id, held)
    this.#taskByClientId.set(request.clientId, id)
    this.requests.push(request)
    const { clientId, text } = request
    if (text !== null) this.#say(held, { author: 'pharmacy', authorName: 'COUNTER-1', clientId, text })
    return held.task
  }

  #say(held: Held, said: Omit<HelpMessage, 'seq' | 'at'>): HelpMessage {
    const message = { ...said, seq: held.task.lastSeq + 1, at: AT }
    held.messages.push(message)
    held.task = { ...held.task, lastSeq: message.seq }
    return message
  }

  #commit(): void {
    const run = this.onCommitted
    this.onCommitted = () => undefined
    run()
  }

  #held(id: number): Held {
    const held = this.#tasks.get(id)
    if (held === undefined) throw new HubError('FORBIDDEN', reason('help_over', {}))
    return held
  }

  #count(event: string): void {
    this.asked[event] = (this.asked[event] ?? 0) + 1
  }
}
