// The `open` operations of a batch: who is meant, and what is written when their rows are locked.
import type { OpenOperation } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { fingerprintOfPem } from '../certificates/certificate.ts'
import { pinsProven } from '../certificates/pins.ts'
import { knownFingerprints, pinsOf, writePins } from '../certificates/pins.queries.ts'
import { pharmacyNames } from '../customers/customer-detail.queries.ts'
import type { StoreTransaction } from '../database.ts'
import { removedInstalls } from '../enrolment/enrolment.queries.ts'
import { computersByInstallId, updateComputers, type ComputerRow } from './computers.queries.ts'
import { decideOpens, type IdentifiedOpen, type OpenDecisions } from './open-decisions.ts'
import { openSessions, sessionsById } from './sessions.queries.ts'

/** Who the operations speak of, before anything is locked. */
export async function identifyOpens(
  trx: StoreTransaction,
  operations: readonly OpenOperation[],
): Promise<IdentifiedOpen[]> {
  if (operations.length === 0) return []
  const installIds = [...new Set(operations.map(({ hello }) => hello.installId))]
  const computers = new Map(
    (await computersByInstallId(trx, installIds)).map((computer) => [computer.installId, computer.id]),
  )
  const removed = await removedInstalls(
    trx,
    installIds.filter((installId) => !computers.has(installId)),
  )
  return operations.map((operation) => {
    const { installId } = operation.hello
    return {
      operation,
      fingerprint: fingerprintOfPem(operation.certificate),
      computerId: computers.get(installId) ?? null,
      wasRemoved: removed.has(installId),
    }
  })
}

export interface OpenedSet extends OpenDecisions {
  /** Computers that are known by their next certificate from now on. */
  readonly exchanged: readonly number[]
}

export async function openIdentified(
  trx: StoreTransaction,
  parts: {
    readonly hubId: string
    readonly opens: readonly IdentifiedOpen[]
    readonly locked: readonly ComputerRow[]
    readonly oldestProtocolVersion: number
  },
): Promise<OpenedSet> {
  const { hubId, opens, locked, oldestProtocolVersion } = parts
  const computers = new Map(locked.map((computer) => [computer.id, computer]))
  const sessionIds = opens.map(({ operation }) => operation.sessionId)
  const held = await sessionsById(trx, sessionIds)
  const ids = opens.flatMap(({ computerId }) => (computerId === null ? [] : [computerId]))
  const decisions = decideOpens(opens, {
    hubId,
    oldestProtocolVersion,
    computers,
    sessions: new Map(held.map((session) => [session.sessionId, session])),
    fingerprints: await knownFingerprints(trx, ids),
    pharmacies: await pharmaciesOfMoved(trx, opens, computers),
  })
  await updateComputers(trx, decisions.computers)
  await openSessions(trx, hubId, decisions.sessions)
  return { ...decisions, exchanged: await exchange(trx, decisions.proven) }
}

/** Names of pharmacies that computers belong to whose registration names another one. */
async function pharmaciesOfMoved(
  trx: StoreTransaction,
  opens: readonly IdentifiedOpen[],
  computers: ReadonlyMap<number, ComputerRow>,
): Promise<Map<number, string>> {
  const ids = opens.flatMap(({ operation, computerId }) => {
    const customerId = computerId === null ? undefined : computers.get(computerId)?.customerId
    return customerId === undefined || customerId === operation.registration.pharmacyId ? [] : [customerId]
  })
  return pharmacyNames(trx, [...new Set(ids)])
}

/** Who proved the key of the next certificate has gone over to it. */
async function exchange(trx: StoreTransaction, proven: ReadonlyMap<number, string>): Promise<number[]> {
  const held = await pinsOf(trx, [...proven.keys()])
  const changed = [...held].flatMap(([computerId, pins]) => {
    const next = pinsProven(pins, proven.get(computerId) ?? '')
    return next === null || next === pins ? [] : [[computerId, next] as const]
  })
  await writePins(trx, new Map(changed))
  return changed.map(([computerId]) => computerId)
}
