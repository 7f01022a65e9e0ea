// What a batch answers to each of its operations, and the events of its computers.
import type {
  OpenedSession,
  OperationResult,
  RegistryOperation,
} from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { EventDraft } from '../events/outbox.queries.ts'
import type { SettledAssignments } from './assignment-steps.ts'
import type { ComputerRef } from './computers.queries.ts'
import type { Comparison, Lease } from './hubs.queries.ts'
import type { OpenDecisions, OpenVerdict } from './open-decisions.ts'

type OpenAnswer =
  | { readonly ok: true; readonly data: OpenedSession }
  | { readonly ok: false; readonly code: HubCode; readonly message: string }

function openAnswer(verdict: OpenVerdict | undefined, { newest }: SettledAssignments): OpenAnswer {
  if (verdict?.ok === false) return verdict
  const assignment = verdict === undefined ? undefined : newest.get(verdict.data.computerId)
  if (verdict === undefined || assignment === undefined) {
    return { ok: false, code: 'INTERNAL', message: 'The operation was not judged' }
  }
  return { ok: true, data: { ...verdict.data, assignment } }
}

/** To be tried again: a session that was closed in a lapse of its hub comes back, and its device says nothing twice. */
const UNHEARD = { ok: false, code: 'UNAVAILABLE', message: 'This session is not open at the moment' } as const

export function answers(
  operations: readonly RegistryOperation[],
  done: {
    readonly decisions: OpenDecisions
    readonly lease: Lease
    readonly comparison: Comparison | null
    readonly settled: SettledAssignments
    /** Sessions whose reports were heard. */
    readonly reporters: ReadonlyMap<string, number>
  },
): OperationResult[] {
  const verdicts = done.decisions.verdicts.values()
  return operations.map((operation): OperationResult => {
    const { id } = operation
    if (operation.kind === 'open') {
      return { id, ...openAnswer(verdicts.next().value, done.settled) }
    }
    if (operation.kind === 'report' && !done.reporters.has(operation.sessionId)) return { id, ...UNHEARD }
    if (operation.kind !== 'lease') return { id, ok: true, data: { kind: 'done' } }
    const missing = operation.sessionIds === null ? [] : (done.comparison?.missing ?? [])
    return {
      id,
      ok: true,
      data: { kind: 'lease', leaseUntil: done.lease.leaseUntil.toISOString(), missing },
    }
  })
}

export function computerEvents(decisions: OpenDecisions, others: readonly ComputerRef[]): EventDraft[] {
  const seen = decisions.computers
    .filter(({ id }) => decisions.visibleIds.has(id))
    .map(({ id, customerId }) => ({ computerId: id, customerId }))
  const byId = new Map([...seen, ...others].map((one) => [one.computerId, one]))
  return [...byId.values()].map(({ computerId, customerId }) => ({
    kind: 'computer',
    customerId,
    computerId,
  }))
}
