// What the reports of a batch do to the certificates that computers are known by.
import type { SystemReport } from '@pharmacy-relay/shared/device.ts'
import type { StoreTransaction } from '../database.ts'
import { ownersOf, pinsOf, writePins } from './pins.queries.ts'
import { NO_PINS, pinsAfter, type PinFault, type Pins } from './pins.ts'

export interface PinnedReports {
  /** Computers whose certificates changed, and with them what people see or documents say. */
  readonly changed: readonly number[]
  /** What was not taken, and why. */
  readonly faults: readonly { readonly computerId: number; readonly fault: PinFault }[]
}

/** The caller holds the locks of these computers' rows. `told`: the newest report of each. */
export async function pinReports(
  trx: StoreTransaction,
  told: ReadonlyMap<number, SystemReport>,
): Promise<PinnedReports> {
  if (told.size === 0) return { changed: [], faults: [] }
  const held = await pinsOf(trx, [...told.keys()])
  const decisions = [...told].map(([computerId, system]) => {
    const before = held.get(computerId) ?? NO_PINS
    return { computerId, before, ...pinsAfter(before, system) }
  })
  const owners = await ownersBeside(trx, decisions)
  const judged = decisions.map(({ computerId, before, pins, fault }) => {
    const isTaken = claimsOf(pins).some((one) => (owners.get(one) ?? computerId) !== computerId)
    return isTaken
      ? { computerId, before, pins: before, fault: 'of_another_computer' as const }
      : { computerId, before, pins, fault }
  })
  const changed = judged.filter(({ before, pins }) => JSON.stringify(before) !== JSON.stringify(pins))
  await writePins(trx, new Map(changed.map(({ computerId, pins }) => [computerId, pins])))
  return {
    changed: changed.map(({ computerId }) => computerId),
    faults: judged.flatMap(({ computerId, fault }) => (fault === null ? [] : [{ computerId, fault }])),
  }
}

/** The owner of each fingerprint that is claimed: who has it already, else the first of this batch. */
async function ownersBeside(
  trx: StoreTransaction,
  decisions: readonly { readonly computerId: number; readonly before: Pins; readonly pins: Pins }[],
): Promise<Map<string, number>> {
  const claims = decisions
    .filter(({ before, pins }) => before !== pins)
    .flatMap(({ computerId, pins }) => claimsOf(pins).map((fingerprint) => ({ computerId, fingerprint })))
  const owners = new Map<string, number>()
  const held = await ownersOf(
    trx,
    claims.map(({ fingerprint }) => fingerprint),
  )
  for (const { fingerprint, computerId } of [...held, ...claims])
    if (!owners.has(fingerprint)) owners.set(fingerprint, computerId)
  return owners
}

function claimsOf({ pinned, successor }: Pins): string[] {
  return [pinned, successor].flatMap((one) => (one === null ? [] : [one.fingerprint]))
}
