// Which computer has the cause that stops labels, and what a pharmacy is called then: every cause, told once.
import { describe, expect, test } from 'vitest'
import { unwell, WELL, type HealthParams, type ReportedHealth } from '@pharmacy-relay/shared/labels/health.ts'
import type { JobsWaiting } from '@pharmacy-relay/shared/labels/job-report.ts'
import { computersHealth, type ComputerFacts } from './computer-health.ts'
import { pharmacyHealth, stoppedProblem, type JudgedComputer } from './pharmacy-health.ts'

const NOTHING: JobsWaiting = { unknown: 0, held: 0, personReasons: [], printer: 0, printerReasons: [] }
const AT = new Date('2026-11-20T09:00:00.000Z')
const saying = (health: ReportedHealth): Partial<ComputerFacts> => ({ waiting: { ...NOTHING, health } })

function computerOf(id: number, pcName: string, changes: Partial<ComputerFacts> = {}): ComputerFacts {
  return {
    id,
    pcName,
    access: 'approved',
    role: 2,
    presence: 'online',
    hasEverCome: true,
    isBeingApplied: false,
    isNew: false,
    isTooOld: false,
    hasConflict: false,
    isClockWrong: false,
    isClosed: false,
    failure: null,
    ...saying(WELL),
    waiting: { ...NOTHING, health: WELL },
    ...changes,
  }
}

const dispensary = (changes: Partial<ComputerFacts> = {}): ComputerFacts =>
  computerOf(1, 'DISPENSARY', { role: 1, ...changes })
const counter = (changes: Partial<ComputerFacts> = {}): ComputerFacts => computerOf(2, 'COUNTER-1', changes)
const there = (params: HealthParams = {}): HealthParams => ({ computer: 'DISPENSARY', ...params })

function judged(...computers: ComputerFacts[]): JudgedComputer[] {
  const found = computersHealth(computers)
  return computers.map(({ id, access, role }) => {
    const health = found.get(id)
    if (health === undefined) throw new Error(`nothing was found of ${id}`)
    return { id, access, role, ...health, since: AT }
  })
}

/** `level code@computer` of the pharmacy, and `problem@computer` of all that support is told. */
function told(...computers: ComputerFacts[]): string {
  const all = judged(...computers)
  const whole = pharmacyHealth(all)
  const groups = all.map((one) => ({ id: one.id, problem: stoppedProblem(one, all) }))
  const problems = groups
    .filter(({ problem }) => problem !== null)
    .map(({ id, problem }) => `${problem}@${id}`)
  const said =
    whole === null ? 'none' : `${whole.level} ${whole.cause?.code ?? '-'}@${whole.atComputerId ?? '-'}`
  return [said, ...problems].join(' ')
}

const PAPER_OUT = unwell('printer_stopped', { printer: 'cups:ZD421', condition: 'paper_out' })

describe('A pharmacy', () => {
  test.each<readonly [what: string, told: string, computers: readonly ComputerFacts[]]>([
    ['whose labels come out', 'well -@-', [dispensary(), counter()]],
    ['without computers', 'none', []],
    ['whose computers have no role', 'stopped no_role@2', [counter({ role: 0 })]],
    [
      'with a computer that is there and that nobody gave a role',
      'warning no_role@3',
      [dispensary(), computerOf(3, 'NEW', { role: 0 }), computerOf(4, 'OLD', { access: 'revoked' })],
    ],
    [
      'with two of them, of which none is named',
      'warning no_role@-',
      [dispensary(), computerOf(3, 'NEW', { role: 0 }), computerOf(4, 'BACK', { role: 0 })],
    ],
    [
      'with one that is gone and has no role',
      'well -@-',
      [dispensary(), computerOf(3, 'GONE', { role: 0, presence: 'offline' })],
    ],
    [
      'with one that was paired a moment ago',
      'well -@-',
      [dispensary(), computerOf(3, 'NEW', { role: 0, isNew: true })],
    ],
    [
      'whose first computer was paired a moment ago',
      'warning connecting@3',
      [computerOf(3, 'NEW', { role: 0, isNew: true })],
    ],
    [
      'whose first computer was paired a moment ago and comes in a moment',
      'warning connecting@3',
      [computerOf(3, 'NEW', { role: 0, isNew: true, presence: 'offline', hasEverCome: false })],
    ],
    [
      'whose printer has stopped, with a computer that nobody gave a role',
      'stopped printer_stopped@1 printer@1',
      [dispensary(saying(PAPER_OUT)), computerOf(3, 'NEW', { role: 0 })],
    ],
    [
      'whose printer has no labels, which both say',
      'stopped printer_stopped@1 printer@1',
      [
        counter(saying(unwell('printer_stopped', there({ condition: 'paper_out' })))),
        dispensary(saying(PAPER_OUT)),
      ],
    ],
    [
      'whose printer has stopped, as its Client hears first',
      'stopped printer_stopped@1 printer@2',
      [dispensary(), counter(saying(unwell('printer_stopped', there({ condition: 'paper_out' }))))],
    ],
    [
      'whose computer with the printer is off',
      'stopped computer_off@1 way@1',
      [dispensary({ presence: 'offline' }), counter(saying(unwell('no_way', there())))],
    ],
    [
      'whose computer with the printer is off, while labels come out at the standby printer',
      'warning computer_off@1',
      [dispensary({ presence: 'offline' }), counter(saying(unwell('at_standby', { computer: 'COUNTER-2' })))],
    ],
    [
      'that is closed and whose computers are off',
      'closed computer_off@1',
      [dispensary({ presence: 'offline', isClosed: true }), counter({ presence: 'offline', isClosed: true })],
    ],
    [
      'that is closed, with a Client that nobody switched off',
      'closed computer_off@1',
      [
        dispensary({ presence: 'offline', isClosed: true }),
        counter({ isClosed: true, ...saying(unwell('computer_off', there())) }),
      ],
    ],
    [
      'that is closed, and where somebody waits for a label',
      'stopped computer_off@1 way@2',
      [
        dispensary({ presence: 'offline', isClosed: true }),
        counter({
          isClosed: true,
          waiting: { ...NOTHING, printer: 1, health: unwell('computer_off', there()) },
        }),
      ],
    ],
    [
      'that is closed, with a printer that has no labels at a computer that is on',
      'stopped printer_stopped@1 printer@1',
      [
        dispensary({ isClosed: true, ...saying(PAPER_OUT) }),
        counter({ presence: 'offline', isClosed: true }),
      ],
    ],
    ['whose Client is off', 'warning computer_off@2', [dispensary(), counter({ presence: 'offline' })]],
    [
      'whose Client does not reach a computer that is there',
      'stopped no_way@2 way@2',
      [dispensary(), counter(saying(unwell('no_way', there())))],
    ],
    ...(['revoked', 'waiting'] as const).map(
      (access) =>
        [
          `whose computer with the printer is ${access}`,
          `stopped ${access === 'revoked' ? 'withdrawn' : 'waits_for_approval'}@1 way@1`,
          [dispensary({ access, presence: 'offline' }), counter(saying(unwell('no_target')))],
        ] as const,
    ),
    [
      'whose Clients have no computer with a printer',
      'stopped no_target@2 way@2',
      [counter(saying(unwell('no_target')))],
    ],
    [
      'whose port is taken',
      'stopped port_taken@1 stopped@1',
      [dispensary(saying(unwell('port_taken', { port: 9_100 }))), counter(saying(unwell('no_way', there())))],
    ],
    [
      'where somebody paused',
      'stopped paused@1 stopped@1',
      [dispensary(saying(unwell('paused'))), counter(saying(unwell('paused', there())))],
    ],
    ['whose clock is wrong', 'warning clock_off@2', [dispensary(), counter(saying(unwell('clock_off')))]],
    [
      'with two copies of one computer',
      'warning identity_conflict@2',
      [dispensary(), counter({ hasConflict: true })],
    ],
    [
      'with an agent that is too old',
      'warning too_old@2',
      [dispensary(), counter({ presence: 'offline', isTooOld: true })],
    ],
    ...(['no_role', 'no_target', 'no_printer'] as const).map(
      (code) =>
        [
          `whose roles were given a moment ago, where the agent still says ${code}`,
          'warning connecting@1',
          [dispensary({ isBeingApplied: true, ...saying(unwell(code)) })],
        ] as const,
    ),
    [
      'whose printer was taken away a moment ago',
      'stopped no_target@2 way@2',
      [
        computerOf(1, 'DISPENSARY', { role: 0, isBeingApplied: true }),
        counter({ isBeingApplied: true, ...saying(unwell('no_target')) }),
      ],
    ],
    [
      'whose role is not taken over within a minute',
      'stopped not_set_up@1 stopped@1',
      [dispensary(saying(unwell('no_role')))],
    ],
    [
      'whose roles were given a moment ago, where the printer has stopped',
      'stopped printer_stopped@1 printer@1',
      [dispensary({ isBeingApplied: true, ...saying(PAPER_OUT) })],
    ],
    [
      'whose computers never came',
      'stopped never_came@1 way@1',
      [dispensary({ presence: 'offline', hasEverCome: false, waiting: null })],
    ],
  ])('%s is called %s', (_what, expected, computers) => {
    expect(told(...computers)).toBe(expected)
  })

  test.each<readonly [told: string, Partial<ComputerFacts>]>([
    ['stopped port_taken@1 stopped@1', { failure: 'port_taken' }],
    ['stopped printer_missing@1 printer@1', { failure: 'printer_missing' }],
    ['warning not_applied@1', { failure: 'internal' }],
    [
      'stopped printer_stopped@1 printer@1',
      { waiting: { ...NOTHING, printerConditions: ['paper_low', 'head_open'] } },
    ],
    ['stopped labels_wait@1 stopped@1', { waiting: { ...NOTHING, printer: 2 } }],
    ['warning unknown_labels@1', { waiting: { ...NOTHING, unknown: 1, held: 1 } }],
    ['warning held_labels@1', { waiting: { ...NOTHING, held: 1 } }],
    ['warning clock_off@1', { isClockWrong: true }],
    ['well -@-', {}],
  ])('is called %s by what an agent that says nothing of health reports otherwise', (expected, facts) => {
    expect(told(dispensary({ waiting: null, ...facts }))).toBe(expected)
  })

  test('names the cause of the computer that has it in every computer whose labels stop there', () => {
    const [client, printer] = judged(
      counter(saying(unwell('no_way', there()))),
      dispensary(saying(unwell('printer_missing', { printer: 'cups:ZD421' }))),
    )
    expect(client).toMatchObject({
      atComputerId: 1,
      cause: { code: 'printer_missing', params: { computer: 'DISPENSARY', printer: 'cups:ZD421' } },
    })
    expect(printer).toMatchObject({ atComputerId: 1, cause: { code: 'printer_missing' } })
  })
})
