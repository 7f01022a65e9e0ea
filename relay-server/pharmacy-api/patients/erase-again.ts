// Before anything is served: who was erased, and came back with a restored database, is erased again.
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PharmacyDb } from '../database.ts'
import { asKeeper } from '../tenants/tenant-transaction.queries.ts'
import type { ErasureList } from './erasure-list.ts'
import { deletePatients } from './patients.queries.ts'

const AT_ONCE = 500

export async function eraseAgain(parts: {
  readonly db: PharmacyDb
  readonly erasures: ErasureList
  readonly logger: Logger
}): Promise<void> {
  const ids = await parts.erasures.read()
  let count = 0
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    count += await asKeeper(parts.db, async (trx) => deletePatients(trx, some))
  }
  if (count > 0) parts.logger.warn('patients.erased-again', { count })
}
