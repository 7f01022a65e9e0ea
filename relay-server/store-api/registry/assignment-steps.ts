// What a batch does to assignments: first ones, changed targets, how far they have come; and what is to be pushed.
import { ConfigProgress, type PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { StoreTransaction } from '../database.ts'
import { advanceAll } from '../printing/assignment-progress.ts'
import {
  assignmentOf,
  lockAssignments,
  writeProgress,
  type AssignmentRow,
} from '../printing/assignments.queries.ts'
import { plainTexts } from '../device-requests/plain-text.ts'
import {
  pushesForOutdated,
  pushesOf,
  type HeldAssignment,
  type Push,
} from '../printing/push-targets.queries.ts'
import {
  addAssignments,
  refreshAssignments,
  type ChangedAssignment,
} from '../printing/refresh-assignments.ts'
import type { ComputerRef } from './computers.queries.ts'

export interface AssignmentSteps {
  readonly hubId: string
  /** Computers whose open is answered with their assignment. */
  readonly opened: readonly ComputerRef[]
  /** Pharmacies whose PrinterComputer has a new name or new addresses. */
  readonly movedIn: readonly number[]
  readonly reports: readonly { readonly sessionId: string; readonly config: ConfigProgress | null }[]
  /** The computers of those that report, by session; of sessions that are not open nothing is heard. */
  readonly reporters: ReadonlyMap<string, number>
  readonly nudges: readonly HeldAssignment[]
}

export interface SettledAssignments {
  /** The newest of every opened computer. */
  readonly newest: ReadonlyMap<number, PrinterAssignment>
  /** Computers whose assignment or its state changed. */
  readonly changed: readonly ComputerRef[]
  /** To be sent after the commit. */
  readonly pushes: readonly Push[]
}

/**
 * Locks all rows in one pass before it writes any. The lock of an opened computer's row is what makes a change by another
 * transaction wait and then find the new session, or come first and be in the answer.
 */
export async function settleAssignments(
  trx: StoreTransaction,
  steps: AssignmentSteps,
): Promise<SettledAssignments> {
  const reports = reportsByComputer(steps)
  const openedIds = steps.opened.map(({ computerId }) => computerId)
  const held = await lockAssignments(trx, {
    computerIds: [...new Set([...openedIds, ...reports.keys()])],
    customerIds: steps.movedIn,
  })
  // Those of before computers had letters get one with the first registration after it.
  const known = new Set(held.flatMap((row) => (isLettered(row) ? [row.computerId] : [])))
  const added = await addAssignments(
    trx,
    steps.opened.filter(({ computerId }) => !known.has(computerId)),
  )
  const raised = await refreshAssignments(trx, steps.movedIn)
  const advanced = await advanceHeld(trx, { held, raised: [...added, ...raised], reports })
  return {
    newest: newestOf({ held, changed: [...added, ...raised] }),
    changed: [...added, ...raised, ...advanced].map(({ computerId, customerId }) => ({
      computerId,
      customerId,
    })),
    pushes: await pushesAfter(trx, { steps, raised, openedIds: new Set(openedIds) }),
  }
}

function isLettered({ document }: AssignmentRow): boolean {
  return document.computerLetter !== undefined
}

function reportsByComputer({
  reports,
  reporters,
}: Pick<AssignmentSteps, 'reports' | 'reporters'>): Map<number, ConfigProgress[]> {
  const byComputer = new Map<number, ConfigProgress[]>()
  for (const { sessionId, config } of reports) {
    const computerId = reporters.get(sessionId)
    if (config === null || computerId === undefined) continue
    byComputer.set(computerId, [...(byComputer.get(computerId) ?? []), inPlainText(config)])
  }
  return byComputer
}

function inPlainText(config: ConfigProgress): ConfigProgress {
  return config.state === 'failed' ? ConfigProgress.parse(plainTexts(config)) : config
}

/** Reports about what was just replaced are late: they change nothing. */
async function advanceHeld(
  trx: StoreTransaction,
  state: {
    readonly held: readonly AssignmentRow[]
    readonly raised: readonly ChangedAssignment[]
    readonly reports: ReadonlyMap<number, readonly ConfigProgress[]>
  },
): Promise<ComputerRef[]> {
  const replaced = new Set(state.raised.map(({ computerId }) => computerId))
  const advanced = state.held
    .filter(({ computerId }) => !replaced.has(computerId))
    .flatMap((row) => {
      const next = advanceAll(row, state.reports.get(row.computerId) ?? [])
      return next === null ? [] : [{ ...next, computerId: row.computerId, customerId: row.customerId }]
    })
  await writeProgress(
    trx,
    advanced.map(({ computerId, state, failure }) => ({ computerId, state, failure })),
  )
  return advanced
}

function newestOf(rows: {
  readonly held: readonly AssignmentRow[]
  readonly changed: readonly ChangedAssignment[]
}): Map<number, PrinterAssignment> {
  const held = rows.held.map((row) => [row.computerId, assignmentOf(row)] as const)
  const changed = rows.changed.map(({ computerId, assignment }) => [computerId, assignment] as const)
  return new Map([...held, ...changed])
}

/** Who is being answered in this batch is told by the answer. */
async function pushesAfter(
  trx: StoreTransaction,
  after: {
    readonly steps: AssignmentSteps
    readonly raised: readonly ChangedAssignment[]
    readonly openedIds: ReadonlySet<number>
  },
): Promise<Push[]> {
  const { steps, raised, openedIds } = after
  const changed = await pushesOf(
    trx,
    raised.filter(({ computerId }) => !openedIds.has(computerId)),
  )
  const outdated = await pushesForOutdated(trx, steps.hubId, steps.nudges)
  const bySession = new Map([...outdated, ...changed].map((push) => [push.sessionId, push]))
  return [...bySession.values()]
}
