// The addresses below the scheduler's own page.
import { PATHS } from '../../views/paths.ts'

export const SCHEDULER_PATHS = {
  /** The live part of the list. */
  table: `${PATHS.scheduler}/table`,
  /** POST, field `task`. */
  run: `${PATHS.scheduler}/run`,
  pause: `${PATHS.scheduler}/pause`,
  resume: `${PATHS.scheduler}/resume`,
  /** What each day was like. */
  days: `${PATHS.scheduler}/days`,
} as const

/** The runs of a task. */
export function taskPath(task: string): string {
  return `${PATHS.scheduler}/tasks/${task}`
}
