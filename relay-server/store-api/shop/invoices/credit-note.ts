// What takes money back asks for a credit note by this, in its own transaction.
import type { StoreTransaction } from '../../database.ts'
import { addCreditTask } from './invoice-tasks.queries.ts'

export interface Credit {
  readonly orderId: number
  /** What asks for it, as in the id of a refund: the same one asks once. 1 to 80 characters. */
  readonly cause: string
  /** With tax, above 0; null: all that is left of the invoice. */
  readonly amountMinor: number | null
}

/**
 * The note is written some seconds after the commit, over at most what is left of the invoice; with nothing left there is none. Does
 * nothing for an order that has no invoice and is to have none. Takes no lock that anybody waits for.
 */
export async function creditNoteFor(trx: StoreTransaction, credit: Credit): Promise<void> {
  await addCreditTask(trx, credit)
}
