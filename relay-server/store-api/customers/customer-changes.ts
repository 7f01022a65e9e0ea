// What staff may do to a pharmacy: create it, change it. Each with its row in the staff log.
import { CustomerFields, type CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import { isUniqueViolation } from '../../db/database-errors.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { appendEvents } from '../events/outbox.queries.ts'
import {
  STORE_ID_INDEX,
  insertCustomer,
  lockCustomer,
  updateCustomerRow,
} from './customer-changes.queries.ts'
import { readCustomer } from './customer-detail.queries.ts'
import { customerValues } from './customer-values.ts'

/** Throws ProblemError `state_conflict` when the store ID is taken. */
export async function createCustomer(
  db: StoreDb,
  caller: Caller,
  fields: CustomerFields,
): Promise<CustomerDetail> {
  const id = await withFreeStoreId(fields, () =>
    db.transaction().execute(async (trx) => {
      const customerId = await insertCustomer(trx, fields)
      const summary = `Created ${fields.storeId}`
      await recordStaffOperation(trx, caller, {
        action: 'customer.create',
        customerId,
        computerId: null,
        summary,
        after: customerValues(fields),
      })
      await appendEvents(trx, [{ kind: 'customer', customerId }])
      return customerId
    }),
  )
  return readCustomer(db, { id })
}

export interface CustomerChange {
  readonly customerId: number
  /** The version that the caller saw. */
  readonly version: number
  readonly fields: CustomerFields
}

/**
 * Identical content changes nothing and is no error, whatever version the caller saw: a repeated request is harmless.
 * Throws ProblemError `not_found`, `version_stale`, or `state_conflict` when the store ID is taken.
 */
export async function updateCustomer(
  db: StoreDb,
  caller: Caller,
  change: CustomerChange,
): Promise<CustomerDetail> {
  await withFreeStoreId(change.fields, () =>
    db.transaction().execute((trx) => applyChange(trx, caller, change)),
  )
  return readCustomer(db, { id: change.customerId })
}

async function applyChange(trx: StoreTransaction, caller: Caller, change: CustomerChange): Promise<void> {
  const { customerId, fields, version } = change
  const held = await lockCustomer(trx, customerId)
  if (held === null) throw notFound()
  const changed = CustomerFields.keyof().options.filter((name) => held[name] !== fields[name])
  if (changed.length === 0) return
  if (held.version !== version) throw stale(held.version)
  await updateCustomerRow(trx, customerId, fields)
  const summary = `Changed ${changed.join(', ')} of ${held.storeId}`
  await recordStaffOperation(trx, caller, {
    action: 'customer.update',
    customerId,
    computerId: null,
    summary,
    before: customerValues(held, changed),
    after: customerValues(fields, changed),
  })
  await appendEvents(trx, [{ kind: 'customer', customerId }])
}

async function withFreeStoreId<R>(fields: CustomerFields, work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, STORE_ID_INDEX)) throw error
    throw new ProblemError(
      'state_conflict',
      `The store ID ${fields.storeId} belongs to another pharmacy already`,
    )
  }
}

function notFound(): ProblemError {
  return new ProblemError('not_found', 'There is no such pharmacy')
}

function stale(version: number): ProblemError {
  const detail = `Somebody else changed this pharmacy in the meantime; it is at version ${version} now. Load it again.`
  return new ProblemError('version_stale', detail)
}
