// Devices that bring pairing codes, each through a hub of its own, and what the panel shows of them.
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { OperationResult } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import { newHub, type PairOperation, type StoreTestDatabase, type TestPharmacy } from './test-store.ts'

let nextAddress = 1
/** For a test whose tries are to count alone. */
export const newAddress = (): string => `198.51.100.${(nextAddress += 1)}`

/** The code of a refusal, else `ok`. */
export const codeOf = (result: OperationResult | undefined): string =>
  result?.ok === false ? result.code : 'ok'

export async function pair(
  store: StoreTestDatabase,
  operation: PairOperation,
): Promise<OperationResult | undefined> {
  const [result] = await newHub(store).send(operation)
  return result
}

/** By its name; undefined when that pharmacy has none. */
export async function shownAs(
  { db }: StoreTestDatabase,
  { id }: TestPharmacy,
  name: string,
): Promise<RelayComputer | undefined> {
  return (await readCustomer(db, { id })).computers.find(({ pcName }) => pcName === name)
}
