// The `open` operations of a batch: who is meant, and what is written when their rows are locked.
import type { OpenOperation } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { fingerprintOfPem } from '../certificates/certificate.ts'
import { pinsProven } from '../certificates/pins.ts'
import { knownFingerprints, pinsOf, writePins } from '../certificates/pins.queries.ts'
import { codeForCopy } from '../conflicts/code-for-copy.ts'
import { sessionsOfOtherBoots, sidesOf, writeSides } from '../conflicts/conflicts.queries.ts'
import { pharmacyNames } from '../customers/customer-detail.queries.ts'
import type { StoreTransaction } from '../database.ts'
import { removedInstalls } from '../enrolment/enrolment.queries.ts'
import { computersByInstallId, updateComputers, type ComputerRow } from './computers.queries.ts'
import { decideOpens, type IdentifiedOpen, type OpenDecisions, type OpenVerdict } from './open-decisions.ts'
import { refusal, type Refusal } from './refusals.ts'
import { openSessions, sessionsById } from './sessions.queries.ts'

type Judged = Extract<OpenVerdict, { ok: true }>['data']
export type SettledVerdict =
  | { readonly ok: true; readonly data: Exclude<Judged, { kind: 'leaving' }> }
  | Refusal

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

export interface OpenedSet extends Omit<OpenDecisions, 'verdicts'> {
  /** In the order of the operations. */
  readonly verdicts: readonly SettledVerdict[]
  /** Computers that are known by their next certificate from now on. */
  readonly exchanged: readonly number[]
}

export async function openIdentified(
  trx: StoreTransaction,
  parts: {
    readonly hubId: string
    readonly opens: readonly IdentifiedOpen[]
    readonly locked: readonly ComputerRow[]
    readonly rules: { readonly oldestProtocolVersion: number; readonly deviceKeySecret: string }
  },
): Promise<OpenedSet> {
  const { hubId, opens, locked, rules } = parts
  const computers = new Map(locked.map((computer) => [computer.id, computer]))
  const sessionIds = opens.map(({ operation }) => operation.sessionId)
  const held = await sessionsById(trx, sessionIds)
  const ids = opens.flatMap(({ computerId }) => (computerId === null ? [] : [computerId]))
  const decisions = decideOpens(opens, {
    hubId,
    oldestProtocolVersion: rules.oldestProtocolVersion,
    computers,
    sessions: new Map(held.map((session) => [session.sessionId, session])),
    fingerprints: await knownFingerprints(trx, ids),
    pharmacies: await pharmaciesOfMoved(trx, opens, computers),
    otherBoots: await sessionsOfOtherBoots(trx, bootsOf(opens)),
    sides: await sidesOf(trx, ids),
  })
  await updateComputers(trx, decisions.computers)
  await openSessions(trx, hubId, decisions.sessions)
  await writeSides(trx, decisions.sides)
  const verdicts = await withNewIdentities(trx, decisions.verdicts, rules.deviceKeySecret)
  return { ...decisions, verdicts, exchanged: await exchange(trx, decisions.proven) }
}

function bootsOf(opens: readonly IdentifiedOpen[]) {
  return opens.flatMap(({ computerId, operation }) =>
    computerId === null ? [] : [{ computerId, bootId: operation.hello.bootId }],
  )
}

async function withNewIdentities(
  trx: StoreTransaction,
  verdicts: readonly OpenVerdict[],
  secret: string,
): Promise<SettledVerdict[]> {
  const settled: SettledVerdict[] = []
  for (const verdict of verdicts) settled.push(verdict.ok ? await settle(trx, verdict.data, secret) : verdict)
  return settled
}

async function settle(trx: StoreTransaction, data: Judged, secret: string): Promise<SettledVerdict> {
  if (data.kind !== 'leaving') return { ok: true, data }
  const code = await codeForCopy(trx, data, secret)
  if (code === null) return refusal('UNAVAILABLE', 'There is no pairing code to be had at the moment.')
  return { ok: true, data: { kind: 'redirect', movedTo: null, newIdentity: { code } } }
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
