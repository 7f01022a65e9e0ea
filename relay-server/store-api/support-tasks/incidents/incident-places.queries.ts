// The pharmacies of an incident, as its page names them.
import { sql } from 'kysely'
import { MAX_PLACES, type IncidentPlace } from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { StoreDb } from '../../database.ts'

interface PlaceRead extends Omit<IncidentPlace, 'since' | 'wellSince'> {
  readonly since: Date
  readonly wellSince: Date | null
}

/** Those that have the problem first, then by name. */
export async function incidentPlaces(db: StoreDb, taskId: number): Promise<IncidentPlace[]> {
  const { rows } = await sql<PlaceRead>`
    select c."storeId", c."name", count(*)::integer as "computers", min(i."since") as "since",
      case when bool_and(i."wellSince" is not null) then max(i."wellSince") end as "wellSince"
    from "IncidentComputers" i join "Customers" c on c."id" = i."customerId" where i."taskId" = ${taskId}
    group by c."id" order by bool_and(i."wellSince" is not null), c."name", c."id" limit ${MAX_PLACES}`.execute(
    db,
  )
  return rows.map((row) => ({
    ...row,
    since: row.since.toISOString(),
    wellSince: row.wellSince?.toISOString() ?? null,
  }))
}
