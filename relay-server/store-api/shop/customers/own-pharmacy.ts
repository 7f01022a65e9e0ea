// A pharmacy in the shop: what it says of itself, and its addresses. It changes its own; no staff, so nothing of it is staff log.
import {
  MAX_ADDRESSES,
  type Address,
  type AddressFields,
  type ShopCustomerFields,
} from '@pharmacy-relay/shared/api/shop/customer.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { lockCustomer, updateCustomerRow } from '../../customers/customer-changes.queries.ts'
import type { StoreDb } from '../../database.ts'
import { appendEvents } from '../../events/outbox.queries.ts'
import {
  deleteAddress,
  findAddress,
  insertAddress,
  updateAddress,
  type SeenAddress,
} from './addresses.queries.ts'
import { findOwnPharmacy } from './own-pharmacy.queries.ts'

/** Throws ProblemError `not_found`. */
export async function readOwnPharmacy(db: StoreDb, customerId: number) {
  const found = await findOwnPharmacy(db, customerId)
  if (found === null) throw new ProblemError('not_found', 'There is no such pharmacy')
  return found
}

/** Identical content changes nothing. Throws ProblemError `not_found`, `version_stale`. */
export async function changeOwnPharmacy(
  db: StoreDb,
  {
    customerId,
    version,
    fields,
  }: { readonly customerId: number; readonly version: number; readonly fields: ShopCustomerFields },
) {
  await db.transaction().execute(async (trx) => {
    const held = await lockCustomer(trx, customerId)
    if (held === null) throw new ProblemError('not_found', 'There is no such pharmacy')
    const names = ['name', 'email', 'phone'] as const
    if (names.every((name) => held[name] === fields[name])) return
    if (held.version !== version) throw stale()
    await updateCustomerRow(trx, customerId, { storeId: held.storeId, ...fields })
    await appendEvents(trx, [{ kind: 'customer', customerId }])
  })
  return readOwnPharmacy(db, customerId)
}

/** Throws ProblemError `state_conflict` beyond 50. */
export async function createAddress(
  db: StoreDb,
  customerId: number,
  fields: AddressFields,
): Promise<Address> {
  await readOwnPharmacy(db, customerId)
  const max = MAX_ADDRESSES
  const made = await db.transaction().execute(async (trx) => insertAddress(trx, { customerId, fields, max }))
  if (made === null) throw new ProblemError('state_conflict', `There are ${max} addresses already`)
  return made
}

/** Throws ProblemError `not_found`, `version_stale`. */
export async function changeAddress(db: StoreDb, seen: SeenAddress, fields: AddressFields): Promise<Address> {
  const changed = await updateAddress(db, seen, fields)
  if (changed === null) throw await missingOrStale(db, seen)
  return changed
}

/** Throws ProblemError `not_found`, `version_stale`. */
export async function removeAddress(db: StoreDb, seen: SeenAddress): Promise<null> {
  if (!(await deleteAddress(db, seen))) throw await missingOrStale(db, seen)
  return null
}

async function missingOrStale(db: StoreDb, seen: SeenAddress): Promise<ProblemError> {
  const found = await findAddress(db, seen)
  return found === null ? new ProblemError('not_found', 'There is no such address') : stale()
}

const stale = (): ProblemError =>
  new ProblemError('version_stale', 'Somebody else changed this in the meantime. Load it again.')
