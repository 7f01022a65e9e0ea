// Where a support task may go from each state, who may take it there, and which event tells of it. Pure.
import type { TaskAction, TaskState } from '@pharmacy-relay/shared/api/support/support-task.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'

/** What can happen to a task that is there. */
export type TaskStep = Exclude<TaskAction, 'create' | 'other'>

/** Which of the documented events tells: it is in the list, somebody has it, he gave it back, it left the list. */
export type TaskEvent = 'New' | 'Do' | 'Leave' | 'Remove'

/** Who does it. `guid` null: the platform itself, or the pharmacy. */
export interface TaskActor {
  readonly guid: string | null
  readonly name: string | null
  /** He may take tasks over from others. */
  readonly isLead: boolean
}

export interface TaskFacts {
  readonly state: TaskState
  readonly claimedBy: string | null
  readonly claimedByName: string | null
}

export interface TaskTransition {
  readonly to: TaskState
  readonly events: readonly TaskEvent[]
}

interface Rule extends TaskTransition {
  readonly from: readonly TaskState[]
  /** While somebody has it: only he may, he or a lead, or only a lead; null: whoever may call for it. */
  readonly whileClaimed: 'claimer' | 'claimer_or_lead' | 'lead' | null
}

const FREE = ['new', 'released'] as const satisfies readonly TaskState[]
const OPEN = [...FREE, 'claimed'] as const satisfies readonly TaskState[]

export const TASK_RULES: Readonly<Record<TaskStep, Rule>> = {
  claim: { from: FREE, to: 'claimed', events: ['Do'], whileClaimed: null },
  release: { from: ['claimed'], to: 'released', events: ['Leave'], whileClaimed: 'claimer_or_lead' },
  hand_over: { from: ['claimed'], to: 'claimed', events: ['Leave', 'Do'], whileClaimed: 'claimer' },
  take_over: { from: ['claimed'], to: 'claimed', events: ['Leave', 'Do'], whileClaimed: 'lead' },
  resolve: { from: OPEN, to: 'done', events: ['Remove'], whileClaimed: 'claimer' },
  /** The problem that it tells of is over. Whoever has it decides himself. */
  recover: { from: FREE, to: 'done', events: ['Remove'], whileClaimed: null },
  reopen: { from: ['done'], to: 'released', events: ['New'], whileClaimed: null },
  remove: { from: [...OPEN, 'done'], to: 'removed', events: ['Remove'], whileClaimed: null },
}

/** What follows, or why it does not: who has it, or what it is. */
export function taskTransition(task: TaskFacts, step: TaskStep, actor: TaskActor): TaskTransition | Reason {
  const { from, whileClaimed, to, events } = TASK_RULES[step]
  if (!from.includes(task.state)) return whatItIs(task)
  if (task.state === 'claimed' && !mayWhileClaimed(whileClaimed, task, actor)) return whatItIs(task)
  return { to, events }
}

function mayWhileClaimed(rule: Rule['whileClaimed'], task: TaskFacts, actor: TaskActor): boolean {
  const isClaimer = actor.guid !== null && actor.guid === task.claimedBy
  if (rule === null) return true
  if (rule === 'claimer') return isClaimer
  return actor.isLead || (rule === 'claimer_or_lead' && isClaimer)
}

/** Why something is not possible: the state in words. */
export function whatItIs({ state, claimedByName }: TaskFacts): Reason {
  switch (state) {
    case 'claimed':
      return reason('task_claimed_by', { who: claimedByName ?? '' })
    case 'done':
      return reason('task_is_done', {})
    case 'removed':
      return reason('task_is_removed', {})
    case 'new':
    case 'released':
      return reason('task_is_free', {})
  }
}
