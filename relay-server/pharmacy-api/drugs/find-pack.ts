// From a scan to one pack: what it may mean, which packs there are, and which of them it is.
import type { ScannedPack } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { readScan } from '../codes/read-scan.ts'
import type { PharmacyDb } from '../database.ts'
import { packsWith, type FittingPack } from './drugs.queries.ts'

/**
 * Throws ProblemError: `invalid` for what is no code, `not_found` for one that no list has, `state_conflict` with candidates
 * where packs of several drugs fit.
 */
export async function findPack(
  { db, clock }: { readonly db: PharmacyDb; readonly clock: Clock },
  scan: string,
): Promise<ScannedPack> {
  const today = new Date(clock.wallMs()).toISOString().slice(0, 10)
  const read = readScan(scan, Number(today.slice(0, 4)))
  if ('fault' in read) {
    const errors = [{ path: 'body.scan', message: read.fault }]
    throw new ProblemError('invalid', `What was scanned ${read.fault}`, { errors })
  }
  const { keys, ...facts } = read
  const { drug, pack } = theOne(await packsWith(db, keys))
  const isExpired = facts.expiry !== null && facts.expiry < today
  return { drug, pack, scanned: { ...facts, isExpired } }
}

/** A pack that is no longer listed counts only where no other fits: its code may have been given to another. */
export function theOne(fitting: readonly FittingPack[]): FittingPack {
  const listed = fitting.filter(({ pack }) => pack.withdrawnAt === null)
  const counting = listed.length > 0 ? listed : fitting
  const [first] = counting
  if (first === undefined) throw new ProblemError('not_found', 'No list has a pack with this code')
  const drugs = new Map(counting.map(({ drug }) => [drug.id, { id: drug.id, name: drug.name }]))
  if (drugs.size === 1) return first
  throw new ProblemError('state_conflict', 'Packs of several drugs have this code: choose one', {
    candidates: [...drugs.values()],
  })
}
