// What the dashboard tells: sums that were counted before, and the counts of the queue.
import {
  DASHBOARD_HOURS,
  type Dashboard,
  type FleetHour,
} from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { supportProblems } from '@pharmacy-relay/shared/api/relay-support.ts'
import { sql } from 'kysely'
import type { StoreDb } from '../database.ts'
import { taskCounts } from '../support-tasks/task-detail.queries.ts'
import { countFleet } from './fleet-counts.queries.ts'

/** The scheduler counts every minute; where it stands still, whoever looks counts. */
const COUNTED_WITHIN_MINUTES = 3

interface FleetRead {
  readonly countedAt: Date
  readonly pharmacies: number
  readonly computers: number
  readonly online: number
  readonly problems: Readonly<Record<string, number>>
}

export async function readDashboard(db: StoreDb, reader: string): Promise<Dashboard> {
  const known = await fleetNow(db)
  if (known === null) await countFleet(db)
  const fleet = known ?? (await fleetNow(db))
  if (fleet === null) throw new Error('The fleet was counted, and no row tells of it')
  const { asOf, free, mine, all, unanswered, overdue } = await taskCounts(db, reader)
  const { countedAt, problems, ...sums } = fleet
  return {
    ...sums,
    countedAt: countedAt.toISOString(),
    asOf: asOf.toISOString(),
    problems: supportProblems.map((problem) => ({ problem, count: problems[problem] ?? 0 })),
    tasks: { free, mine, all, unanswered, overdue },
    hours: await lastHours(db),
  }
}

/** Null: nobody has counted lately. */
async function fleetNow(db: StoreDb): Promise<FleetRead | null> {
  const { rows } = await sql<FleetRead>`
    select "countedAt", "pharmacies", "computers", "online", "problems" from "FleetNow"
    where "countedAt" > relay_now() - make_interval(mins => ${COUNTED_WITHIN_MINUTES}::integer)`.execute(db)
  return rows[0] ?? null
}

async function lastHours(db: StoreDb): Promise<FleetHour[]> {
  const rows = await db
    .selectFrom('FleetHours')
    .selectAll()
    .where('hour', '>', sql<Date>`relay_now() - make_interval(hours => ${DASHBOARD_HOURS}::integer)`)
    .orderBy('hour')
    .limit(DASHBOARD_HOURS)
    .execute()
  return rows.map((row) => ({ ...row, hour: row.hour.toISOString() }))
}
