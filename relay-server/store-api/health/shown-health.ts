// A kept health as everybody is told it.
import type { Health, HealthCause, HealthLevel } from '@pharmacy-relay/shared/labels/health.ts'

export interface HealthRow {
  /** Null: nothing was kept yet, or there is nothing to tell of. */
  readonly healthLevel: HealthLevel | null
  readonly healthCause: HealthCause | null
  readonly healthSince: Date | null
  readonly healthAt: number | null
  /** What staff call the computer that has the cause; null when it is gone. */
  readonly healthAtName: string | null
}

export function shownHealth(row: HealthRow): Health | null {
  const { healthLevel: level, healthCause: cause, healthSince: since, healthAt, healthAtName } = row
  if (level === null || since === null) return null
  const at = healthAt === null || healthAtName === null ? null : { computerId: healthAt, name: healthAtName }
  return { level, cause, at, since: since.toISOString() }
}
