// Sums up the days that are over.
import type { StoreDb } from '../../database.ts'
import type { TaskResult } from '../scheduled-task.ts'
import { countDay, daysToCount } from './day-summary.queries.ts'

export interface SummaryRules {
  readonly timeZone: string
  readonly currency: string
}

export async function sumUpDays(db: StoreDb, rules: SummaryRules, signal: AbortSignal): Promise<TaskResult> {
  let days = 0
  for (const day of await daysToCount(db, rules.timeZone)) {
    if (signal.aborted) break
    await countDay(db, { day, ...rules })
    days += 1
  }
  return { counts: { days } }
}
