// The hours of the last seven days, also those in which nobody counted: a picture's width stands for the whole week.
import {
  DASHBOARD_HOURS,
  type Dashboard,
  type FleetHour,
} from '@pharmacy-relay/shared/api/support/desk-api.ts'

export interface WeekHour {
  /** When it begins, ISO 8601 UTC. */
  readonly hour: string
  /** Null: nobody counted. */
  readonly counted: FleetHour | null
}

const HOUR_MS = 3_600_000

/** DASHBOARD_HOURS of them, the oldest first, up to the one that has begun at `asOf`. */
export function weekHours({ hours, asOf }: Pick<Dashboard, 'hours' | 'asOf'>): WeekHour[] {
  const counted = new Map(hours.map((one) => [Date.parse(one.hour), one]))
  const newest = Math.floor(Date.parse(asOf) / HOUR_MS) * HOUR_MS
  return Array.from({ length: DASHBOARD_HOURS }, (_, index) => {
    const atMs = newest - (DASHBOARD_HOURS - 1 - index) * HOUR_MS
    return { hour: new Date(atMs).toISOString(), counted: counted.get(atMs) ?? null }
  })
}
