// The pairing code by which a copy of a computer becomes a computer of its own; nobody sees it.
import type { StoreTransaction } from '../database.ts'
import { mintCode } from '../enrolment/mint-code.ts'
import { endCodesForCopy } from '../enrolment/pairing-codes.queries.ts'

/** An earlier one, whose way to the device was lost, ends. Null when nearly every beginning of codes is in use. */
export async function codeForCopy(
  trx: StoreTransaction,
  { computerId, customerId }: { readonly computerId: number; readonly customerId: number },
  secret: string,
): Promise<string | null> {
  await endCodesForCopy(trx, computerId)
  const kind = { customerId, needsApproval: false, copyOfComputerId: computerId }
  return (await mintCode(trx, kind, secret))?.code ?? null
}
