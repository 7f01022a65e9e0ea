// How a batch begins: the lease, who pairs and who opens, and then one lock on every computer that it may write.
import type { RegistryOperation } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { StoreTransaction } from '../database.ts'
import { joinPharmacies, judgePairs, type Joined, type JudgedPairs } from '../enrolment/pair.ts'
import type { PairingSecrets } from '../enrolment/pairing-code.ts'
import { lockComputers, type ComputerRow } from './computers.queries.ts'
import { compareSessions, keepLease, type Comparison, type Lease } from './hubs.queries.ts'
import { identifyOpens } from './opens.ts'
import type { IdentifiedOpen } from './open-decisions.ts'
import { sessionsById } from './sessions.queries.ts'
import { sort, type Sorted } from './sorted-operations.ts'

export interface BatchOfHub {
  readonly hubId: string
  readonly operations: readonly RegistryOperation[]
}

export interface Beginning {
  readonly sorted: Sorted
  readonly lease: Lease
  readonly comparison: Comparison | null
  readonly pairs: JudgedPairs
  readonly joined: Joined
  readonly opens: readonly IdentifiedOpen[]
  /** As they are when those that pair have joined. */
  readonly locked: readonly ComputerRow[]
}

/** Locks in the order that database.ts names: hub, enrolment, computers. */
export async function beginBatch(
  trx: StoreTransaction,
  { hubId, operations }: BatchOfHub,
  rules: PairingSecrets & { readonly leaseMs: number },
): Promise<Beginning> {
  const sorted = sort(operations)
  const lease = await renew(trx, { hubId, leases: sorted.leases, leaseMs: rules.leaseMs })
  const comparison = await compare(trx, hubId, sorted.leases)
  const pairs = await judgePairs(trx, sorted.pairs, rules)
  const opens = await identifyOpens(trx, sorted.opens)
  const ids = await touchedComputers(trx, { sorted, opens, pairs, comparison })
  const found = await lockComputers(trx, ids)
  const joined = await joinPharmacies(trx, pairs, found)
  const locked = joined.computers.length === 0 ? found : await lockComputers(trx, ids)
  return { sorted, lease, comparison, pairs, joined, opens, locked }
}

async function renew(
  trx: StoreTransaction,
  hub: { readonly hubId: string; readonly leases: Sorted['leases']; readonly leaseMs: number },
): Promise<Lease> {
  const { hubId, leases, leaseMs } = hub
  const newest = leases.at(-1)
  return keepLease(trx, {
    hubId,
    leaseMs,
    renew: newest !== undefined,
    draining: newest?.draining ?? null,
  })
}

async function compare(
  trx: StoreTransaction,
  hubId: string,
  leases: Sorted['leases'],
): Promise<Comparison | null> {
  const { id, sessionIds } = leases.findLast((lease) => lease.sessionIds !== null) ?? {}
  if (id === undefined || sessionIds === undefined || sessionIds === null) return null
  return compareSessions(trx, { hubId, sessionIds, listId: id })
}

async function touchedComputers(
  trx: StoreTransaction,
  touched: Pick<Beginning, 'sorted' | 'opens' | 'pairs' | 'comparison'>,
): Promise<number[]> {
  const { closes, nudges, silents, reports } = touched.sorted
  const sessionIds = [...closes, ...nudges, ...silents, ...reports].map(({ sessionId }) => sessionId)
  const sessions = await sessionsById(trx, sessionIds)
  const ids = new Set([...touched.pairs.computerIds, ...sessions.map(({ computerId }) => computerId)])
  for (const { computerId } of touched.comparison?.extra ?? []) ids.add(computerId)
  for (const { computerId } of touched.opens) if (computerId !== null) ids.add(computerId)
  return [...ids]
}
