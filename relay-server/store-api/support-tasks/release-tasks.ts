// Tasks of somebody who may not sign in any more are free again.
import type { StoreDb } from '../database.ts'
import { appendEvents } from '../events/outbox.queries.ts'
import { claimedTasks, lockTask, makeStep } from './tasks.queries.ts'

/** Each in a transaction of its own; again is harmless. */
export async function releaseTasksOf(db: StoreDb, guid: string): Promise<void> {
  for (const taskId of await claimedTasks(db, guid))
    await db.transaction().execute(async (trx) => {
      const task = await lockTask(trx, taskId)
      if (task?.claimedBy !== guid) return
      const actor = { guid: null, name: null }
      const step = { action: 'release', actor, to: 'released', claimer: null, note: null } as const
      await appendEvents(trx, await makeStep(trx, task, { ...step, events: ['Leave'] }))
    })
}
