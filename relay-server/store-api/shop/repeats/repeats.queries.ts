// Keys of requests and what was answered to each.
import type { RawBuilder } from 'kysely'
import type { Idempotency } from '../../../http/idempotency-key.ts'
import { sendTogether, sendWithCommit } from '../../../db/pipelined-dialect.ts'
import { PREPARED } from '../../../db/prepared.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'

/**
 * True for who comes first. A second one waits here until the first one's transaction is over, as long as the pool lets a
 * statement wait for a lock: 2 s, then `unavailable`.
 */
export async function takeKey(trx: StoreTransaction, caller: string, asked: Idempotency): Promise<boolean> {
  const [inserted] = await insertedKey(trx, caller, asked).execute()
  return inserted?.numInsertedOrUpdatedRows === 1n
}

/** The same with a statement that goes out at once with it: its rows for who comes first, null for a second one. */
export async function takeKeyWith<F>(
  trx: StoreTransaction,
  { caller, idempotency, first }: KeyWith<F>,
): Promise<readonly F[] | null> {
  const key = insertedKey(trx, caller, idempotency).compile()
  const [inserted, { rows }] = await sendTogether(trx, [key, first.compile(trx)])
  return inserted.numAffectedRows === 1n ? rows : null
}

export interface KeyWith<F> {
  readonly caller: string
  readonly idempotency: Idempotency
  readonly first: RawBuilder<F>
}

function insertedKey(trx: StoreTransaction, caller: string, { key, fingerprint }: Idempotency) {
  return trx
    .insertInto('IdempotencyKeys')
    .values({ caller, key, fingerprint, reply: null })
    .onConflict((conflict) => conflict.doNothing())
    .modifyEnd(PREPARED)
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
