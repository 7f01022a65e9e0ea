// The scheduler of a store API that is none: tasks that a test gives it, and what was done with them.
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { ScheduledTask, TaskRun, schedulerApi } from '@pharmacy-relay/shared/api/scheduler.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { PAUSED, runOf, taskOf } from '../../pages/testing/scheduler-pages.ts'

export class MemoryScheduler {
  readonly tasks: ScheduledTask[] = [taskOf(), taskOf({ name: 'day-summary', ...PAUSED })]
  /** Of every task, newest first. */
  readonly runs: TaskRun[] = [runOf()]
  /** What was asked, as it arrived: `run retention`. */
  readonly asked: string[] = []

  handlers(): EndpointHandlers<typeof schedulerApi> {
    return {
      listTasks: async () => ({ tasks: this.tasks }),
      listTaskRuns: async ({ params, query: { page, pageSize, outcome } }) => {
        const items = this.runs.filter((run) => outcome === undefined || run.outcome === outcome)
        return { items, total: items.length, page, pageSize, task: this.#find(params.task) }
      },
      runTask: async ({ params }) => {
        const task = this.#changed('run', params.task)
        if (task.state === 'running') throw new ProblemError('state_conflict', 'It is running')
        return task
      },
      pauseTask: async ({ params }) => Object.assign(this.#changed('pause', params.task), PAUSED),
      resumeTask: async ({ params }) => this.#changed('resume', params.task),
      listDays: async ({ query: { page, pageSize } }) => ({ items: [], total: 0, page, pageSize }),
    }
  }

  #changed(what: string, name: string): ScheduledTask {
    this.asked.push(`${what} ${name}`)
    return this.#find(name)
  }

  #find(name: string): ScheduledTask {
    const found = this.tasks.find((task) => task.name === name)
    if (found === undefined) throw new ProblemError('not_found', 'There is no such task')
    return found
  }
}
