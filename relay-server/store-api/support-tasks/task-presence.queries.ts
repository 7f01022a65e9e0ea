// Who looks at a task, told to every process of the store API by a notification of the database, which keeps nothing of it.
import { sql } from 'kysely'
import type { TaskPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import type { StoreDb } from '../database.ts'

export const PRESENCE_CHANNEL = 'support_presence'

type Said = Omit<TaskPresence, 'customerId' | 'computerId'>

/** Of a task that is not there, or was removed, nobody hears anything. */
export async function notifyPresence(db: StoreDb, said: Said): Promise<void> {
  const text = JSON.stringify(said)
  await sql`select pg_notify(${PRESENCE_CHANNEL}, (${text}::jsonb || jsonb_build_object(
      'customerId', coalesce(t."customerId", (
        select min(m."customerId") from "IncidentComputers" m where m."taskId" = t."id")), 'computerId', t."computerId"))::text)
    from "SupportTasks" t where t."id" = ${said.taskId} and t."state" <> 'removed'`.execute(db)
}
