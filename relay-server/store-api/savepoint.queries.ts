// A savepoint around work: what fails inside leaves no trace and does not end the transaction.
import { sql } from 'kysely'
import type { StoreTransaction } from './database.ts'

/** Runs the work; when it throws, undoes what it wrote, releases the locks it took and throws on. */
export async function withSavepoint<R>(trx: StoreTransaction, work: () => Promise<R>): Promise<R> {
  await sql`savepoint operation`.execute(trx)
  try {
    const result = await work()
    await sql`release savepoint operation`.execute(trx)
    return result
  } catch (error) {
    await sql`rollback to savepoint operation`.execute(trx)
    await sql`release savepoint operation`.execute(trx)
    throw error
  }
}
