// What Admins do to products and to their stock, each with its row in the staff log.
import { ProductFields, type Product, type StockChange } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { StaffValues } from '@pharmacy-relay/shared/api/staff-history.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../../auth/access-token.ts'
import { isUniqueViolation } from '../../../db/database-errors.ts'
import { recordStaffOperation, type StaffAction } from '../../audit/staff-operations.queries.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import { hasCategory } from './categories.queries.ts'
import {
  SKU_INDEX,
  findProduct,
  insertProduct,
  insertStockChange,
  lockProduct,
  shiftOnHand,
  updateProduct,
} from './products.queries.ts'

/** Throws ProblemError `not_found`. */
export async function readProduct(db: StoreDb, productId: number): Promise<Product> {
  const product = await findProduct(db, productId)
  if (product === null) throw noSuchProduct()
  return product
}

/** Throws ProblemError `state_conflict` where the sku is taken, or the category is gone. */
export async function createProduct(db: StoreDb, caller: Caller, given: ProductFields): Promise<Product> {
  const fields = kept(given)
  const id = await withFreeSku(fields, () =>
    db.transaction().execute(async (trx) => {
      await needCategory(trx, fields)
      const productId = await insertProduct(trx, fields)
      const summary = `Entered product ${fields.sku}`
      await record(trx, caller, { action: 'product.create', summary, after: valuesOf(fields, NAMES) })
      return productId
    }),
  )
  return readProduct(db, id)
}

interface ProductChange {
  readonly productId: number
  /** The version that the caller saw. */
  readonly version: number
}

/**
 * Identical content changes nothing, whatever version was seen. Throws ProblemError `not_found`, `version_stale`, or
 * `state_conflict` as above.
 */
export async function changeProduct(
  db: StoreDb,
  caller: Caller,
  change: ProductChange & { readonly fields: ProductFields },
): Promise<Product> {
  const fields = kept(change.fields)
  await withFreeSku(fields, () => applyChange(db, caller, { ...change, next: () => fields }))
  return readProduct(db, change.productId)
}

/** Baskets say that it is gone; orders that were placed keep it. Again changes nothing. */
export async function deactivateProduct(
  db: StoreDb,
  caller: Caller,
  change: ProductChange,
): Promise<Product> {
  const next = (fields: ProductFields): ProductFields => ({ ...fields, isActive: false })
  await applyChange(db, caller, { ...change, next })
  return readProduct(db, change.productId)
}

async function applyChange(
  db: StoreDb,
  caller: Caller,
  { productId, version, next }: ProductChange & { readonly next: (was: ProductFields) => ProductFields },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { version: held, ...was } = (await lockProduct(trx, productId)) ?? missing()
    const fields = next(was)
    const changed = NAMES.filter((name) => was[name] !== fields[name])
    if (changed.length === 0) return
    if (held !== version)
      throw new ProblemError(
        'version_stale',
        `Somebody else changed this product; it is at version ${held} now`,
      )
    await needCategory(trx, fields)
    await updateProduct(trx, productId, fields)
    await record(trx, caller, {
      action: was.isActive && !fields.isActive ? 'product.deactivate' : 'product.update',
      summary: `Changed ${changed.join(', ')} of product ${was.sku}`,
      before: valuesOf(was, changed),
      after: valuesOf(fields, changed),
    })
  })
}

/** Throws ProblemError `not_found`, or `state_conflict` where less would be left than orders hold. */
export async function changeStock(
  trx: StoreTransaction,
  caller: Caller,
  { productId, kind, quantity, reason }: StockChange & { readonly productId: number },
) {
  const { sku } = (await lockProduct(trx, productId)) ?? missing()
  const level = await shiftOnHand(trx, productId, quantity)
  if (level === null) throw tooFew()
  await insertStockChange(trx, { productId, kind, quantity, reason, actor: caller.subject })
  await record(trx, caller, {
    action: kind === 'receive' ? 'stock.receive' : 'stock.adjust',
    summary: `Changed the stock of product ${sku}`,
    before: { onHand: level.onHand - quantity },
    after: { onHand: level.onHand, reason },
  })
  return { ...level, available: level.onHand - level.reserved }
}

const NAMES = ProductFields.keyof().options

/** As it is stored and found. */
function kept(fields: ProductFields): ProductFields {
  return { ...fields, gtin: fields.gtin?.padStart(14, '0') ?? null }
}

/** A description is too long for the log: its name in the summary must do. There isActive is of accounts. */
function valuesOf(fields: ProductFields, names: readonly (keyof ProductFields)[]): StaffValues {
  const shown = names.filter((name) => name !== 'description')
  return Object.fromEntries(shown.map((name) => [name === 'isActive' ? 'isSold' : name, fields[name]]))
}

async function record(
  trx: StoreTransaction,
  caller: Caller,
  done: Omit<StaffAction, 'customerId' | 'computerId'>,
): Promise<void> {
  await recordStaffOperation(trx, caller, { ...done, customerId: null, computerId: null })
}

async function needCategory(trx: StoreTransaction, { categoryId }: ProductFields): Promise<void> {
  if (categoryId === null || (await hasCategory(trx, categoryId))) return
  const errors = [{ path: 'body.categoryId', message: 'is not there any more' }]
  throw new ProblemError('state_conflict', 'There is no such category', { errors })
}

async function withFreeSku<R>({ sku }: ProductFields, work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, SKU_INDEX)) throw error
    const errors = [{ path: 'body.sku', message: 'belongs to another product' }]
    throw new ProblemError('state_conflict', `Another product has the sku ${sku}`, { errors })
  }
}

const noSuchProduct = (): ProblemError => new ProblemError('not_found', 'There is no such product')

function missing(): never {
  throw noSuchProduct()
}

function tooFew(): ProblemError {
  const errors = [{ path: 'body.quantity', message: 'would leave less than orders hold' }]
  return new ProblemError('state_conflict', 'Orders hold more than would be left', { errors })
}
