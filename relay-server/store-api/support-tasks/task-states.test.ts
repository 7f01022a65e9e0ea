// Where a task may go: every state with every step, and who may while somebody has it.
import { expect, test } from 'vitest'
import type { TaskState } from '@pharmacy-relay/shared/api/support/support-task.ts'
import { TASK_RULES, taskTransition, type TaskActor, type TaskStep } from './task-states.ts'

const STATES = ['new', 'claimed', 'released', 'done', 'removed'] as const satisfies readonly TaskState[]
const STEPS = Object.keys(TASK_RULES) as TaskStep[]

const claimer: TaskActor = { guid: 'ann', name: 'Ann', isLead: false }
const other: TaskActor = { guid: 'ben', name: 'Ben', isLead: false }
const lead: TaskActor = { guid: 'lea', name: 'Lea', isLead: true }

const factsOf = (state: TaskState) => ({
  state,
  claimedBy: state === 'claimed' ? 'ann' : null,
  claimedByName: state === 'claimed' ? 'Ann' : null,
})

function allowed(actor: TaskActor): string[] {
  return STATES.flatMap((state) =>
    STEPS.flatMap((step) => {
      const next = taskTransition(factsOf(state), step, actor)
      return 'code' in next ? [] : [`${state} ${step} ${next.to} ${next.events.join('+')}`]
    }),
  )
}

const OF_EVERYBODY = [
  'new claim claimed Do',
  'new resolve done Remove',
  'new recover done Remove',
  'new remove removed Remove',
  'claimed remove removed Remove',
  'released claim claimed Do',
  'released resolve done Remove',
  'released recover done Remove',
  'released remove removed Remove',
  'done reopen released New',
  'done remove removed Remove',
]

test('whoever has a task may give it back, hand it over and say that it is done', () => {
  const own = [
    'claimed release released Leave',
    'claimed hand_over claimed Leave+Do',
    'claimed resolve done Remove',
  ]
  expect(allowed(claimer).toSorted()).toEqual([...OF_EVERYBODY, ...own].toSorted())
})

test('K03: whoever has it no more may do nothing with it while another has it', () => {
  expect(allowed(other).toSorted()).toEqual(OF_EVERYBODY.toSorted())
})

test('a lead may give back what another has, and take it over, but not end it in his place', () => {
  const more = ['claimed release released Leave', 'claimed take_over claimed Leave+Do']
  expect(allowed(lead).toSorted()).toEqual([...OF_EVERYBODY, ...more].toSorted())
})

test('K01: who comes second is told who has it', () => {
  expect(taskTransition(factsOf('claimed'), 'claim', other)).toMatchObject({
    code: 'task_claimed_by',
    params: { who: 'Ann' },
  })
})

test('nothing leads out of removed', () => {
  const steps = STEPS.map((step) => taskTransition(factsOf('removed'), step, lead))
  expect(steps.every((next) => 'code' in next && next.code === 'task_is_removed')).toBe(true)
})
