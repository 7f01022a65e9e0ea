// The pages for support in every state: each problem, the search, histories of every kind.
import {
  MAX_COUNTED,
  MAX_FOUND,
  supportProblems,
  type ComputerHistory,
  type FoundComputer,
  type PresenceTransition,
  type ProblemComputer,
  type ProblemCounts,
  type SupportProblem,
} from '@pharmacy-relay/shared/api/relay-support.ts'
import { CloseReason } from '@pharmacy-relay/shared/device.ts'
import { healthCodes, type HealthCause } from '@pharmacy-relay/shared/labels/health.ts'
import { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { historyPage } from '../history/history-page.tsx'
import type { ProblemList } from '../support/problem-region.tsx'
import { searchPage } from '../support/search-page.tsx'
import { supportPage } from '../support/support-page.tsx'
import { CENTRAL, HOSTILE, HOSTILE_PHARMACY, NOW, computerOf } from './fixtures.ts'

export function foundOf(changes: Partial<FoundComputer> = {}): FoundComputer {
  return {
    id: 12,
    customerId: 1,
    storeId: 'P-1042',
    customerName: 'Central Pharmacy',
    pcName: 'COUNTER-2',
    displayName: null,
    localIpAddress: '192.168.10.22',
    publicIpAddress: '203.0.113.20',
    softwareVersion: '1.3.2',
    isTooOld: false,
    access: 'approved',
    role: 2,
    presence: 'offline',
    lastOnlineAt: '2026-11-18T08:12:00.000Z',
    offlineReason: 'ping_timeout',
    clockAheadMs: null,
    ...changes,
  }
}

export function problemOf(changes: Partial<ProblemComputer> = {}): ProblemComputer {
  return { ...foundOf(changes), since: '2026-11-18T08:12:00.000Z', labels: 0, failure: null, ...changes }
}

/** Of every other problem there is none. */
const SOME_COUNTS = Object.fromEntries(
  supportProblems.map((one, place) => [one, place % 2 === 0 ? place + 1 : 0]),
) as ProblemCounts

export function problemListOf(
  problem: SupportProblem,
  items: readonly ProblemComputer[],
  changes: Partial<ProblemList> = {},
): ProblemList {
  return {
    items: [...items],
    total: items.length,
    page: 1,
    pageSize: 50,
    problem,
    newestVersion: '1.4.0',
    counts: { ...SOME_COUNTS, outdated: MAX_COUNTED },
    asOf: NOW.toISOString(),
    lastEventId: 812,
    ...changes,
  }
}

export function historyOf(
  transitions: readonly PresenceTransition[],
  changes: Partial<ComputerHistory> = {},
): ComputerHistory {
  return {
    computerId: 11,
    from: '2026-10-21T12:00:00.000Z',
    to: NOW.toISOString(),
    before: null,
    transitions: [...transitions],
    isCut: false,
    lastEventId: 812,
    ...changes,
  }
}

/** A pharmacy that shuts its computer down each evening; once it froze, and once it only left heartbeats unanswered. */
export const EVENINGS: readonly PresenceTransition[] = [
  ...Array.from({ length: 15 }, (_, index): PresenceTransition[] => {
    const day = String(index + 1).padStart(2, '0')
    return [
      { at: `2026-11-${day}T06:58:10.000Z`, presence: 'online', reason: null },
      { at: `2026-11-${day}T17:31:40.000Z`, presence: 'offline', reason: 'bye' },
    ]
  }).flat(),
  { at: '2026-11-16T07:01:00.000Z', presence: 'online', reason: null },
  { at: '2026-11-17T11:20:00.000Z', presence: 'reconnecting', reason: 'ping_timeout' },
  { at: '2026-11-17T11:20:10.000Z', presence: 'offline', reason: 'ping_timeout' },
  { at: '2026-11-18T09:00:00.000Z', presence: 'online', reason: null },
  { at: '2026-11-19T14:00:00.000Z', presence: 'degraded', reason: null },
  { at: '2026-11-19T16:30:00.000Z', presence: 'online', reason: null },
]

/** Page by name. */
export function supportPages(frame: FrameProps): Record<string, string> {
  return { ...problemPages(frame), ...searchPages(frame), ...historyPages(frame) }
}

const hostile = problemOf({
  id: 31,
  storeId: 'P-3',
  customerId: 3,
  customerName: HOSTILE,
  pcName: HOSTILE,
  displayName: HOSTILE,
  localIpAddress: HOSTILE,
  publicIpAddress: null,
  softwareVersion: HOSTILE,
  isTooOld: true,
  labels: 4,
  clockAheadMs: -1_800_000_000_000,
  failure: { code: 'port_taken', reason: HOSTILE },
})

/** Every cause, each at another computer. */
function everyCause(): ProblemComputer[] {
  const params = { printer: 'cups:ZD421', port: 9_100 }
  const causes: HealthCause[] = [
    ...healthCodes.map((code) => ({ code, params })),
    ...PrinterCondition.options.map((condition) => ({
      code: 'printer_stopped' as const,
      params: { condition },
    })),
  ]
  const since = '2026-11-20T11:46:00.000Z'
  return causes.map((cause, index) =>
    problemOf({
      id: 100 + index,
      since,
      labels: index,
      health: { level: 'stopped', cause, at: { computerId: 13, name: HOSTILE }, since },
    }),
  )
}

function problemPages(frame: FrameProps) {
  const page = (problem: SupportProblem, list: ProblemList, at = 1) =>
    supportPage({ frame: { ...frame, path: '/support' }, query: { problem, page: at, pageSize: 50 }, list })
  const never = problemOf({ id: 33, lastOnlineAt: null, offlineReason: null })
  const some = [problemOf({ labels: 1, clockAheadMs: 725_000 }), hostile, never]
  return Object.fromEntries(
    supportProblems.flatMap((problem) => [
      [`support, ${problem}`, page(problem, problemListOf(problem, some))],
      [`support, every cause of ${problem}`, page(problem, problemListOf(problem, everyCause()))],
      [`support, no ${problem}`, page(problem, problemListOf(problem, []))],
      [
        `support, third page of ${problem}`,
        page(problem, problemListOf(problem, some, { total: MAX_COUNTED, page: 3 }), 3),
      ],
      [`support, past the end of ${problem}`, page(problem, problemListOf(problem, [], { total: 3 }), 9)],
    ]),
  )
}

const TILL = foundOf({ id: 13, presence: 'online', displayName: 'Till', clockAheadMs: -7_500_000 })

function searchPages(frame: FrameProps) {
  const page = (q: string, items: readonly FoundComputer[], total = items.length) =>
    searchPage({
      frame,
      query: { q, page: 1, pageSize: 50 },
      now: NOW,
      list: { items: [...items], total, page: 1, pageSize: 50, lastEventId: 812 },
    })
  const { since: _since, labels: _labels, failure: _failure, ...found } = hostile
  return {
    search: page('counter', [foundOf(), found, TILL]),
    'search, nothing typed': page('', []),
    'search, nobody': page(HOSTILE, []),
    'search, very many': page('co', [foundOf()], MAX_FOUND),
    'search, past the end': page('co', [], 3),
  }
}

function historyPages(frame: FrameProps) {
  const page = (history: ComputerHistory, changes: Partial<Parameters<typeof historyPage>[0]> = {}) =>
    historyPage({ frame, customer: CENTRAL, computer: computerOf(), history, ...changes })
  const hostileComputer = computerOf({ id: 31, pcName: HOSTILE })
  return {
    history: page(historyOf(EVENINGS)),
    'history, never connected': page(historyOf([])),
    'history, online all the time': page(historyOf([], { before: 'online' })),
    'history, of many changes': page(historyOf(EVENINGS, { isCut: true, before: 'offline' })),
    'history, every reason': page(
      historyOf(
        CloseReason.options.map((reason, index) => ({
          at: new Date(NOW.getTime() - (20 - index) * 3_600_000).toISOString(),
          reason,
          presence: index % 2 === 0 ? 'offline' : 'reconnecting',
        })),
        { before: 'online' },
      ),
      { customer: HOSTILE_PHARMACY, computer: hostileComputer },
    ),
  }
}
