// An import of products: read and checked whole, then written in one transaction beside the request, portion by portion.
import type { ProductImport, ProductImportSummary } from '@pharmacy-relay/shared/api/shop/imports.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../../auth/access-token.ts'
import { isUniqueViolation } from '../../../db/database-errors.ts'
import { recordStaffOperation } from '../../audit/staff-operations.queries.ts'
import type { StoreDb } from '../../database.ts'
import {
  APPLYING_INDEX,
  categoryIds,
  failLeftImports,
  findImport,
  insertImport,
  lastImports,
  setImport,
  writeProducts,
} from './product-imports.queries.ts'
import { readProducts, type ImportedProduct } from './product-rows.ts'

/** Rows of one statement: each has its 5 s also on a busy machine. */
const PORTION = 500

/** Throws ProblemError `state_conflict` while another one is under way. */
export async function importProducts(
  db: StoreDb,
  caller: Caller,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ProductImport> {
  await failLeftImports(db)
  const { rows, faultCount, faults } = await readProducts(bytes, await categoryIds(db))
  const state = faultCount > 0 ? 'refused' : 'applying'
  const row = { state, rows: rows.length, faultCount, faults, startedBy: caller.subject } as const
  const id = await insertImport(db, row).catch((error: unknown) => {
    if (!isUniqueViolation(error, APPLYING_INDEX)) throw error
    throw new ProblemError('state_conflict', 'Another import is under way')
  })
  // Its state says how it ended; nobody waits for it.
  if (state === 'applying') void apply(db, caller, { id, rows })
  return readImport(db, id)
}

/** Throws ProblemError `not_found`. */
export async function readImport(db: StoreDb, id: number): Promise<ProductImport> {
  await failLeftImports(db)
  const found = await findImport(db, id)
  if (found === null) throw new ProblemError('not_found', 'There is no such import')
  return found
}

export async function listImports(db: StoreDb): Promise<{ readonly imports: ProductImportSummary[] }> {
  await failLeftImports(db)
  return { imports: await lastImports(db) }
}

interface Checked {
  readonly id: number
  readonly rows: readonly ImportedProduct[]
}

/** Never throws. Where even the failure cannot be written, the import stands still and is seen to have failed. */
async function apply(db: StoreDb, caller: Caller, { id, rows }: Checked): Promise<void> {
  try {
    const done = await written(db, caller, { id, rows })
    await setImport(db, id, { state: 'applied', rowsDone: rows.length, ...done })
  } catch {
    await setImport(db, id, { state: 'failed' }).catch(() => {})
  }
}

async function written(db: StoreDb, caller: Caller, { id, rows }: Checked) {
  return db.transaction().execute(async (trx) => {
    const sum = { added: 0, changed: 0 }
    for (let from = 0; from < rows.length; from += PORTION) {
      const { added, changed } = await writeProducts(trx, rows.slice(from, from + PORTION), caller.subject)
      sum.added += added
      sum.changed += changed
      // Beside the transaction, or nobody would see it before the end.
      await setImport(db, id, { rowsDone: Math.min(rows.length, from + PORTION) })
    }
    await recordStaffOperation(trx, caller, {
      action: 'product.import',
      customerId: null,
      computerId: null,
      summary: `Imported ${rows.length} products: ${sum.added} new, ${sum.changed} changed`,
    })
    return sum
  })
}
