// What Admins do to the tree of categories, each with its row in the staff log.
import {
  MAX_CATEGORIES,
  type Category,
  type CategoryFields,
} from '@pharmacy-relay/shared/api/shop/categories.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../../auth/access-token.ts'
import { recordStaffOperation } from '../../audit/staff-operations.queries.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import {
  categoriesBelow,
  deleteCategory,
  insertCategory,
  listCategories,
  lockTree,
  updateCategoryRow,
} from './categories.queries.ts'

/** Throws ProblemError `state_conflict` where the parent is gone, or there are too many. */
export async function createCategory(db: StoreDb, caller: Caller, fields: CategoryFields): Promise<Category> {
  return changed(db, async (trx, all) => {
    if (all.length >= MAX_CATEGORIES)
      throw new ProblemError('state_conflict', `There are ${MAX_CATEGORIES} categories already`)
    needParent(all, fields)
    const id = await insertCategory(trx, fields)
    await record(trx, caller, { action: 'category.create', summary: `Entered category ${fields.name}` })
    return id
  })
}

interface CategoryChange {
  readonly categoryId: number
  readonly version: number
}

/** Throws ProblemError `not_found`, `version_stale`, or `state_conflict` where the parent is gone or below it. */
export async function changeCategory(
  db: StoreDb,
  caller: Caller,
  { categoryId, version, fields }: CategoryChange & { readonly fields: CategoryFields },
): Promise<Category> {
  return changed(db, async (trx, all) => {
    const was = seen(all, { categoryId, version }, fields)
    if (was === null) return categoryId
    needParent(all, fields)
    if (fields.parentId !== null && (await categoriesBelow(trx, categoryId)).includes(fields.parentId))
      throw parentFault('is the category itself, or below it')
    await updateCategoryRow(trx, categoryId, fields)
    await record(trx, caller, { action: 'category.update', summary: `Changed category ${was.name}` })
    return categoryId
  })
}

/** Throws ProblemError `not_found`, `version_stale`, or `state_conflict` where something hangs on it. */
export async function removeCategory(db: StoreDb, caller: Caller, change: CategoryChange): Promise<null> {
  await db.transaction().execute(async (trx) => {
    await lockTree(trx)
    const was = seen(await listCategories(trx), change, null)
    if (!(await deleteCategory(trx, change.categoryId)))
      throw new ProblemError('state_conflict', 'Products or categories hang on this one')
    await record(trx, caller, { action: 'category.remove', summary: `Removed category ${was?.name ?? ''}` })
  })
  return null
}

async function changed(
  db: StoreDb,
  work: (trx: StoreTransaction, all: readonly Category[]) => Promise<number>,
): Promise<Category> {
  return db.transaction().execute(async (trx) => {
    await lockTree(trx)
    const id = await work(trx, await listCategories(trx))
    const made = (await listCategories(trx)).find((one) => one.id === id)
    if (made === undefined) throw new ProblemError('not_found', 'There is no such category')
    return made
  })
}

/** Null where `fields` are what it has already. */
function seen(
  all: readonly Category[],
  { categoryId, version }: CategoryChange,
  fields: CategoryFields | null,
): Category | null {
  const was = all.find((one) => one.id === categoryId)
  if (was === undefined) throw new ProblemError('not_found', 'There is no such category')
  const { parentId, name, place } = was
  if (fields !== null && parentId === fields.parentId && name === fields.name && place === fields.place)
    return null
  if (was.version !== version)
    throw new ProblemError('version_stale', `Somebody else changed this; it is at version ${was.version} now`)
  return was
}

function needParent(all: readonly Category[], { parentId }: CategoryFields): void {
  if (parentId !== null && !all.some(({ id }) => id === parentId)) throw parentFault('is not there any more')
}

function parentFault(message: string): ProblemError {
  const errors = [{ path: 'body.parentId', message }]
  return new ProblemError('state_conflict', 'The category cannot stand there', { errors })
}

async function record(
  trx: StoreTransaction,
  caller: Caller,
  done: {
    readonly action: 'category.create' | 'category.update' | 'category.remove'
    readonly summary: string
  },
): Promise<void> {
  await recordStaffOperation(trx, caller, { ...done, customerId: null, computerId: null })
}
