// All staff need a second factor, some days after they could first sign in.
import type { Session } from './session.ts'

export interface SecondFactorDue {
  /** ISO instant until which the panel can be used without one. */
  readonly until: string
  readonly isOver: boolean
}

/** Null for who has one, and while identity has not said whether. */
export function secondFactorDue(
  { factor }: Pick<Session, 'factor'>,
  graceMs: number,
  nowMs: number,
): SecondFactorDue | null {
  if (factor === null || factor.isActive || factor.sinceMs === null) return null
  const untilMs = factor.sinceMs + graceMs
  return { until: new Date(untilMs).toISOString(), isOver: nowMs >= untilMs }
}
