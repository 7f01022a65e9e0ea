// The store API's support tasks as a life uses them: in memory by the real rules, or the real statements on PostgreSQL.
import type { Outbox } from '@pharmacy-relay/relay-server/db/event-feed.ts'
import type { HelpDesk } from '@pharmacy-relay/relay-server/hub/requests/help-desk.ts'
import type { StoreEvent } from '@pharmacy-relay/relay-server/store-api/events/store-event.ts'
import type { TaskStep } from '@pharmacy-relay/relay-server/store-api/support-tasks/task-states.ts'
import type {
  SupportTaskStep,
  TaskMessage,
  TaskState,
} from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { NewMessage } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'

/** Staff by name; a lead may take over and remove. */
export interface Person {
  readonly guid: string
  readonly name: string
  readonly isLead: boolean
}

export interface Site {
  readonly customerId: number
  readonly computerId: number
  readonly sessionId: string
}

/** A row of the queue. */
export interface QueueRow {
  readonly id: number
  readonly version: number
  readonly state: TaskState
  readonly claimedBy: string | null
}

/** Of one moment, or later than its number. */
export interface Queue {
  readonly lastEventId: number
  readonly rows: readonly QueueRow[]
}

export interface PersonStep {
  readonly taskId: number
  readonly step: Extract<TaskStep, 'claim' | 'release' | 'take_over' | 'resolve' | 'reopen' | 'remove'>
  /** What the person saw; null with a claim. */
  readonly version: number | null
}

/** Every call may reject with ProblemError. */
export interface LifeStore {
  readonly outbox: Outbox<StoreEvent>
  readonly help: HelpDesk
  take(person: Person, step: PersonStep): Promise<void>
  say(person: Person, message: NewMessage & { readonly taskId: number }): Promise<TaskMessage>
  create(person: Person, site: Site, clientId: string): Promise<void>
  /** He may not sign in any more. */
  disable(person: Person): Promise<void>
  /** Open tasks. */
  queue(): Promise<Queue>
  /** After a number, with notes. */
  talk(taskId: number, afterSeq: number): Promise<readonly TaskMessage[]>
  /** The oldest first. */
  steps(taskId: number): Promise<readonly SupportTaskStep[]>
  /** All that ever were, in this life. */
  taskIds(): Promise<readonly number[]>
}
