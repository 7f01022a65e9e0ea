// Finds an installation's computer or enrols it as a new one, by proof of the pharmacy's enrolment key.
import type { StoreTransaction } from '../database.ts'
import { computersByInstallId, type ComputerRow } from '../registry/computers.queries.ts'
import { deviceKeyCandidates, type DeviceNames } from './device-key.ts'
import {
  computerCounts,
  customersByKeyHash,
  deviceKeysInUse,
  insertComputers,
  lockEnrolment,
  type NewComputer,
} from './enrolment.queries.ts'

/** Computers of one pharmacy; the detail page shows them all. */
export const MAX_COMPUTERS = 500

/** An installation that asks to be let in. */
export interface Applicant extends DeviceNames {
  readonly keyHash: string
  readonly localIpAddress: string
  readonly softwareVersion: string
}

/** `bad_key` for every fault of key, pharmacy or installation: who tries keys learns nothing from the answer. */
export type Admission =
  | { readonly kind: 'known'; readonly computerId: number }
  | { readonly kind: 'enrolled'; readonly computerId: number }
  | { readonly kind: 'bad_key' }
  | { readonly kind: 'full' }

/**
 * Judges each applicant; the answers stand in the same order. A known installation is let in with its pharmacy's present
 * key or with the one it last came with, so that renewing the key keeps enrolled devices.
 */
export async function admit(
  trx: StoreTransaction,
  applicants: readonly Applicant[],
  secret: string,
): Promise<Admission[]> {
  const installIds = [...new Set(applicants.map(({ installId }) => installId))]
  const owners = await customersByKeyHash(trx, [...new Set(applicants.map(({ keyHash }) => keyHash))])
  let known = await knownComputers(trx, installIds)
  const mayEnrol = ({ installId, keyHash, customerId }: Applicant): boolean =>
    !known.has(installId) && owners.get(keyHash) === customerId
  let enrolled: ReadonlySet<string> = new Set()
  if (applicants.some(mayEnrol)) {
    await lockEnrolment(trx)
    // Another batch may have enrolled them while this one waited for the lock.
    known = await knownComputers(trx, installIds)
    const firsts = new Map<string, Applicant>()
    for (const one of applicants.filter(mayEnrol))
      if (!firsts.has(one.installId)) firsts.set(one.installId, one)
    enrolled = await enrol(trx, [...firsts.values()], secret)
    known = await knownComputers(trx, installIds)
  }
  return applicants.map((applicant) => {
    if (mayEnrol(applicant)) return { kind: 'full' }
    const admission = judgeKnown(applicant, known.get(applicant.installId), owners)
    return admission.kind === 'known' && enrolled.has(applicant.installId)
      ? { ...admission, kind: 'enrolled' }
      : admission
  })
}

/** Whether an installation may act as the computer that it was enrolled as. */
export function judgeKnown(
  applicant: Pick<Applicant, 'keyHash' | 'customerId'>,
  computer: Pick<ComputerRow, 'id' | 'customerId' | 'enrolledKeyHash'> | undefined,
  owners: ReadonlyMap<string, number>,
): Admission {
  if (computer === undefined || computer.customerId !== applicant.customerId) return { kind: 'bad_key' }
  const isProven =
    computer.enrolledKeyHash === applicant.keyHash || owners.get(applicant.keyHash) === computer.customerId
  return isProven ? { kind: 'known', computerId: computer.id } : { kind: 'bad_key' }
}

async function knownComputers(
  trx: StoreTransaction,
  installIds: readonly string[],
): Promise<Map<string, ComputerRow>> {
  const rows = await computersByInstallId(trx, installIds)
  return new Map(rows.map((row) => [row.installId, row]))
}

/** Inserts what fits into each pharmacy; answers the install ids that were. */
async function enrol(
  trx: StoreTransaction,
  newcomers: readonly Applicant[],
  secret: string,
): Promise<Set<string>> {
  if (newcomers.length === 0) return new Set()
  const candidates = newcomers.map((newcomer) => deviceKeyCandidates(newcomer, secret))
  const taken = await deviceKeysInUse(
    trx,
    candidates.map(({ plain }) => plain),
  )
  const counts = await computerCounts(trx, [...new Set(newcomers.map(({ customerId }) => customerId))])
  const rows = newcomers.flatMap((newcomer, index): NewComputer[] => {
    const keys = candidates[index]
    const count = counts.get(newcomer.customerId) ?? 0
    if (keys === undefined || count >= MAX_COMPUTERS) return []
    counts.set(newcomer.customerId, count + 1)
    const deviceKey = taken.has(keys.plain) ? keys.distinct : keys.plain
    taken.add(deviceKey)
    return [newComputer(newcomer, deviceKey)]
  })
  await insertComputers(trx, rows)
  return new Set(rows.map((row) => row.installId))
}

function newComputer(applicant: Applicant, deviceKey: string): NewComputer {
  return {
    customerId: applicant.customerId,
    installId: applicant.installId,
    deviceKey,
    enrolledKeyHash: applicant.keyHash,
    pcName: applicant.computerName,
    username: applicant.username,
    localIpAddress: applicant.localIpAddress,
    softwareVersion: applicant.softwareVersion,
  }
}
