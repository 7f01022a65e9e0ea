// The tasks that a person paused.
import type { StoreTransaction } from '../database.ts'

/** False where it was paused before: who did it first stays named. */
export async function pauseTask(
  trx: StoreTransaction,
  paused: { readonly task: string; readonly pausedBy: string },
): Promise<boolean> {
  const added = trx
    .insertInto('PausedTasks')
    .values(paused)
    .onConflict((conflict) => conflict.doNothing())
  return (await added.executeTakeFirst()).numInsertedOrUpdatedRows === 1n
}

/** False where it was not paused. */
export async function resumeTask(trx: StoreTransaction, task: string): Promise<boolean> {
  const removed = trx.deleteFrom('PausedTasks').where('task', '=', task)
  return (await removed.executeTakeFirst()).numDeletedRows === 1n
}
