// Keys of requests and what was answered to each.
import type { Idempotency } from '../../../http/idempotency-key.ts'
import { sendWithCommit } from '../../../db/pipelined-dialect.ts'
import { PREPARED } from '../../../db/prepared.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'

/**
 * True for who comes first. A second one waits here until the first one's transaction is over, as long as the pool lets a
 * statement wait for a lock: 2 s, then `unavailable`.
 */
export async function takeKey(
  trx: StoreTransaction,
  caller: string,
  { key, fingerprint }: Idempotency,
): Promise<boolean> {
  const inserted = trx
    .insertInto('IdempotencyKeys')
    .values({ caller, key, fingerprint, reply: null })
    .onConflict((conflict) => conflict.doNothing())
    .modifyEnd(PREPARED)
  return (await inserted.executeTakeFirst()).numInsertedOrUpdatedRows === 1n
}

export async function answerOf(db: StoreDb, caller: string, key: string) {
  return db
    .selectFrom('IdempotencyKeys')
    .select(['fingerprint', 'reply'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

/** With the commit. */
export async function keepAnswer(
  trx: StoreTransaction,
  { caller, key, reply }: { readonly caller: string; readonly key: string; readonly reply: unknown },
): Promise<void> {
  const kept = trx
    .updateTable('IdempotencyKeys')
    .set({ reply: JSON.stringify(reply) })
    .where('caller', '=', caller)
    .where('key', '=', key)
    .modifyEnd(PREPARED)
  await sendWithCommit(trx, kept)
}

/** Of a request whose work is undone. A press that came between has given the key its answer: that one stays then. */
export async function keepFirstAnswer(
  db: StoreDb,
  asked: { readonly caller: string; readonly idempotency: Idempotency; readonly reply: unknown },
): Promise<void> {
  const { caller, idempotency, reply } = asked
  await db
    .insertInto('IdempotencyKeys')
    .values({ caller, ...idempotency, reply: JSON.stringify(reply) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
