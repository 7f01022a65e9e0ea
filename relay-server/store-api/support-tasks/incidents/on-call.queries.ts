// Text messages of incidents that are to be sent to who is on call.
import { sql } from 'kysely'
import type { SupportProblem } from '@pharmacy-relay/shared/api/relay-support.ts'
import type { Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { StoreDb } from '../../database.ts'

export interface UntoldIncident {
  readonly taskId: number
  readonly n: number
  readonly problem: SupportProblem
  readonly pharmacies: number
  readonly phone: string
  readonly language: Language
}

/** Of open incidents, for an hour: what could not be said by then is known otherwise. Empty while nobody is on call. */
export async function untoldIncidents(db: StoreDb): Promise<UntoldIncident[]> {
  const { rows } = await sql<UntoldIncident>`
    select m."taskId", m."n", i."problem", d."phone", d."language", m."hitNow" as "pharmacies"
    from "Incidents" m join "SupportTasks" i on i."id" = m."taskId"
      join "SupportDuty" d on d."phone" is not null
    where m."due" > relay_now() - interval '1 hour' and i."state" in ('new', 'claimed', 'released')
    order by m."taskId"`.execute(db)
  return rows
}

export async function incidentTold(db: StoreDb, { taskId, n }: UntoldIncident): Promise<void> {
  await sql`update "Incidents" set "due" = null, "sentAt" = relay_now()
    where "taskId" = ${taskId} and "n" = ${n}`.execute(db)
}
