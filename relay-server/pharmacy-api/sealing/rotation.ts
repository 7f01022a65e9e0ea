// Gives every row the newest keys: at each start, in batches of their own transaction, so that it may be killed at any moment.
import { z } from 'zod'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { withoutValues } from '../../db/database-errors.ts'
import type { PharmacyDb } from '../database.ts'
import { newestOf, type Keys, type SealingKeys } from './key-ring.ts'
import type { PhoneIndex } from './phone-index.ts'
import { rotateBatch, SEALED_TABLES, usedKeyIds, type BatchEnd, type RotatedRow } from './rotation.queries.ts'
import type { RowSealer, SealedTable } from './row-sealer.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const AGAIN_MS = 60_000
const WithPhone = z.object({ phone: z.string() })

export interface RotationParts {
  readonly db: PharmacyDb
  readonly keys: SealingKeys
  readonly sealer: RowSealer
  readonly phones: PhoneIndex
  readonly clock: Clock
  readonly logger: Logger
}

/** Throws ProblemError `state_conflict` naming each key that rows have and the settings have not. */
export async function refuseMissingKeys(db: PharmacyDb, { dataKeys, indexKeys }: SealingKeys): Promise<void> {
  const used = await Promise.all(SEALED_TABLES.map(async (table) => usedKeyIds(db, table, 'keyId')))
  const missing = [
    ...missingOf('Pharmacy__DataKeys', used.flat(), dataKeys),
    ...missingOf('Pharmacy__IndexKeys', await usedKeyIds(db, 'PatientPhones', 'indexKeyId'), indexKeys),
  ]
  if (missing.length === 0) return
  throw new ProblemError(
    'state_conflict',
    `Patients are sealed with keys that the settings lack: ${missing.join(', ')}`,
  )
}

function missingOf(setting: string, used: readonly string[], keys: Keys): string[] {
  const gone = new Set(used.filter((used) => !keys.some(({ id }) => id === used)))
  return [...gone].map((id) => `${id} of ${setting}`)
}

/** Begins in the background; tries again a minute after a failure. `stop` waits for the batch that is under way. */
export function startRotation(parts: RotationParts): { stop(): Promise<void> } {
  let isStopped = false
  let running = Promise.resolve()
  let cancel = (): void => undefined
  const run = async (): Promise<void> => {
    try {
      // Once more after one that found something: rows that others worked on were passed over.
      for (let isDone = false; !isDone && !isStopped;) {
        const { renewed, left } = await rotateAll(parts, () => isStopped)
        if (renewed > 0 || left > 0) parts.logger.info('rotation.done', { renewed, left })
        isDone = renewed === 0
      }
    } catch (error) {
      parts.logger.warn('rotation.failed', { reason: causeOf(withoutValues(error)) })
      if (!isStopped) cancel = parts.clock.after(AGAIN_MS, begin)
    }
  }
  const begin = (): void => {
    running = run()
  }
  begin()
  return {
    stop: async () => {
      isStopped = true
      cancel()
      await running
    },
  }
}

/** `left`: rows that do not open, each of which is an alarm. */
export async function rotateAll(
  parts: RotationParts,
  isStopped: () => boolean,
): Promise<{ readonly renewed: number; readonly left: number }> {
  const sum = { renewed: 0, left: 0 }
  const dataKeyIds = olderIds(parts.keys.dataKeys)
  const indexKeyIds = olderIds(parts.keys.indexKeys)
  for (const table of dataKeyIds.length + indexKeyIds.length === 0 ? [] : SEALED_TABLES) {
    let after: BatchEnd = FIRST_ID
    while (after !== null && !isStopped()) {
      const renew = (row: RotatedRow) => renewedRow(parts, table, row) ?? ((sum.left += 1), null)
      const done = await rotateBatch(parts.db, { table, dataKeyIds, indexKeyIds, after }, renew)
      sum.renewed += done.renewed
      after = done.end
    }
  }
  return sum
}

/** Null: it does not open. */
function renewedRow({ sealer, phones }: RotationParts, table: SealedTable, row: RotatedRow) {
  const { id, pharmacyId } = row
  const place = { table, pharmacyId, id }
  try {
    const content = sealer.open(place, row)
    const sealed = sealer.seal(place, content)
    if (table !== 'PatientPhones') return { id, ...sealed }
    return { id, ...sealed, ...phones.hash(pharmacyId, WithPhone.parse(content).phone) }
  } catch {
    return null
  }
}

function olderIds(keys: Keys): string[] {
  const newest = newestOf(keys)
  return keys.filter(({ id }) => id !== newest.id).map(({ id }) => id)
}
