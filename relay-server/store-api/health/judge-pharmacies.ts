// Computes the health of some pharmacies and of their computers anew, and keeps what is otherwise than before.
import { isDeepStrictEqual } from 'node:util'
import type { StoreTransaction } from '../database.ts'
import { computersHealth, type FoundHealth } from './computer-health.ts'
import {
  computersToJudge,
  healthTime,
  keepComputerHealth,
  keepPharmacyHealth,
  keptPharmacies,
  type ComputerToJudge,
  type KeptHealth,
} from './health-rows.queries.ts'
import { settlesInMs, settlingOf } from './settling.ts'
import { pharmacyHealth, stoppedProblem, type JudgedComputer } from './pharmacy-health.ts'

export interface Judged {
  /** The pharmacies where something is otherwise. */
  readonly changed: readonly number[]
  /** Of each that was looked at: after how many ms it has to be looked at again; null: when something happens there. */
  readonly settles: ReadonlyMap<number, number | null>
}

/** The caller holds the lock of health. */
export async function judgePharmacies(
  trx: StoreTransaction,
  customerIds: readonly number[],
): Promise<Judged> {
  if (customerIds.length === 0) return { changed: [], settles: new Map() }
  const now = await healthTime(trx)
  const computers = await computersToJudge(trx, customerIds)
  const held = await keptPharmacies(trx, customerIds)
  const byPharmacy = Map.groupBy(computers, ({ customerId }) => customerId)
  const found = customerIds.map((customerId) => {
    const judged = judgedComputers(byPharmacy.get(customerId) ?? [], now)
    return { customerId, ...judged, pharmacy: pharmacyRow(customerId, judged.all, { now, held }) }
  })
  await keepComputerHealth(
    trx,
    found.flatMap(({ changed }) => changed),
  )
  await keepPharmacyHealth(
    trx,
    found.flatMap(({ pharmacy }) => pharmacy ?? []),
  )
  return {
    changed: found
      // That a new pharmacy has no computers is no news.
      .filter(({ changed, pharmacy }) => changed.length > 0 || (pharmacy ?? { level: null }).level !== null)
      .map(({ customerId }) => customerId),
    settles: new Map(found.map(({ customerId, settlesMs }) => [customerId, settlesMs])),
  }
}

function judgedComputers(computers: readonly ComputerToJudge[], now: Date) {
  const found = computersHealth(computers.map((one) => ({ ...one, ...settlingOf(one, now) })))
  const all = computers.flatMap((computer): (JudgedComputer & { readonly computer: ComputerToJudge })[] => {
    const health = found.get(computer.id)
    if (health === undefined) return []
    const { id, access, role } = computer
    return [{ id, access, role, ...health, since: sinceOf(computer, health, now), computer }]
  })
  const rows = all.map((judged) => {
    const { id, level, cause, atComputerId, since, computer } = judged
    const group = stoppedProblem(judged, all)
    return {
      computer,
      row: { computerId: id, customerId: computer.customerId, level, cause, atComputerId, since, group },
    }
  })
  const ends = all.flatMap((one) => settlesInMs({ times: one.computer, id: one.id, now }, one) ?? [])
  return {
    all,
    changed: rows.filter(({ computer, row }) => isOther(computer, row)).map(({ row }) => row),
    settlesMs: ends.length === 0 ? null : Math.min(...ends),
  }
}

function isOther(
  { kept, customerId }: ComputerToJudge,
  row: KeptHealth & { readonly group: string | null },
): boolean {
  if (kept === null || kept.customerId !== customerId || kept.group !== row.group) return true
  return !isSame(kept, row) || kept.since.getTime() !== row.since.getTime()
}

function isSame(a: Omit<KeptHealth, 'since'>, b: Omit<KeptHealth, 'since'>): boolean {
  return a.level === b.level && a.atComputerId === b.atComputerId && isDeepStrictEqual(a.cause, b.cause)
}

/** Another cause begins anew; what a computer said last ended when it went. */
function sinceOf({ id, kept, presenceSince, madeAt }: ComputerToJudge, health: FoundHealth, now: Date): Date {
  const isOwn = health.atComputerId === id
  if (isOwn && health.cause?.code === 'computer_off' && presenceSince !== null) return presenceSince
  if (isOwn && health.cause?.code === 'never_came') return madeAt
  return kept !== null && isSame(kept, health) ? kept.since : now
}

interface PharmacyKnown {
  readonly now: Date
  readonly held: ReadonlyMap<number, KeptHealth | null>
}

/** Null where nothing is otherwise. */
function pharmacyRow(customerId: number, computers: readonly JudgedComputer[], { now, held }: PharmacyKnown) {
  const found = pharmacyHealth(computers)
  const kept = held.get(customerId)
  if (found === null)
    return kept === null ? null : { customerId, level: null, cause: null, atComputerId: null, since: now }
  const isOld = kept !== undefined && kept !== null && isSame(kept, found)
  return isOld && kept.since.getTime() === found.since.getTime() ? null : { customerId, ...found }
}
