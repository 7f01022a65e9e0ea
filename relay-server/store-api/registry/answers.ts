// What a batch answers to each of its operations, and the events of its computers.
import type {
  OpenedSession,
  OperationResult,
  Redirect,
  RegistryOperation,
} from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { EventDraft } from '../events/outbox.queries.ts'
import type { SettledAssignments } from './assignment-steps.ts'
import type { Beginning } from './beginning.ts'
import type { ComputerRef } from './computers.queries.ts'
import type { OpenDecisions } from './open-decisions.ts'
import type { OpenedSet, SettledVerdict } from './opens.ts'
import { refusal, type Refusal } from './refusals.ts'

type OpenAnswer = { readonly ok: true; readonly data: OpenedSession | Redirect } | Refusal

const NOT_JUDGED = refusal('INTERNAL', 'The operation was not judged')

function openAnswer(verdict: SettledVerdict | undefined, { newest }: SettledAssignments): OpenAnswer {
  if (verdict === undefined) return NOT_JUDGED
  if (!verdict.ok) return verdict
  const { data } = verdict
  if (data.kind === 'redirect') return { ok: true, data }
  const assignment = newest.get(data.computerId)
  return assignment === undefined ? NOT_JUDGED : { ok: true, data: { ...data, assignment } }
}

/** To be tried again: a session that was closed in a lapse of its hub comes back, and its device says nothing twice. */
/** Asked by a later hub. */
const NOT_KNOWN_HERE = refusal('NOT_SUPPORTED', 'This operation is not known here')
const UNHEARD = refusal('UNAVAILABLE', 'This session is not open at the moment')

export function answers(
  operations: readonly RegistryOperation[],
  done: {
    readonly begun: Pick<Beginning, 'lease' | 'comparison' | 'pairs'>
    readonly opened: Pick<OpenedSet, 'verdicts'>
    readonly settled: SettledAssignments
    /** Sessions whose reports were heard. */
    readonly reporters: ReadonlyMap<string, number>
  },
): OperationResult[] {
  const { lease, comparison, pairs } = done.begun
  const opened = done.opened.verdicts.values()
  const paired = pairs.verdicts.values()
  return operations.map((operation): OperationResult => {
    const { id } = operation
    if (operation.kind === 'open') {
      return { id, ...openAnswer(opened.next().value, done.settled) }
    }
    if (operation.kind === 'pair') return { id, ...(paired.next().value ?? NOT_JUDGED) }
    if (operation.kind === 'report' && !done.reporters.has(operation.sessionId)) return { id, ...UNHEARD }
    if (operation.kind === 'other') return { id, ...NOT_KNOWN_HERE }
    if (operation.kind !== 'lease') return { id, ok: true, data: { kind: 'done' } }
    const missing = operation.sessionIds === null ? [] : (comparison?.missing ?? [])
    return {
      id,
      ok: true,
      data: { kind: 'lease', leaseUntil: lease.leaseUntil.toISOString(), missing },
    }
  })
}

export function computerEvents(
  decisions: Pick<OpenDecisions, 'computers' | 'visibleIds'>,
  others: readonly ComputerRef[],
): EventDraft[] {
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
