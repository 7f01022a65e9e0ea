// A task as the store in memory holds it, and what the requests of computers need of that store.
import type { TaskStep } from '@pharmacy-relay/relay-server/store-api/support-tasks/task-states.ts'
import type { TaskMessage, TaskState } from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { LifeStore, Person } from './life-store.ts'

export interface HeldTask {
  readonly id: number
  readonly key: string
  readonly customerId: number
  readonly computerId: number
  readonly isAsked: boolean
  version: number
  state: TaskState
  claimedBy: string | null
  claimedByName: string | null
  isSolved: boolean | null
  readSeq: number
  readonly messages: TaskMessage[]
  readonly steps: Awaited<ReturnType<LifeStore['steps']>>[number][]
}

export interface Said {
  readonly clientId: string
  readonly text: string
  readonly author: 'staff' | 'pharmacy'
  readonly authorName: string
  readonly isInternal: boolean
}

/** As the store does it in its transactions. */
export interface HelpTasks {
  readonly held: readonly HeldTask[]
  task(taskId: number): HeldTask
  sentBefore(task: HeldTask, clientId: string): TaskMessage | null
  newTask(of: Pick<HeldTask, 'key' | 'customerId' | 'computerId' | 'isAsked'>, by: string | null): HeldTask
  step(task: HeldTask, step: TaskStep, person: Person | null): void
  add(task: HeldTask, said: Said): TaskMessage
}
