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
import { pharmacyHealth, stoppedProblem, type JudgedComputer } from './pharmacy-health.ts'

/** Answers the pharmacies where something is otherwise. The caller holds the lock of health. */
export async function judgePharmacies(
  trx: StoreTransaction,
  customerIds: readonly number[],
): Promise<number[]> {
  if (customerIds.length === 0) return []
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
  return (
    found
      // That a new pharmacy has no computers is no news.
      .filter(({ changed, pharmacy }) => changed.length > 0 || (pharmacy ?? { level: null }).level !== null)
      .map(({ customerId }) => customerId)
  )
}

function judgedComputers(computers: readonly ComputerToJudge[], now: Date) {
  const found = computersHealth(computers)
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
  return { all, changed: rows.filter(({ computer, row }) => isOther(computer, row)).map(({ row }) => row) }
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
