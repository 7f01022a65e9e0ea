// For tests of other things: a store API that does nothing by the clock.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'

export const nothingScheduled: Scheduler = {
  tasks: [],
  timeZone: 'UTC',
  nextRunAt: () => new Date(0),
  askForRun: () => Promise.reject(new ProblemError('unavailable', 'There is no scheduler here')),
}
